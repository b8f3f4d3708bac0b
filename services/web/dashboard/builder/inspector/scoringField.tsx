import * as words from "../../../strings/en/dashboard/builder/inspector.ts";
import { type FieldProblem, problemsBeside, problemsOf } from "../../../ui/fields/field.ts";
import { FieldGroup } from "../../../ui/fields/labelled.tsx";
import { NumberField } from "../../../ui/fields/simpleFields.tsx";
import { SelectField } from "../../../ui/selectField.tsx";
import { partLabel, valueLabel } from "../conditions/sentence.ts";
import { useGraph } from "../editing/useEditor.ts";
import { readable } from "../types/names.ts";
import { useQuestionTable } from "../types/questionTable.ts";
import { fieldsOf } from "./fields.ts";
import { withMember } from "./kinds/groupField.tsx";
import { useNestedInput } from "./kinds/nestedInput.ts";
import type { FieldProps } from "./kinds/props.ts";
import { isPointsTable, modesOf, startScoring } from "./scoring.ts";

type Members = Record<string, unknown>;

/** The scoring mode of a question, and the fields of that mode's schema. */
export function ScoringField({ field, node, value, onChange, problems = [] }: FieldProps) {
  const FieldInput = useNestedInput();
  const modes = modesOf(field.schema);
  const scoring = (value ?? {}) as Members;
  const mode = modes.find(({ name }) => name === scoring.mode);
  const shown = mode ? Object.keys(mode.schema.properties).filter((key) => key !== "mode") : [];
  return (
    <FieldGroup label={words.scoring} problems={problemsBeside(shown, problems)}>
      <SelectField
        label={words.mode}
        value={mode?.name ?? ""}
        options={[
          ["", words.noScoring],
          ...modes.map(({ name }): [string, string] => [name, words.modes[name] ?? readable(name)]),
        ]}
        onChange={(next) => onChange(startScoring(modes.find(({ name }) => name === next)))}
      />
      {mode &&
        fieldsOf(mode.schema).map((one) =>
          one.key === "mode" ? null : isPointsTable(one.schema) ? (
            <PointsTable
              key={one.key}
              label={one.label}
              node={node}
              points={(scoring[one.key] ?? {}) as Points}
              problems={problemsOf(one.key, problems)}
              onChange={(points) => onChange({ ...scoring, [one.key]: points })}
            />
          ) : (
            <FieldInput
              key={one.key}
              field={one}
              node={node}
              value={Object.hasOwn(scoring, one.key) ? scoring[one.key] : one.schema.default}
              problems={problemsOf(one.key, problems)}
              onChange={(next) => onChange(withMember(scoring, one.key, next))}
            />
          ),
        )}
    </FieldGroup>
  );
}

type Points = Record<string, number | Record<string, number>>;

interface TableProps {
  label: string;
  node: FieldProps["node"];
  points: Points;
  problems: readonly FieldProblem[];
  onChange(points: Points): void;
}

/** Points by value, or by row and column of a matrix. */
function PointsTable({ label, node, points, problems, onChange }: TableProps) {
  const table = useQuestionTable();
  const reading = { graph: useGraph(), from: node.id, table };
  const left = { type: "answer", node_id: node.id } as const;
  const { domain } = table.factsOf(node);
  const numberFor = (
    keys: readonly string[],
    name: string,
    value: number | undefined,
    put: (value: unknown) => void,
  ) => (
    <NumberField
      key={keys.join(".")}
      problems={keys.reduce((own, key) => problemsOf(key, own), problems)}
      field={{
        key: keys.join("."),
        kind: "integer",
        label: name,
        description: null,
        isRequired: false,
        schema: { type: "integer" },
      }}
      value={value}
      onChange={put}
    />
  );
  if (domain?.family === "row") {
    return (
      <FieldGroup
        label={label}
        problems={problems.filter(
          ({ at: [row, column] }) => !domain.rows.includes(String(row)) || !domain.columns.includes(String(column)),
        )}
      >
        {domain.rows.flatMap((row) =>
          domain.columns.map((column) => {
            const cells = (points[row] ?? {}) as Members;
            const name = words.cellOf(partLabel(row, left, reading), valueLabel(column, left, reading));
            const put = (value: unknown) => onChange({ ...points, [row]: withMember(cells, column, value) as never });
            return numberFor([row, column], words.pointsFor(name), cells[column] as number | undefined, put);
          }),
        )}
      </FieldGroup>
    );
  }
  const values = domain && "values" in domain ? domain.values : [];
  return (
    <FieldGroup label={label} problems={problemsBeside(values, problems)}>
      {values.map((value) =>
        numberFor(
          [value],
          words.pointsFor(valueLabel(value, left, reading)),
          points[value] as number | undefined,
          (next) => onChange(withMember(points, value, next) as Points),
        ),
      )}
    </FieldGroup>
  );
}
