import * as words from "../../../strings/en/dashboard/editing.ts";
import { Button } from "../../../ui/button.tsx";
import { ButtonRow } from "../../../ui/buttonRow.tsx";
import { Notice } from "../../../ui/notice.tsx";
import styles from "./editing.module.css";
import type { Editing } from "./useEdits.ts";

interface Props<T> {
  editing: Pick<Editing<T>, "stored" | "conflicts" | "keepMine" | "takeTheirs">;
  /** label of each field */
  labels: Record<keyof T & string, string>;
}

/** Changes made elsewhere to fields that were edited here, and the choice of which to keep. */
export function ConflictNotice<T extends object>({ editing, labels }: Props<T>) {
  const { stored, conflicts, keepMine, takeTheirs } = editing;
  if (conflicts.length === 0) return null;
  return (
    <Notice kind="warning">
      <div className={styles.conflict}>
        <p>
          <strong>{words.conflictTitle}</strong>
        </p>
        {(conflicts as (keyof T & string)[]).map((field) => (
          <p key={field}>{words.theirs(labels[field], shown((stored as T)[field]))}</p>
        ))}
        <ButtonRow>
          <Button onPress={keepMine}>{words.keepMine}</Button>
          <Button onPress={takeTheirs}>{words.takeTheirs}</Button>
        </ButtonRow>
      </div>
    </Notice>
  );
}

function shown(value: unknown): string {
  if (value === null || value === "") return words.nothing;
  return words.quoted(typeof value === "object" ? Object.values(value).join(", ") : String(value));
}
