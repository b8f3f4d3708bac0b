import { isEmpty } from "../../../../../../shared/domain/questions/index.ts";
import type { Domain } from "../../../../../../shared/domain/questions/question.ts";
import { chooseValue } from "../../../../strings/en/dashboard/fields.ts";
import { FieldGroup } from "../../../../ui/fields/labelled.tsx";
import { SelectField } from "../../../../ui/selectField.tsx";
import { partLabel, valueLabel } from "../../conditions/sentence.ts";
import { ChoicesInput, ValueInput } from "../../conditions/valueInputs.tsx";
import { useGraph } from "../../editing/useEditor.ts";
import { useQuestionTable } from "../../types/questionTable.ts";
import type { FieldProps } from "./props.ts";

/** A valid answer to the question, entered by its domain. An optional one can be cleared. */
export function AnswerField({ field, node, value, onChange: change, problems }: FieldProps) {
  const onChange = (next: unknown) => change(!field.isRequired && isEmpty(next) ? undefined : next);
  const table = useQuestionTable();
  const reading = { graph: useGraph(), from: node.id, table };
  const { domain } = table.factsOf(node);
  const left = { type: "answer", node_id: node.id } as const;
  const label = (one: string) => valueLabel(one, left, reading);
  const shared = { label: field.label, description: field.description, problems };
  if (domain?.family === "many")
    return <ChoicesInput {...shared} values={domain.values} labelOf={label} chosen={value} onChange={onChange} />;
  if (domain?.family === "rank" || domain?.family === "row") {
    const parts = partsOf(domain, value);
    return (
      <FieldGroup {...shared}>
        {parts.map(({ key, name, chosen, values, put }) => (
          <SelectField
            key={key}
            label={domain.family === "row" ? partLabel(name, left, reading) : name}
            value={chosen}
            options={[["", chooseValue], ...values.map((one): [string, string] => [one, label(one)])]}
            onChange={(next) => onChange(put(next))}
          />
        ))}
      </FieldGroup>
    );
  }
  const kind = domain?.family === "num" ? "number" : domain?.family === "date" ? "date" : "text";
  const choice = domain?.family === "one" ? { values: domain.values, open: domain.open } : null;
  return (
    <ValueInput
      {...shared}
      kind={kind}
      choice={choice}
      isOptional={!field.isRequired}
      labelOf={label}
      value={value}
      onChange={onChange}
    />
  );
}

interface Part {
  key: string;
  name: string;
  chosen: string;
  values: readonly string[];
  put(chosen: string): unknown;
}

/** Ranks of a ranking, rows of a matrix. */
function partsOf(domain: Domain & { family: "rank" | "row" }, value: unknown): Part[] {
  if (domain.family === "row") {
    const cells = (value ?? {}) as Record<string, string>;
    return domain.rows.map((row) => ({
      key: row,
      name: row,
      chosen: cells[row] ?? "",
      values: domain.columns,
      put: (chosen) => {
        const { [row]: _, ...others } = cells;
        return chosen === "" ? others : { ...others, [row]: chosen };
      },
    }));
  }
  const ranked = Array.isArray(value) ? (value as string[]) : [];
  return domain.values.map((_, at) => ({
    key: String(at),
    name: `${at + 1}.`,
    chosen: ranked[at] ?? "",
    values: domain.values,
    put: (chosen) => {
      const rest = ranked.filter((one, index) => one !== chosen && index !== at);
      return chosen === "" ? rest : rest.toSpliced(at, 0, chosen);
    },
  }));
}
