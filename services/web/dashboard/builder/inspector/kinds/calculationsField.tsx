import { noScores } from "../../../../strings/en/dashboard/builder/inspector.ts";
import fieldStyles from "../../../../ui/fields/fields.module.css";
import { FieldGroup } from "../../../../ui/fields/labelled.tsx";
import { ChoicesInput } from "../../../../ui/fields/valueInputs.tsx";
import { useGraph } from "../../editing/useEditor.ts";
import type { FieldProps } from "./props.ts";

/** Scores of the form as checkboxes, and keys that no longer exist. */
export function CalculationsField({ field, value, problems, onChange }: FieldProps) {
  const { calculations = [] } = useGraph();
  const shared = { label: field.label, description: field.description, problems };
  const chosen = Array.isArray(value) ? value.map(String) : [];
  if (calculations.length + chosen.length === 0)
    return (
      <FieldGroup {...shared} description={null}>
        <p className={fieldStyles.help}>{noScores}</p>
      </FieldGroup>
    );
  const nameOf = (key: string) => calculations.find((one) => one.key === key)?.title || key;
  return (
    <ChoicesInput
      {...shared}
      values={calculations.map(({ key }) => key)}
      chosen={chosen}
      labelOf={nameOf}
      onChange={(keys) => onChange(keys.length > 0 ? keys : undefined)}
    />
  );
}
