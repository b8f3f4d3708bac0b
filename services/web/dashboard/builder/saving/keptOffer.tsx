import { useEffect, useState } from "react";
import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import { undo } from "../../../strings/en/dashboard/app.ts";
import { steps } from "../../../strings/en/dashboard/builder/builder.ts";
import * as words from "../../../strings/en/dashboard/builder/conflicts.ts";
import { Button } from "../../../ui/button.tsx";
import { ButtonRow } from "../../../ui/buttonRow.tsx";
import { timeText } from "../../../ui/dates.ts";
import { tell } from "../../../ui/toasts.tsx";
import { Changes } from "../changes/changes.tsx";
import { useEditor, useGraph } from "../editing/useEditor.ts";
import { equal } from "../model/merging/members.ts";
import type { Merge } from "../model/merging/parts.ts";
import { Choices, type Chosen, withChosen } from "./choices.tsx";
import type { Kept } from "./kept.ts";
import { keptMerge } from "./knownBase.ts";
import styles from "./saving.module.css";

/** Drops the offer if its changes were saved after all. */
export function UsefulOffer({ kept, onLeave }: { kept: Kept; onLeave(): void }) {
  const graph = useGraph();
  const merged = keptMerge(kept, graph);
  const isNothing = merged.conflicts.length === 0 && equal(merged.graph, graph);
  useEffect(() => {
    if (isNothing) onLeave();
  });
  return isNothing ? null : <KeptOffer kept={kept} merged={merged} graph={graph} onLeave={onLeave} />;
}

interface Props {
  kept: Kept;
  merged: Merge;
  graph: Graph;
  onLeave(): void;
}

/** Shows what unsaved changes would change, with a choice for each conflict. */
function KeptOffer({ kept, merged, graph, onLeave }: Props) {
  const editor = useEditor();
  const [choices, setChoices] = useState<Chosen>(new Map());
  const chosen = withChosen(merged.graph, merged.conflicts, choices);
  const restore = () => {
    editor.adopt(chosen, steps.restoreKept);
    onLeave();
  };
  const bringBack = () => editor.adopt(keptMerge(kept, editor.state().history.graph).graph, steps.restoreKept);
  const discard = () => {
    tell(words.discarded, { label: undo, onPress: bringBack });
    onLeave();
  };
  return (
    <section className={styles.offer} aria-label={words.keptTitle}>
      <h2>{words.keptTitle}</h2>
      <p>{words.keptText(timeText(new Date(kept.at).toISOString()))}</p>
      {merged.conflicts.length > 0 && (
        <>
          <p>{words.keptConflicts}</p>
          <Choices conflicts={merged.conflicts} graph={merged.graph} by={null} chosen={choices} onChosen={setChoices} />
        </>
      )}
      <Changes from={graph} to={chosen} title={words.keptChanges} none="" />
      <ButtonRow>
        <Button look="primary" isDisabled={merged.conflicts.some((one) => !choices.has(one))} onPress={restore}>
          {words.restore}
        </Button>
        <Button onPress={discard}>{words.discard}</Button>
      </ButtonRow>
    </section>
  );
}
