import * as words from "../../../../strings/en/dashboard/builder/formula.ts";
import { Labelled } from "../../../../ui/fields/labelled.tsx";
import type { Option } from "./available.ts";

interface Props {
  label: string;
  options: readonly Option[];
  value: string;
  onChange(value: string): void;
}

/** A menu that also shows a value which no longer exists. */
export const OptionSelect = ({ label, options, value, onChange }: Props) => (
  <Labelled label={label}>
    {(attributes) => (
      <select {...attributes} value={value} onChange={({ target }) => onChange(target.value)}>
        {!options.some((option) => option.value === value) && (
          <option value={value}>{value === "" ? words.none : words.missing(value)}</option>
        )}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.name}
          </option>
        ))}
      </select>
    )}
  </Labelled>
);
