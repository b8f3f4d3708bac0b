import { useId } from "react";
import styles from "./field.module.css";

interface Props<Value extends string> {
  label: string;
  value: Value;
  /** labels by value, in order */
  options: Record<Value, string>;
  onChange: (value: Value) => void;
}

/** The browser's own list, which works well on phones. */
export function SelectField<Value extends string>({ label, value, options, onChange }: Props<Value>) {
  const id = useId();
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className={styles.input}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value as Value)}
      >
        {Object.entries<string>(options).map(([name, text]) => (
          <option key={name} value={name}>
            {text}
          </option>
        ))}
      </select>
    </div>
  );
}
