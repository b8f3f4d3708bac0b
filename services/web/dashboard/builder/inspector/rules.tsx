import { useState } from "react";
import type { Condition, GraphNode } from "../../../../../shared/domain/graph/types.ts";
import * as stepWords from "../../../strings/en/dashboard/builder/builder.ts";
import * as words from "../../../strings/en/dashboard/builder/inspector.ts";
import { smallButtonClass } from "../../../ui/button.tsx";
import fieldStyles from "../../../ui/fields/fields.module.css";
import { FieldGroup, FieldProblems, Labelled } from "../../../ui/fields/labelled.tsx";
import { ConditionEditor } from "../conditions/conditionEditor.tsx";
import { firstComparison } from "../conditions/operands.ts";
import { useEditor, useGraph } from "../editing/useEditor.ts";
import type { NamedEdge } from "../model/ids.ts";
import { AddPicker } from "../palette/addPicker.tsx";
import { nameOfNode, readable } from "../types/names.ts";
import { useQuestionTable } from "../types/questionTable.ts";
import styles from "./inspector.module.css";
import { SmallButton } from "./smallButton.tsx";

const { steps } = stepWords;

interface Props {
  node: GraphNode;
  /** by the id of an edge, what is wrong with it */
  problems: ReadonlyMap<string, readonly string[]>;
}

/** Where the form goes from a question: its edges in the order in which they are tried. */
export function Rules({ node, problems }: Props) {
  const graph = useGraph();
  const editor = useEditor();
  const table = useQuestionTable();
  // who has added a rule goes on with it, wherever among the others it stands
  const [added, setAdded] = useState<string | null>(null);
  if (table.factsOf(node).isEnd && !graph.edges.some(({ from }) => from === node.id))
    return <p className={fieldStyles.help}>{words.endHasNoRules}</p>;
  const edges = graph.edges.filter(({ from }) => from === node.id) as NamedEdge[];
  const others = graph.nodes.filter(({ id }) => id !== node.id);
  const nextInList = graph.nodes[graph.nodes.findIndex(({ id }) => id === node.id) + 1]?.id ?? others[0]?.id;
  const hasAlways = edges.some(({ condition }) => condition === null);
  const add = () => {
    if (nextInList === undefined) return;
    const reading = { graph, from: node.id, table };
    const condition = edges.length === 0 || !hasAlways ? null : firstComparison(reading);
    const known = new Set(edges.map(({ id }) => id));
    editor.perform("addEdge", { from: node.id, to: nextInList, condition }, { label: steps.addRule });
    const added = editor.state().history.graph.edges.find(({ from, id }) => from === node.id && !known.has(id ?? ""));
    setAdded(added?.id ?? null);
  };
  return (
    <FieldGroup label={words.rules} description={words.rulesHelp}>
      <ol className={styles.items}>
        {edges.map((edge, at) => (
          <Rule
            key={edge.id}
            edge={edge}
            at={at}
            of={edges.length}
            takesFocus={edge.id === added}
            problems={problems.get(edge.id) ?? []}
          />
        ))}
      </ol>
      <button type="button" className={smallButtonClass} disabled={nextInList === undefined} onClick={add}>
        {edges.length === 0 ? words.addWay : words.addRule}
      </button>
    </FieldGroup>
  );
}

interface RuleProps {
  edge: NamedEdge;
  at: number;
  of: number;
  takesFocus: boolean;
  problems: readonly string[];
}

function Rule({ edge, at, of, takesFocus, problems }: RuleProps) {
  const graph = useGraph();
  const editor = useEditor();
  const table = useQuestionTable();
  const [isInserting, setInserting] = useState(false);
  const reading = { graph, from: edge.from, table };
  const number = at + 1;
  const setCondition = (condition: Condition | null, key?: string) =>
    editor.perform("setCondition", { id: edge.id, condition }, { label: steps.condition, ...(key && { key }) });
  const move = (by: number) =>
    editor.perform("reorderEdge", { id: edge.id, place: at + by }, { label: steps.moveRule });
  return (
    <li className={styles.item} data-place={`rule:${edge.id}`}>
      <FieldGroup label={words.rule(number)}>
        <FieldProblems problems={problems} />
        <Labelled label={words.target}>
          {(attributes) => (
            <select
              {...attributes}
              // biome-ignore lint/a11y/noAutofocus: somebody has just asked for it
              autoFocus={takesFocus}
              value={edge.to}
              onChange={({ target }) =>
                editor.perform("retarget", { id: edge.id, to: target.value }, { label: steps.target })
              }
            >
              {!graph.nodes.some(({ id }) => id === edge.to) && (
                <option value={edge.to}>{stepWords.missingTarget(edge.to)}</option>
              )}
              {graph.nodes.map((node) => (
                <option key={node.id} value={node.id}>
                  {nameOfNode(node)}
                </option>
              ))}
            </select>
          )}
        </Labelled>
        <label className={fieldStyles.check}>
          <input
            type="checkbox"
            checked={edge.condition !== null}
            onChange={({ target }) => setCondition(target.checked ? firstComparison(reading) : null)}
          />
          {words.isConditional}
        </label>
        {edge.condition !== null && (
          <ConditionEditor
            condition={edge.condition}
            reading={reading}
            onChange={(condition) => setCondition(condition, `condition:${edge.id}`)}
          />
        )}
        <div className={styles.row}>
          <SmallButton label={words.moveRuleUp(number)} isDisabled={at === 0} onClick={() => move(-1)}>
            {words.upShort}
          </SmallButton>
          <SmallButton label={words.moveRuleDown(number)} isDisabled={at === of - 1} onClick={() => move(1)}>
            {words.downShort}
          </SmallButton>
          <SmallButton label={words.insertOnRule(number)} onClick={() => setInserting(true)}>
            {words.insertShort}
          </SmallButton>
          <SmallButton
            label={words.removeRule(number)}
            onClick={() => editor.perform("removeEdges", { ids: [edge.id] }, { label: steps.removeRule })}
          >
            {words.removeShort}
          </SmallButton>
        </div>
        {isInserting && (
          <AddPicker
            title={stepWords.insertTitle}
            onClose={() => setInserting(false)}
            onChoose={(questionType) =>
              editor.perform(
                "insertOnEdge",
                { edge_id: edge.id, question_type: questionType },
                { label: steps.insert(readable(questionType)) },
              )
            }
          />
        )}
      </FieldGroup>
    </li>
  );
}
