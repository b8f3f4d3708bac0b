import type { ReactNode } from "react";
import * as words from "../../../strings/en/dashboard/editing.ts";
import { Button } from "../../../ui/button.tsx";
import { ButtonRow, spreadRowClass } from "../../../ui/buttonRow.tsx";
import { ConflictNotice } from "./conflictNotice.tsx";
import styles from "./editing.module.css";
import type { Editing } from "./useEdits.ts";

interface Props<T> {
  editing: Editing<T>;
  /** label of each field */
  labels: Record<keyof T & string, string>;
  submit: ReactNode;
  /** a problem without a field */
  problem: ReactNode;
  onDiscard?: () => void;
}

/** The bar of a `SubmitForm`, at the foot of the window while something is unsaved. */
export function SaveBar<T extends object>({ editing, labels, submit, problem, onDiscard = editing.discard }: Props<T>) {
  if (!editing.isEdited && !editing.saving.isPending && !problem) return null;
  return (
    <div className={styles.bar}>
      <ConflictNotice editing={editing} labels={labels} />
      {problem}
      <div className={spreadRowClass}>
        <span>{words.unsaved}</span>
        <ButtonRow>
          <Button onPress={onDiscard}>{words.discard}</Button>
          {submit}
        </ButtonRow>
      </div>
    </div>
  );
}
