import * as words from "../../../strings/en/dashboard/builder/preview.ts";
import { TextField } from "../../../ui/textField.tsx";

interface Props {
  keys: readonly string[];
  values: Readonly<Record<string, string>>;
  onChange(values: Record<string, string>): void;
}

/** Fields for the values that a respondent's link would have. */
export function HiddenInputs({ keys, values, onChange }: Props) {
  if (keys.length === 0) return null;
  return (
    <details data-own-undo>
      <summary>{words.hidden}</summary>
      {keys.map((key) => (
        <TextField
          key={key}
          label={key}
          value={values[key] ?? ""}
          maxLength={1_000}
          onChange={(value) => onChange({ ...values, [key]: value })}
        />
      ))}
    </details>
  );
}
