import type { ReactNode } from "react";
import styles from "./select.module.css";

/** Names by value, in order. Pairs keep the order of values that are digits. */
export type Options<Value extends string> =
  | Readonly<Record<Value, string>>
  | readonly (readonly [value: Value, name: string])[];

interface Props<Value extends string> {
  /** for screen readers, where no `<label>` names it */
  label?: string;
  id?: string | undefined;
  "aria-describedby"?: string | undefined;
  "aria-invalid"?: true | undefined;
  title?: string | undefined;
  value: Value;
  options: Options<Value>;
  /** the name of a value outside the options, such as a deleted question; it is offered too */
  missing?: string | undefined;
  /** `<optgroup>`s after the options */
  children?: ReactNode;
  isDisabled?: boolean;
  /** a field of its own, a small one in a row, or text until it is pointed at or focused */
  look?: "field" | "small" | "text";
  onChange: (value: Value) => void;
}

/** The browser's own list, which works well by keyboard, on phones and in browsers that translate. */
export function Select<Value extends string>({
  label,
  value,
  options,
  missing,
  children,
  isDisabled,
  look = "field",
  onChange,
  ...attributes
}: Props<Value>) {
  const pairs = isPairs(options) ? options : (Object.entries(options) as [Value, string][]);
  return (
    <select
      {...attributes}
      aria-label={label}
      className={`${styles.select} ${styles[look]}`}
      value={value}
      disabled={isDisabled}
      onChange={({ currentTarget }) => onChange(currentTarget.value as Value)}
    >
      {missing !== undefined && !pairs.some(([one]) => one === value) && <option value={value}>{missing}</option>}
      {pairs.map(([one, name]) => (
        <option key={one} value={one}>
          {name}
        </option>
      ))}
      {children}
    </select>
  );
}

const isPairs = <Value extends string>(
  options: Options<Value>,
): options is readonly (readonly [value: Value, name: string])[] => Array.isArray(options);
