import { useEffect, useId, useRef, useState } from "react";
import type { Condition } from "../../../../../shared/domain/graph/types.ts";
import * as stepWords from "../../../strings/en/dashboard/builder/builder.ts";
import { steps } from "../../../strings/en/dashboard/builder/builder.ts";
import * as words from "../../../strings/en/dashboard/builder/inspector.ts";
import { Button } from "../../../ui/button.tsx";
import { FieldProblems } from "../../../ui/fields/labelled.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { ActionMenu, type MenuAction } from "../../../ui/menu.tsx";
import { SelectField } from "../../../ui/selectField.tsx";
import { ConditionEditor } from "../conditions/conditionEditor.tsx";
import { firstComparison, type Reading } from "../conditions/operands.ts";
import { ruleText } from "../conditions/sentence.ts";
import { NodeTitle } from "../editing/nodeTitle.tsx";
import { useEditor, useGraph } from "../editing/useEditor.ts";
import type { NamedEdge } from "../model/ids.ts";
import { AddPicker } from "../palette/addPicker.tsx";
import { nameOfNode, readable } from "../types/names.ts";
import { nodeIn } from "../types/nodeIndex.ts";
import { useQuestionTable } from "../types/questionTable.ts";
import { ReorderHandle } from "./reorder.tsx";
import styles from "./rules.module.css";

interface Props {
  edge: NamedEdge;
  at: number;
  of: number;
  isOpen: boolean;
  /** It was just added. */
  takesFocus: boolean;
  problems: readonly string[];
  onToggle(): void;
  onDuplicate(): void;
}

/** One rule as a sentence, which opens to a form. */
export function RuleCard({ edge, at, of, isOpen, takesFocus, problems, onToggle, onDuplicate }: Props) {
  const graph = useGraph();
  const editor = useEditor();
  const reading: Reading = { graph, from: edge.from, table: useQuestionTable() };
  const [isInserting, setInserting] = useState(false);
  const body = useRef<HTMLDivElement>(null);
  const id = useId();
  const number = at + 1;
  // Otherwise has its place
  const isLast = edge.condition === null && number === of;
  useEffect(() => {
    if (takesFocus) body.current?.querySelector("select")?.focus();
  }, [takesFocus]);
  const move = (_from: number, to: number) =>
    editor.perform("reorderEdge", { id: edge.id, place: to }, { label: steps.moveRule, key: `move:${edge.id}` });
  const remove = () => editor.perform("removeEdges", { ids: [edge.id] }, { label: steps.removeRule });
  const actions: MenuAction[] = [
    { id: "up", label: words.moveUp, isDisabled: at === 0, onAction: () => move(at, at - 1) },
    { id: "down", label: words.moveDown, isDisabled: number === of, onAction: () => move(at, at + 1) },
    { id: "copy", label: words.duplicate, icon: "copy", startsGroup: true, onAction: onDuplicate },
    { id: "insert", label: words.insertQuestion, icon: "plus", onAction: () => setInserting(true) },
    {
      id: "remove",
      label: words.removeShort,
      icon: "trash-2",
      startsGroup: true,
      isDanger: true,
      onAction: remove,
    },
  ];
  return (
    <li className={styles.card} data-open={isOpen || undefined} data-place={`rule:${edge.id}`}>
      {/* biome-ignore lint/a11y/useSemanticElements: it has more than fields */}
      <div role="group" aria-label={words.rule(number)}>
        <div className={styles.head}>
          {isLast ? (
            <span className={styles.noHandle} />
          ) : (
            <ReorderHandle label={words.moveRule(number)} at={at} onMove={move} />
          )}
          <Summary edge={edge} at={at} reading={reading} opens={isOpen ? id : null} onToggle={onToggle} />
          <ActionMenu label={words.ruleActions(number)} actions={actions} />
        </div>
        <FieldProblems problems={problems} />
        {isOpen && (
          <div ref={body} id={id}>
            <RuleForm edge={edge} reading={reading} />
          </div>
        )}
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
    </li>
  );
}

interface SummaryProps {
  edge: NamedEdge;
  at: number;
  reading: Reading;
  /** id of the form that it opens; null while that is closed */
  opens: string | null;
  onToggle(): void;
}

function Summary({ edge, at, reading, opens, onToggle }: SummaryProps) {
  const target = nodeIn(reading.graph, edge.to);
  return (
    <button
      type="button"
      className={styles.summary}
      aria-expanded={opens !== null}
      aria-controls={opens ?? undefined}
      onClick={onToggle}
    >
      <span className={styles.number}>{edge.condition === null ? <Icon name="split" size={13} /> : at + 1}</span>
      <span className={styles.texts}>
        <span className={styles.sentence} dir="auto">
          {ruleText(edge, at, reading)}
        </span>
        <span className={styles.target} dir="auto">
          <Icon name="arrow-right" size={14} />
          <span>{target ? <NodeTitle node={target} /> : stepWords.missingTarget(edge.to)}</span>
        </span>
      </span>
      <Icon name={opens !== null ? "chevron-up" : "chevron-down"} />
    </button>
  );
}

function RuleForm({ edge, reading }: { edge: NamedEdge; reading: Reading }) {
  const editor = useEditor();
  const { nodes } = reading.graph;
  const setCondition = (condition: Condition | null, key?: string) =>
    editor.perform("setCondition", { id: edge.id, condition }, { label: steps.condition, ...(key && { key }) });
  return (
    <>
      <div className={styles.conditions}>
        {edge.condition === null ? (
          <Button look="plain" size="small" icon="plus" onPress={() => setCondition(firstComparison(reading))}>
            {words.addCondition}
          </Button>
        ) : (
          <ConditionEditor
            condition={edge.condition}
            reading={reading}
            onChange={(condition) => setCondition(condition, condition ? `condition:${edge.id}` : undefined)}
          />
        )}
      </div>
      <div className={styles.goal}>
        <SelectField
          label={words.target}
          value={edge.to}
          options={nodes.map((node, at) => [node.id, stepWords.kind(at + 1, nameOfNode(node))])}
          missing={stepWords.missingTarget(edge.to)}
          onChange={(to) => editor.perform("retarget", { id: edge.id, to }, { label: steps.target })}
        />
      </div>
    </>
  );
}
