import { useId } from "react";
import styles from "./members.module.css";

interface Props<Value extends string> {
  label: string;
  value: Value;
  /** values in order */
  values: readonly Value[];
  names: Record<Value, string>;
  /** why it can't be changed */
  fixed?: string | undefined;
  onChange: (value: Value) => void;
}

/** A choice in a row, which looks like text until it is pointed at or focused. */
export function TextSelect<Value extends string>({ label, value, values, names, fixed, onChange }: Props<Value>) {
  const reason = useId();
  return (
    <>
      <select
        className={styles.choice}
        aria-label={label}
        aria-describedby={fixed === undefined ? undefined : reason}
        title={fixed}
        disabled={fixed !== undefined}
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value as Value)}
      >
        {values.map((one) => (
          <option key={one} value={one}>
            {names[one]}
          </option>
        ))}
      </select>
      {fixed !== undefined && (
        <span id={reason} hidden>
          {fixed}
        </span>
      )}
    </>
  );
}
