import { useId } from "react";
import { type Precision, precisionInputs } from "../../../../shared/domain/dates.ts";
import { chooseValue } from "../../strings/en/dashboard/fields.ts";
import { Checkbox } from "../checkbox.tsx";
import { SelectField } from "../selectField.tsx";
import type { FieldProblem } from "./field.ts";
import { FieldGroup, Labelled } from "./labelled.tsx";
import { keepInStep, leaveOnWheel } from "./simpleFields.tsx";

/** Fields for values of a domain: in conditions, as correct answers and in corrections. */
interface Shared {
  label: string;
  description?: string | null;
  problems?: readonly FieldProblem[] | undefined;
  labelOf(value: string): string;
}

interface ValueProps extends Shared {
  kind: "text" | "number" | Precision;
  /** the allowed values; with `open`, any other text too */
  choice: { values: readonly string[]; open: boolean } | null;
  value: unknown;
  /** Keeps the empty choice when a value is chosen. */
  isOptional?: boolean;
  /** Called with undefined when a number is cleared. */
  onChange(value: string | number | undefined): void;
}

export function ValueInput({ kind, choice, value, isOptional, onChange, labelOf, ...shared }: ValueProps) {
  const list = useId();
  const text = value === undefined || value === null ? "" : String(value);
  if (choice && !choice.open) {
    const none: [string, string][] = isOptional && text !== "" ? [["", chooseValue]] : [];
    return (
      <SelectField
        {...shared}
        value={text}
        options={[...none, ...choice.values.map((one): [string, string] => [one, labelOf(one)])]}
        missing={text || chooseValue}
        onChange={onChange}
      />
    );
  }
  return (
    <Labelled {...shared}>
      {(attributes) => (
        <>
          <input
            {...attributes}
            type={kind === "text" || kind === "number" ? kind : precisionInputs[kind]}
            {...(kind === "number" && { step: "any", onWheel: leaveOnWheel })}
            {...(choice && { list })}
            {...(kind === "number"
              ? { defaultValue: text, ref: (input: HTMLInputElement | null) => keepInStep(input, value) }
              : { value: text })}
            onChange={({ target }) => {
              if (kind !== "number") onChange(target.value);
              else if (!target.validity.badInput) onChange(target.value === "" ? undefined : target.valueAsNumber);
            }}
          />
          {choice && (
            <datalist id={list}>
              {choice.values.map((one) => (
                <option key={one} value={one}>
                  {labelOf(one)}
                </option>
              ))}
            </datalist>
          )}
        </>
      )}
    </Labelled>
  );
}

interface ChoicesProps extends Shared {
  values: readonly string[];
  chosen: unknown;
  onChange(chosen: string[]): void;
}

/** Checkboxes for values. The selection keeps the order of the values. */
export function ChoicesInput({ values, chosen, onChange, labelOf, ...shared }: ChoicesProps) {
  const has = new Set(Array.isArray(chosen) ? chosen.map(String) : []);
  const all = [...values, ...[...has].filter((one) => !values.includes(one))];
  return (
    <FieldGroup {...shared}>
      {all.map((one) => (
        <Checkbox
          key={one}
          label={labelOf(one)}
          isChecked={has.has(one)}
          onChange={(isChecked) => onChange(all.filter((other) => (other === one ? isChecked : has.has(other))))}
        />
      ))}
    </FieldGroup>
  );
}
