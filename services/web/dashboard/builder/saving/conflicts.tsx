import { useState } from "react";
import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import { steps } from "../../../strings/en/dashboard/builder/builder.ts";
import * as words from "../../../strings/en/dashboard/builder/conflicts.ts";
import { Button } from "../../../ui/button.tsx";
import { useEditor } from "../editing/useEditor.ts";
import { Choices, type Chosen, withChosen } from "./choices.tsx";
import type { Saving } from "./machine.ts";
import styles from "./saving.module.css";

interface Props {
  saving: Pick<Saving, "conflicts" | "changedBy">;
  onResolved(graph: Graph): void;
}

/** Conflicts with changes made elsewhere, over the form, which stays where it is. Nothing is saved before all are chosen. */
export function Conflicts({ saving: { conflicts, changedBy }, onResolved }: Props) {
  const by = changedBy?.name ?? null;
  const editor = useEditor();
  const { graph } = editor.state().history;
  const [chosen, setChosen] = useState<Chosen>(new Map());
  const [isOpen, setOpen] = useState(true);
  const save = () => {
    const resolved = withChosen(editor.state().history.graph, conflicts, chosen);
    // first, so that the choice isn't taken for an edit of the owner's versions
    onResolved(resolved);
    editor.adopt(resolved, steps.conflict);
  };
  return (
    <section className={styles.card} data-open={isOpen || undefined} aria-label={words.conflictTitle(by)}>
      <div className={styles.head}>
        <h2>{words.conflictTitle(by)}</h2>
        <Button size="small" aria-expanded={isOpen} onPress={() => setOpen(!isOpen)}>
          {isOpen ? words.later : words.decide}
        </Button>
      </div>
      {isOpen && (
        <>
          <p>{words.conflictText}</p>
          <Choices conflicts={conflicts} graph={graph} by={by} chosen={chosen} onChosen={setChosen} />
          <Button look="primary" isDisabled={conflicts.some((one) => !chosen.has(one))} onPress={save}>
            {words.save}
          </Button>
        </>
      )}
    </section>
  );
}
