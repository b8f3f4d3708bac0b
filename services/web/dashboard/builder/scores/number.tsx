import { NumberField } from "../../../ui/fields/simpleFields.tsx";

interface Props {
  label: string;
  description?: string | null;
  placeholder?: string;
  value: number | undefined;
  onChange(value: number | undefined): void;
}

/** A number field without a schema. */
export const NumberInput = ({ label, description = null, placeholder, value, onChange }: Props) => (
  <NumberField
    field={{
      key: label,
      kind: "number",
      label,
      description,
      isRequired: false,
      schema: placeholder === undefined ? {} : { default: placeholder },
    }}
    value={value}
    onChange={(next) => onChange(typeof next === "number" ? next : undefined)}
  />
);
