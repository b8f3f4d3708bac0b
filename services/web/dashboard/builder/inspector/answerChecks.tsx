import type { Condition, GraphNode, ValidIf } from "../../../../../shared/domain/graph/types.ts";
import { validIfLimit } from "../../../../../shared/domain/limits.ts";
import * as words from "../../../strings/en/dashboard/builder/answerChecks.ts";
import { steps } from "../../../strings/en/dashboard/builder/builder.ts";
import { Button } from "../../../ui/button.tsx";
import { ButtonRow } from "../../../ui/buttonRow.tsx";
import { type Field, type FieldProblem, problemsOf } from "../../../ui/fields/field.ts";
import { FieldGroup, FieldProblems } from "../../../ui/fields/labelled.tsx";
import { ConditionEditor } from "../conditions/conditionEditor.tsx";
import { firstComparison, type Reading } from "../conditions/operands.ts";
import { useEditor, useGraph } from "../editing/useEditor.ts";
import { useQuestionTable } from "../types/questionTable.ts";
import styles from "./inspector.module.css";
import { RecallField } from "./recall/recallField.tsx";
import { ReorderHandle } from "./reorder.tsx";

interface Props {
  node: GraphNode;
  /** problems of `data.valid_if` */
  problems: readonly FieldProblem[];
}

/** Conditions that an answer must meet, each with the message for respondents whose answer doesn't (features §11.2). */
export function AnswerChecks({ node, problems }: Props) {
  const editor = useEditor();
  const reading: Reading = { graph: useGraph(), from: node.id, table: useQuestionTable() };
  const rules = node.data?.valid_if ?? [];
  const set = (next: ValidIf[], key?: string) =>
    editor.perform(
      "setData",
      { id: node.id, valid_if: next.length === 0 ? undefined : next },
      { label: steps.validIf, ...(key && { key: `valid_if:${node.id}:${key}` }) },
    );
  const change = (at: number, members: ValidIf, key: string) => set(rules.with(at, { ...rules[at], ...members }), key);
  const move = (from: number, to: number) => set(rules.toSpliced(from, 1).toSpliced(to, 0, rules[from] as ValidIf));
  const remove = (at: number) => set(rules.toSpliced(at, 1));
  return (
    <FieldGroup label={words.title} description={words.help}>
      <ol className={styles.checks}>
        {rules.map(({ condition, message = "" }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: checks have no name but their index
          <li key={at}>
            <div className={styles.row}>
              <ReorderHandle label={words.move(at + 1)} at={at} onMove={move} />
              <h3>{words.acceptOnly(at + 1)}</h3>
              <Button look="plain" size="small" icon="x" aria-label={words.remove(at + 1)} onPress={() => remove(at)} />
            </div>
            {/* biome-ignore lint/a11y/useSemanticElements: it has more than fields */}
            <div role="group" aria-label={words.check(at + 1)}>
              <ConditionEditor
                condition={condition}
                reading={reading}
                onChange={(next: Condition | null) =>
                  next ? change(at, { condition: next }, `condition:${at}`) : remove(at)
                }
              />
            </div>
            <RecallField
              node={node}
              field={messageField(at)}
              value={message}
              onChange={(text) => change(at, { message: String(text ?? "").slice(0, messageLimit) }, `message:${at}`)}
              problems={problemsOf("message", problemsOf(String(at), problems))}
            />
            <FieldProblems problems={problemsOf("condition", problemsOf(String(at), problems))} />
          </li>
        ))}
      </ol>
      {rules.length < validIfLimit && (
        <ButtonRow>
          <Button
            look="plain"
            size="small"
            icon="plus"
            onPress={() => set([...rules, { condition: firstComparison(reading), message: words.firstMessage }])}
          >
            {words.add}
          </Button>
        </ButtonRow>
      )}
    </FieldGroup>
  );
}

const messageField = (at: number): Field => ({
  key: "message",
  kind: "text",
  label: words.message(at + 1),
  description: null,
  isRequired: true,
  schema: {},
});

/** features §11.2 */
const messageLimit = 500;
