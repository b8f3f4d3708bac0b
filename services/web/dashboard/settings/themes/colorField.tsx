import * as words from "../../../strings/en/dashboard/themes.ts";
import { TextField } from "../../../ui/textField.tsx";
import { isColor } from "./look.ts";
import styles from "./themes.module.css";

interface Props {
  label: string;
  name: string;
  value: string;
  onChange: (value: string) => void;
}

/** A color to type or to pick. */
export function ColorField({ label, name, value, onChange }: Props) {
  return (
    <div className={styles.color}>
      <input
        type="color"
        aria-label={words.pick(label)}
        value={isColor(value) ? value : "#000000"}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
      <TextField label={label} name={name} value={value} onChange={onChange} isRequired maxLength={7} />
    </div>
  );
}
