import { useId } from "react";
import styles from "./field.module.css";

interface Props<Value extends string> {
  label: string;
  value: Value;
  /** labels by value, in order */
  options: Record<Value, string>;
  /** why the service refused the value */
  problem?: string | undefined;
  onChange: (value: Value) => void;
}

/** The browser's own list, which works well on phones. */
export function SelectField<Value extends string>({ label, value, options, problem, onChange }: Props<Value>) {
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
        {...(problem !== undefined && { "aria-invalid": true, "aria-describedby": `${id}-problem` })}
        onChange={({ currentTarget }) => onChange(currentTarget.value as Value)}
      >
        {Object.entries<string>(options).map(([name, text]) => (
          <option key={name} value={name}>
            {text}
          </option>
        ))}
      </select>
      {problem !== undefined && (
        <p id={`${id}-problem`} role="alert" className={styles.error}>
          {problem}
        </p>
      )}
    </div>
  );
}
