import type { Condition, Graph } from "../../../../shared/domain/graph/types.ts";
import * as words from "../../strings/en/dashboard/mails.ts";
import { Button } from "../../ui/button.tsx";
import { ConditionEditor } from "../builder/conditions/conditionEditor.tsx";
import { firstComparison, type Reading } from "../builder/conditions/operands.ts";
import { builtInTypes } from "../builder/types/questionTable.ts";

interface Props {
  graph: Graph;
  condition: Condition | null;
  onChange(condition: Condition | null): void;
}

/** Comes after all questions, so that a condition on a whole response can read each of them. */
const afterAll = "";

const readingOf = (graph: Graph): Reading => ({
  graph: { ...graph, edges: graph.nodes.map(({ id }) => ({ from: id, to: afterAll, condition: null })) },
  from: afterAll,
  table: builtInTypes,
});

/** Edits a condition on a whole response with the rules' editor. Loaded when it is first opened, because of its size. */
export function ConditionField({ graph, condition, onChange }: Props) {
  const reading = readingOf(graph);
  if (condition === null) {
    return (
      <Button size="small" icon="plus" onPress={() => onChange(firstComparison(reading))}>
        {words.addCondition}
      </Button>
    );
  }
  return (
    <>
      <ConditionEditor condition={condition} reading={reading} onChange={onChange} />
      <Button look="plain" size="small" onPress={() => onChange(null)}>
        {words.removeCondition}
      </Button>
    </>
  );
}
