import { useEffect, useMemo, useState } from "react";
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
import { checkMerge } from "./checkMerge.ts";
import { Choices, type Chosen, withChosen } from "./choices.tsx";
import type { Kept } from "./kept.ts";
import { keptMerge, knownBase } from "./knownBase.ts";
import styles from "./saving.module.css";

interface OfferProps {
  kept: Kept;
  onLeave(): void;
  /** offers a discarded one again */
  onBringBack(): void;
}

/** Drops the offer if its changes were saved after all. */
export function UsefulOffer({ kept, onLeave, onBringBack }: OfferProps) {
  const graph = useGraph();
  const merged = useMemo(() => keptMerge(kept, graph), [kept, graph]);
  const isNothing = merged.conflicts.length === 0 && equal(merged.graph, graph);
  useEffect(() => {
    if (isNothing) onLeave();
  });
  return isNothing ? null : <KeptOffer {...{ kept, graph, onLeave, onBringBack }} unchecked={merged} />;
}

interface Props extends OfferProps {
  unchecked: Merge;
  graph: Graph;
}

/** Shows what unsaved changes would change, with a choice for each conflict. The choice is checked like any merge. */
function KeptOffer({ kept, unchecked, graph, onLeave, onBringBack }: Props) {
  const editor = useEditor();
  const [choices, setChoices] = useState<Chosen>(new Map());
  /** the choice that the check found problems in */
  const [found, setFound] = useState<{ of: Merge; merged: Merge } | null>(null);
  const isShown = found?.of === unchecked;
  const merged = isShown ? found.merged : unchecked;
  const chosen = withChosen(merged.graph, merged.conflicts, choices);
  const restore = async () => {
    const sides = { base: knownBase(kept, graph), mine: kept.graph, theirs: graph };
    const result = { graph: chosen, conflicts: [] };
    const conflicts = await checkMerge(sides, result, isShown ? merged.graph : undefined);
    // edited during the check, which changes the offer
    if (editor.state().history.graph !== graph) return;
    if (conflicts.length > 0) {
      setFound({ of: unchecked, merged: { graph: chosen, conflicts } });
      return;
    }
    editor.adopt(chosen, steps.restoreKept);
    onLeave();
  };
  const discard = () => {
    tell(words.discarded, { label: undo, onPress: onBringBack });
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
        <Button
          look="primary"
          isDisabled={merged.conflicts.some((one) => !choices.has(one))}
          onPress={() => void restore()}
        >
          {words.restore}
        </Button>
        <Button onPress={discard}>{words.discard}</Button>
      </ButtonRow>
    </section>
  );
}
