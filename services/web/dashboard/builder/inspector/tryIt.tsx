import { useEffect, useState } from "react";
import type { GraphNode, Json, Operand } from "../../../../../shared/domain/graph/types.ts";
import * as stepWords from "../../../strings/en/dashboard/builder/builder.ts";
import { hiddenOption, thisAnswer } from "../../../strings/en/dashboard/builder/conditions.ts";
import * as words from "../../../strings/en/dashboard/builder/inspector.ts";
import type { Field } from "../../../ui/fields/field.ts";
import { NumberField, TextField } from "../../../ui/fields/simpleFields.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { operandsOf } from "../conditions/operands.ts";
import { operandName } from "../conditions/sentence.ts";
import type { Tried, TriedValues } from "../conditions/tried.ts";
import { useGraph } from "../editing/useEditor.ts";
import type { NamedEdge } from "../model/ids.ts";
import { useAnalyst } from "../problems/analyst.ts";
import { nameOfNode } from "../types/names.ts";
import { nodeIn } from "../types/nodeIndex.ts";
import { useQuestionTable } from "../types/questionTable.ts";
import { AnswerField } from "./kinds/answerField.tsx";
import styles from "./rules.module.css";

interface Props {
  node: GraphNode;
  edges: readonly NamedEdge[];
}

const untouched: TriedValues = { answers: {}, hidden: {}, score: 0, calculations: {} };

/** Fields for the values that the rules of a question read, and the rule that matches them. */
export function TryIt({ node, edges }: Props) {
  const graph = useGraph();
  const [values, setValues] = useState(untouched);
  const tried = useTried(node.id, values);
  return (
    <section className={styles.tryIt} aria-label={words.tryIt} data-own-undo>
      <div className={styles.tryHead}>
        <h3>{words.tryIt}</h3>
        <p>{words.tryItHelp}</p>
      </div>
      <div className={styles.tried}>
        {operandsOf(edges, node.id).map((operand) => (
          <TriedInput key={keyOf(operand)} operand={operand} node={node} values={values} onChange={setValues} />
        ))}
      </div>
      <p role="status" className={styles.outcome} data-is-broken={tried?.isBroken || undefined}>
        {tried && (
          <>
            <Icon name={tried.isBroken ? "circle-alert" : "circle-check"} />
            {outcomeText(
              tried,
              edges,
              (id) => {
                const target = nodeIn(graph, id);
                return target ? nameOfNode(target) : stepWords.missingTarget(id);
              },
              graph.fallback_end_node_id,
            )}
          </>
        )}
      </p>
    </section>
  );
}

interface TriedInputProps {
  operand: Operand;
  /** the question of the rules */
  node: GraphNode;
  values: TriedValues;
  onChange(values: TriedValues): void;
}

/** A field for a value that the rules read. */
function TriedInput({ operand, node, values, onChange }: TriedInputProps) {
  const graph = useGraph();
  const table = useQuestionTable();
  const { answers, hidden } = values;
  if (operand.type === "score") {
    const put = (score: unknown) => onChange({ ...values, score: typeof score === "number" ? score : 0 });
    return <NumberField field={fieldOf("number", words.triedScore)} value={values.score} onChange={put} />;
  }
  if (operand.type === "hidden") {
    const { key } = operand;
    const put = (value: unknown) => onChange({ ...values, hidden: { ...hidden, [key]: String(value ?? "") } });
    return <TextField field={fieldOf("text", hiddenOption(key))} value={hidden[key]} onChange={put} />;
  }
  if (operand.type === "calculation") {
    const { key } = operand;
    const { [key]: _, ...others } = values.calculations;
    const put = (value: unknown) =>
      onChange({ ...values, calculations: typeof value === "number" ? { ...others, [key]: value } : others });
    const label = operandName(operand, { graph, from: node.id, table });
    return <NumberField field={fieldOf("number", label)} value={values.calculations[key]} onChange={put} />;
  }
  const { node_id } = operand;
  const asked = nodeIn(graph, node_id);
  if (!asked) return null;
  const put = (value: unknown) =>
    onChange({ ...values, answers: { ...answers, [node_id]: value === "" ? null : ((value ?? null) as Json) } });
  const label = asked.id === node.id ? thisAnswer : nameOfNode(asked);
  return (
    <AnswerField field={fieldOf("answer", label)} node={asked} value={answers[node_id] ?? undefined} onChange={put} />
  );
}

const keyOf = (operand: Operand): string =>
  operand.type === "score" ? "score" : `${operand.type}:${operand.type === "answer" ? operand.node_id : operand.key}`;

const fieldOf = (kind: Field["kind"], label: string): Field => ({
  key: label,
  kind,
  label,
  description: null,
  isRequired: false,
  schema: {},
});

/** Null until the first answer. */
function useTried(from: string, values: TriedValues): Tried | null {
  const graph = useGraph();
  const analyst = useAnalyst();
  const [tried, setTried] = useState<Tried | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const ask = async () => {
      const found = await analyst?.rules(graph, from, values);
      if (found && isCurrent) setTried(found);
    };
    void ask();
    return () => {
      isCurrent = false;
    };
  }, [analyst, graph, from, values]);
  return tried;
}

/** `Rule 2 matches → Thank you!` */
export function outcomeText(
  { edge, isBroken }: Tried,
  edges: readonly Pick<NamedEdge, "to" | "condition">[],
  nameOf: (id: string) => string,
  fallback: string | null | undefined,
): string {
  const matched = edge === null ? undefined : edges[edge];
  if (edge === null || !matched) return fallback ? words.triedOtherwise(nameOf(fallback)) : words.triedNone;
  if (isBroken) return words.triedBroken(edge + 1);
  return matched.condition === null
    ? words.triedOtherwise(nameOf(matched.to))
    : words.triedRule(edge + 1, nameOf(matched.to));
}
