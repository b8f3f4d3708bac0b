import { isEmpty } from "../../../../../../shared/domain/questions/index.ts";
import { AnswerInput } from "../../../../ui/fields/answerInput.tsx";
import { partLabel, valueLabel } from "../../conditions/sentence.ts";
import { useGraph } from "../../editing/useEditor.ts";
import { useQuestionTable } from "../../types/questionTable.ts";
import type { FieldProps } from "./props.ts";

/** A valid answer to the question, entered by its domain. An optional one can be cleared. */
export function AnswerField({ field, node, value, onChange, problems }: FieldProps) {
  const table = useQuestionTable();
  const reading = { graph: useGraph(), from: node.id, table };
  const { domain, fields } = table.factsOf(node);
  const left = { type: "answer", node_id: node.id } as const;
  return (
    <AnswerInput
      label={field.label}
      description={field.description}
      problems={problems}
      domain={domain}
      fields={fields}
      value={value}
      isOptional={!field.isRequired}
      labelOf={(one) => valueLabel(one, left, reading)}
      rowLabelOf={(row) => partLabel(row, left, reading)}
      onChange={(next) => onChange(!field.isRequired && isEmpty(next) ? undefined : next)}
    />
  );
}
