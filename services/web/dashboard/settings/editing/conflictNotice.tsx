import * as words from "../../../strings/en/dashboard/editing.ts";
import { Button } from "../../../ui/button.tsx";
import { ButtonRow } from "../../../ui/buttonRow.tsx";
import { Notice } from "../../../ui/notice.tsx";
import styles from "./editing.module.css";
import type { Editing } from "./useEdits.ts";

interface Props<T> {
  editing: Pick<Editing<T>, "stored" | "values" | "conflicts" | "keepMine" | "takeTheirs">;
  /** label of each field */
  labels: Record<keyof T & string, string>;
}

/** Fields that were edited here and elsewhere, with both values beside each other, and the choice of which to keep. */
export function ConflictNotice<T extends object>({ editing, labels }: Props<T>) {
  const { stored, values, conflicts, keepMine, takeTheirs } = editing;
  if (conflicts.length === 0) return null;
  return (
    <Notice kind="warning">
      <div className={styles.conflict}>
        <p>
          <strong>{words.conflictTitle}</strong>
        </p>
        {(conflicts as (keyof T & string)[]).map((field) => (
          <fieldset key={field} className={styles.versions}>
            <legend>{labels[field]}</legend>
            <Version side={words.yours} value={(values as T)[field]} />
            <Version side={words.theirs} value={(stored as T)[field]} />
          </fieldset>
        ))}
        <ButtonRow>
          <Button onPress={keepMine}>{words.keepMine}</Button>
          <Button onPress={takeTheirs}>{words.takeTheirs}</Button>
        </ButtonRow>
      </div>
    </Notice>
  );
}

const Version = ({ side, value }: { side: string; value: unknown }) => (
  <div>
    <small>{side}</small>
    <p dir="auto">{shown(value)}</p>
  </div>
);

function shown(value: unknown): string {
  if (value === null || value === "") return words.nothing;
  return typeof value === "object" ? Object.values(value).join(", ") : String(value);
}
