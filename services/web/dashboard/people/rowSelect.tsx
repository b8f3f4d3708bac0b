import styles from "./rowSelect.module.css";

interface Props<Value extends string> {
  /** for a `<label>`, in place of `label` */
  id?: string;
  label?: string;
  value: Value;
  /** names by value, in order */
  options: Readonly<Record<Value, string>>;
  onChange: (value: Value) => void;
}

/** A small menu in a row. */
export const RowSelect = <Value extends string>({ id, label, value, options, onChange }: Props<Value>) => (
  <select
    id={id}
    className={styles.select}
    aria-label={label}
    value={value}
    onChange={({ currentTarget }) => onChange(currentTarget.value as Value)}
  >
    {Object.entries<string>(options).map(([name, text]) => (
      <option key={name} value={name}>
        {text}
      </option>
    ))}
  </select>
);
