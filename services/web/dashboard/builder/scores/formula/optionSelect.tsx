import * as words from "../../../../strings/en/dashboard/builder/formula.ts";
import { SelectField } from "../../../../ui/selectField.tsx";
import type { Option } from "./available.ts";

interface Props {
  label: string;
  options: readonly Option[];
  value: string;
  onChange(value: string): void;
}

/** A menu that also shows a value which no longer exists. */
export const OptionSelect = ({ label, options, value, onChange }: Props) => (
  <SelectField
    label={label}
    value={value}
    options={options.map((option) => [option.value, option.name])}
    missing={value === "" ? words.none : words.missing(value)}
    onChange={onChange}
  />
);
