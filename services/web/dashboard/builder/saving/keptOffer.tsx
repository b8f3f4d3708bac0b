import { useState } from "react";
import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import { undo } from "../../../strings/en/dashboard/app.ts";
import { steps } from "../../../strings/en/dashboard/builder/builder.ts";
import * as words from "../../../strings/en/dashboard/builder/conflicts.ts";
import { Button } from "../../../ui/button.tsx";
import { ButtonRow } from "../../../ui/buttonRow.tsx";
import { timeText } from "../../../ui/dates.ts";
import { tell } from "../../../ui/toasts.tsx";
import { Changes } from "../changes/changes.tsx";
import { useEditor } from "../editing/useEditor.ts";
import { type Conflict, type Merge, takeTheirs } from "../model/merge.ts";
import { Sides, titleOf } from "./conflicts.tsx";
import type { Kept } from "./kept.ts";
import { keptMerge } from "./knownBase.ts";
import styles from "./saving.module.css";

interface Props {
  kept: Kept;
  merged: Merge;
  graph: Graph;
  onLeave(): void;
}

/** Shows what unsaved changes would change, with a choice for each conflict. */
export function KeptOffer({ kept, merged, graph, onLeave }: Props) {
  const editor = useEditor();
  const [theirs, setTheirs] = useState<ReadonlySet<string>>(new Set());
  const chosen = merged.conflicts.filter((conflict) => theirs.has(keyOf(conflict))).reduce(takeTheirs, merged.graph);
  const restore = () => {
    editor.adopt(chosen, steps.restoreKept);
    onLeave();
  };
  const bringBack = () => editor.adopt(keptMerge(kept, editor.state().history.graph).graph, steps.restoreKept);
  const discard = () => {
    tell(words.discarded, { label: undo, onPress: bringBack });
    onLeave();
  };
  const choose = (conflict: Conflict, isTheirs: boolean) => {
    const next = new Set(theirs);
    isTheirs ? next.add(keyOf(conflict)) : next.delete(keyOf(conflict));
    setTheirs(next);
  };
  return (
    <section className={styles.conflicts} aria-label={words.keptTitle}>
      <h2>{words.keptTitle}</h2>
      <p>{words.keptText(timeText(new Date(kept.at).toISOString()))}</p>
      {merged.conflicts.length > 0 && (
        <>
          <p>{words.keptConflicts}</p>
          <ul>
            {merged.conflicts.map((conflict) => (
              <li key={keyOf(conflict)}>
                <Sides conflict={conflict} graph={merged.graph} by={null} />
                <Choice
                  label={words.choose(titleOf(conflict, merged.graph))}
                  isTheirs={theirs.has(keyOf(conflict))}
                  onChange={(isTheirs) => choose(conflict, isTheirs)}
                />
              </li>
            ))}
          </ul>
        </>
      )}
      <Changes from={graph} to={chosen} title={words.keptChanges} none="" />
      <ButtonRow>
        <Button look="primary" onPress={restore}>
          {words.restore}
        </Button>
        <Button onPress={discard}>{words.discard}</Button>
      </ButtonRow>
    </section>
  );
}

const keyOf = ({ subject, id }: Conflict): string => `${subject} ${id}`;

function Choice({
  label,
  isTheirs,
  onChange,
}: {
  label: string;
  isTheirs: boolean;
  onChange(isTheirs: boolean): void;
}) {
  return (
    <fieldset className={styles.choice}>
      <legend className="visually-hidden">{label}</legend>
      {([false, true] as const).map((side) => (
        <label key={String(side)}>
          <input type="radio" name={label} checked={isTheirs === side} onChange={() => onChange(side)} />
          {side ? words.theirs : words.yours}
        </label>
      ))}
    </fieldset>
  );
}
