import { type Precision, precisionInputs } from "../../../../../../shared/domain/dates.ts";
import { defaults } from "../../../../../../shared/domain/questions/defaults.ts";
import * as words from "../../../../strings/en/dashboard/builder/inspector.ts";
import { problemsBeside, problemsOf } from "../../../../ui/fields/field.ts";
import { FieldGroup, Labelled } from "../../../../ui/fields/labelled.tsx";
import { NumberField } from "../../../../ui/fields/simpleFields.tsx";
import { SelectField } from "../../../../ui/selectField.tsx";
import type { FieldProps } from "./props.ts";

const kinds = [
  ["none", words.noDate],
  ["fixed", words.fixedDate],
  ["moving", words.movingDate],
] as const;

/** A date at the precision of the question, or a number of days from the day of the answer. */
export function DateField(props: FieldProps) {
  const { field, value, onChange, problems = [] } = props;
  const isFixed = typeof value === "string" && value !== "today";
  const kind = value === undefined ? "none" : isFixed ? "fixed" : "moving";
  const moving = field.schema.anyOf?.find(({ type }) => type === "object");
  const [key = "", days] = Object.entries(moving?.properties ?? {})[0] ?? [];
  const precision = (props.node.data?.config?.precision ?? defaults.date.precision) as Precision;
  const become = (next: string) => onChange(next === "none" ? undefined : next === "fixed" ? "" : { [key]: 0 });
  return (
    <FieldGroup label={field.label} description={field.description} problems={problemsBeside([key], problems)}>
      <SelectField
        label={words.dateKind(field.label)}
        value={kind}
        options={days && precision !== "time" ? kinds : kinds.slice(0, 2)}
        onChange={become}
      />
      {kind === "fixed" && (
        <Labelled label={words.fixedDate}>
          {(attributes) => (
            <input
              {...attributes}
              type={precisionInputs[precision] ?? "text"}
              value={value as string}
              onChange={({ target }) => onChange(target.value)}
            />
          )}
        </Labelled>
      )}
      {kind === "moving" && days && (
        <NumberField
          {...props}
          problems={problemsOf(key, problems)}
          field={{
            key,
            kind: "integer",
            label: days.title ?? words.movingDate,
            description: days.description ?? null,
            isRequired: true,
            schema: days,
          }}
          value={value === "today" ? 0 : (value as Record<string, unknown>)[key]}
          onChange={(count) => onChange({ [key]: count ?? 0 })}
        />
      )}
    </FieldGroup>
  );
}
