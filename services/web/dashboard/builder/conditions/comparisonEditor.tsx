import type { ReactNode } from "react";
import { leftOf } from "../../../../../shared/domain/graph/conditions.ts";
import type { Comparison, Json, Operand } from "../../../../../shared/domain/graph/types.ts";
import * as words from "../../../strings/en/dashboard/builder/conditions.ts";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { Labelled } from "../../../ui/fields/labelled.tsx";
import { Lines } from "../../../ui/fields/listFields.tsx";
import { ChoicesInput, ValueInput } from "../../../ui/fields/valueInputs.tsx";
import { SelectField } from "../../../ui/selectField.tsx";
import { nameOfNode } from "../types/names.ts";
import { nodeIn } from "../types/nodeIndex.ts";
import styles from "./conditions.module.css";
import {
  comparisonOf,
  domainOf,
  operatorsOf,
  pathsOf,
  type Reading,
  type Right,
  readableNodes,
  rightOf,
  withFirstPath,
  withOperator,
} from "./operands.ts";
import { partLabel, valueLabel } from "./sentence.ts";

interface Props {
  comparison: Comparison;
  reading: Reading;
  onChange(comparison: Comparison): void;
  /** shows the checkboxes, which few conditions need */
  hasOptions: boolean;
  /** further checkboxes */
  children: ReactNode;
}

/** Field, operator and value. Each offers only what fits the one before it. */
export function ComparisonEditor({ comparison, reading, onChange, hasOptions, children }: Props) {
  const left = leftOf(comparison, reading.from);
  const domain = domainOf(left, reading);
  const right = domain ? rightOf(comparison.op, domain) : ({ kind: "text" } as const);
  const names = domain ? operatorsOf(domain) : [];
  return (
    <div className={`${styles.comparison} labels-hidden`}>
      <OperandSelect left={left} reading={reading} onChange={(next) => onChange(comparisonOf(next, reading))} />
      <PartSelect left={left} reading={reading} onChange={(next) => onChange(comparisonOf(next, reading))} />
      <SelectField
        label={words.operator}
        value={comparison.op}
        options={names.map((name) => [name, words.operatorNames[name as keyof typeof words.operatorNames]])}
        missing={words.unknownOption(comparison.op)}
        onChange={(op) => onChange(withOperator(comparison, op, reading))}
      />
      <RightInput
        right={right}
        value={comparison.right}
        labelOf={(value) => valueLabel(value, left, reading)}
        onChange={(value) => onChange(withRight(comparison, value))}
      />
      {hasOptions && (
        <div className={styles.checks}>
          {domain?.family === "text" && right.kind === "text" && (
            <Checkbox
              label={words.ignoreCase}
              isChecked={comparison.ci === true}
              onChange={(isChecked) => {
                const { ci: _, ...rest } = comparison;
                onChange(isChecked ? { ...rest, ci: true } : rest);
              }}
            />
          )}
          {children}
        </div>
      )}
    </div>
  );
}

interface PartProps {
  left: Operand;
  reading: Reading;
  onChange(left: Operand): void;
}

/** The row of a matrix or option of a ranking that is compared. */
function PartSelect({ left, reading, onChange }: PartProps) {
  const paths = pathsOf(left, reading);
  if (paths.length === 0 || left.type !== "answer") return null;
  return (
    <SelectField
      label={words.part}
      value={left.path ?? ""}
      options={paths.map((path) => [path, partLabel(path, left, reading)])}
      missing={left.path === undefined ? words.nothingYet : undefined}
      onChange={(path) => onChange({ ...left, path })}
    />
  );
}

/** A comparison without a value has no right side, which is a problem of its rule. */
function withRight(comparison: Comparison, value: Json | undefined): Comparison {
  const { right: _, ...rest } = comparison;
  return value === undefined ? rest : { ...comparison, right: value };
}

interface OperandProps {
  left: Operand;
  reading: Reading;
  onChange(left: Operand): void;
}

const keyOf = (left: Operand) => {
  if (left.type === "score") return "score";
  return left.type === "answer" ? `answer:${left.node_id}` : `${left.type}:${left.key}`;
};

function OperandSelect({ left, reading, onChange }: OperandProps) {
  const nodes = readableNodes(reading);
  const options = [
    ...nodes.map((node) => ({
      operand: withFirstPath({ type: "answer", node_id: node.id }, reading),
      name: node.id === reading.from ? words.thisAnswer : nameOfNode(node),
    })),
    { operand: { type: "score" } as Operand, name: words.scoreOption },
    ...(reading.graph.hidden_fields ?? []).map((key) => ({
      operand: { type: "hidden", key } as Operand,
      name: words.hiddenOption(key),
    })),
  ];
  for (const { key, title } of reading.graph.calculations ?? [])
    options.push({ operand: { type: "calculation", key }, name: words.calculationOption(title || key) });
  return (
    <SelectField
      label={words.reads}
      value={keyOf(left)}
      options={options.map(({ operand, name }) => [keyOf(operand), name])}
      missing={unknownName(left, reading)}
      onChange={(key) => {
        const chosen = options.find(({ operand }) => keyOf(operand) === key);
        if (chosen) onChange(chosen.operand);
      }}
    />
  );
}

/** A question may exist and still not be readable here: its settings are unfinished, or it comes later. */
function unknownName(left: Operand, { graph, from }: Reading): string {
  const node = left.type === "answer" ? nodeIn(graph, left.node_id) : undefined;
  if (node) return node.id === from ? words.thisAnswer : nameOfNode(node);
  return words.unknownOption(keyOf(left).split(":").at(-1) ?? "");
}

interface RightProps {
  right: Right;
  value: Json | undefined;
  labelOf(value: string): string;
  onChange(value: Json | undefined): void;
}

/** Returns a number, or the text if it isn't one. The rule then has a problem. */
const numberIn = (line: string): number | string => (Number.isFinite(Number(line)) ? Number(line) : line);

function RightInput({ right, value, labelOf, onChange }: RightProps) {
  const shared = { labelOf, value, choice: null };
  const list = Array.isArray(value) ? value : [];
  switch (right.kind) {
    case "nothing":
      return null;
    case "choice":
      return <ValueInput {...shared} label={words.value} kind="text" choice={right} onChange={onChange} />;
    case "choices":
      return (
        <ChoicesInput label={words.values} labelOf={labelOf} values={right.values} chosen={value} onChange={onChange} />
      );
    case "numbers":
    case "texts":
      return (
        <Labelled label={words.values} description={words.onePerLine}>
          {(attributes) => (
            <Lines
              attributes={attributes}
              lines={list.map(String)}
              {...(right.kind === "numbers" && { meaning: (line: string) => String(numberIn(line)) })}
              onChange={(lines) => onChange(right.kind === "texts" ? lines : lines.map(numberIn))}
            />
          )}
        </Labelled>
      );
    case "pair":
      return [words.low, words.high].map((label, at) => (
        <ValueInput
          key={label}
          {...shared}
          label={label}
          kind={right.of}
          value={list[at]}
          onChange={(end = "") => onChange(at === 0 ? [end, list[1] ?? end] : [list[0] ?? end, end])}
        />
      ));
    case "count":
    case "number":
      return <ValueInput {...shared} label={words.value} kind="number" onChange={onChange} />;
    case "date":
      return <ValueInput {...shared} label={words.value} kind={right.precision} onChange={onChange} />;
    default:
      return <ValueInput {...shared} label={words.value} kind="text" onChange={onChange} />;
  }
}
