import { useState } from "react";
import type { GraphNode } from "../../../../../shared/domain/graph/types.ts";
import { cancel } from "../../../strings/en/dashboard/app.ts";
import { steps } from "../../../strings/en/dashboard/builder/builder.ts";
import { questions } from "../../../strings/en/dashboard/builder/exchange.ts";
import * as words from "../../../strings/en/dashboard/builder/inspector.ts";
import { Button } from "../../../ui/button.tsx";
import { Dialog } from "../../../ui/dialog.tsx";
import { DialogFooter } from "../../../ui/dialogFooter.tsx";
import { useAnnounce } from "../editing/announcer.tsx";
import { useEditor } from "../editing/useEditor.ts";
import { useArrival } from "./arrival.ts";
import { ConditionEditor } from "./conditionEditor.tsx";
import { firstComparison } from "./operands.ts";

const showIfOf = (node: GraphNode): unknown => node.data?.show_if ?? null;

/** One condition for several questions, set as one step. It reads what comes before the first of them. */
export function ShowIfDialog({ nodes, onClose }: { nodes: readonly GraphNode[]; onClose(): void }) {
  const editor = useEditor();
  const announce = useAnnounce();
  const reading = useArrival(nodes[0]?.id ?? "");
  const differ = new Set(nodes.map((node) => JSON.stringify(showIfOf(node)))).size > 1;
  const [condition, setCondition] = useState<unknown>(
    () => (differ ? null : nodes.map(showIfOf)[0]) ?? firstComparison(reading),
  );
  const apply = () => {
    const ids = nodes.map(({ id }) => id);
    editor.perform("setShowIf", { ids, show_if: condition ?? undefined }, { label: steps.showIf });
    announce(words.showIfSet(questions(ids.length)));
    onClose();
  };
  return (
    <Dialog title={words.showTheseIf} guide="logic" isWide onClose={onClose}>
      <p>{words.showIfApplies(questions(nodes.length), differ)}</p>
      {condition === null ? (
        <>
          <p>{words.alwaysShown}</p>
          <Button size="small" icon="plus" onPress={() => setCondition(firstComparison(reading))}>
            {words.addCondition}
          </Button>
        </>
      ) : (
        <ConditionEditor condition={condition} reading={reading} onChange={setCondition} />
      )}
      <DialogFooter>
        <Button onPress={onClose}>{cancel}</Button>
        <Button look="primary" onPress={apply}>
          {words.applyShowIf}
        </Button>
      </DialogFooter>
    </Dialog>
  );
}
