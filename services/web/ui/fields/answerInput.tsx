import type { Json } from "../../../../shared/domain/json.ts";
import type { Domain } from "../../../../shared/domain/questions/question.ts";
import { isEmpty } from "../../../../shared/domain/questions/reply.ts";
import { cellOf, type RowField, rowsIn } from "../../../../shared/domain/questions/rows.ts";
import * as words from "../../strings/en/dashboard/fields.ts";
import { Button } from "../button.tsx";
import { SelectField } from "../selectField.tsx";
import type { FieldProblem } from "./field.ts";
import { FieldGroup, Labelled } from "./labelled.tsx";
import { ChoicesInput, ValueInput } from "./valueInputs.tsx";

interface Props {
  label: string;
  description?: string | null;
  problems?: readonly FieldProblem[] | undefined;
  /** of the question; null for one that is unknown */
  domain: Domain | null;
  /** of rows; null or absent for other questions */
  fields?: readonly RowField[] | null;
  value: unknown;
  /** It can be cleared. */
  isOptional: boolean;
  /** The text has several lines. */
  isLong?: boolean;
  labelOf(value: string): string;
  rowLabelOf(row: string): string;
  onChange(value: unknown): void;
}

/** A valid answer to a question, entered by its domain. */
export function AnswerInput({
  domain,
  fields,
  value,
  isOptional,
  isLong,
  labelOf,
  rowLabelOf,
  onChange,
  ...shared
}: Props) {
  if (fields && domain?.family === "count")
    return <RowsInput {...shared} fields={fields} most={domain.max} value={value} onChange={onChange} />;
  if (domain?.family === "many")
    return <ChoicesInput {...shared} values={domain.values} labelOf={labelOf} chosen={value} onChange={onChange} />;
  if (domain?.family === "rank" || domain?.family === "row") {
    const parts = partsOf(domain, value);
    return (
      <FieldGroup {...shared}>
        {parts.map(({ key, name, chosen, values, put }) => (
          <SelectField
            key={key}
            label={domain.family === "row" ? rowLabelOf(name) : name}
            value={chosen}
            options={[["", words.chooseValue], ...values.map((one): [string, string] => [one, labelOf(one)])]}
            onChange={(next) => onChange(put(next))}
          />
        ))}
      </FieldGroup>
    );
  }
  if (isLong)
    return (
      <Labelled {...shared}>
        {(attributes) => (
          <textarea
            {...attributes}
            dir="auto"
            rows={4}
            value={String(value ?? "")}
            onChange={({ target }) => onChange(target.value)}
          />
        )}
      </Labelled>
    );
  const kind = domain?.family === "num" ? "number" : domain?.family === "date" ? domain.precision : "text";
  const choice = domain?.family === "one" ? { values: domain.values, open: domain.open } : null;
  return (
    <ValueInput
      {...shared}
      kind={kind}
      choice={choice}
      isOptional={isOptional}
      labelOf={labelOf}
      value={value}
      onChange={onChange}
    />
  );
}

interface RowsProps extends Pick<Props, "label" | "description" | "problems" | "value" | "onChange"> {
  fields: readonly RowField[];
  most: number;
}

/** Rows of records, each with an input for every field. */
function RowsInput({ fields, most, value, onChange, ...shared }: RowsProps) {
  const rows = rowsIn((value ?? null) as Json);
  return (
    <FieldGroup {...shared}>
      {rows.map((row, at) => {
        const name = words.row(at + 1);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no name but their place
          <FieldGroup key={at} label={name}>
            {fields.map(({ key, title, question }) => (
              <AnswerInput
                key={key}
                label={title}
                domain={question.domain}
                value={cellOf(row, key) ?? undefined}
                isOptional={!question.is_required}
                isLong={question.type === "long_text"}
                labelOf={(one) => question.labels.get(one) ?? one}
                rowLabelOf={(one) => one}
                onChange={(next) => {
                  const { [key]: _, ...others } = row;
                  onChange(rows.with(at, isEmpty(next) ? others : { ...row, [key]: next as Json }));
                }}
              />
            ))}
            <Button
              look="plain"
              size="small"
              aria-label={words.removePairOf(name)}
              onPress={() => onChange(rows.toSpliced(at, 1))}
            >
              {words.removePair}
            </Button>
          </FieldGroup>
        );
      })}
      {rows.length < most && (
        <Button look="plain" size="small" icon="plus" onPress={() => onChange([...rows, {}])}>
          {words.addPair}
        </Button>
      )}
    </FieldGroup>
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
