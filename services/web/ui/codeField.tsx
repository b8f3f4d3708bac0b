import { useId } from "react";
import styles from "./codeField.module.css";

interface Props {
  label: string;
  isLabelHidden?: boolean;
  value: string;
  isWrong?: boolean;
  autoFocus?: boolean;
  /** `large` fills its line */
  size?: "medium" | "large";
  onChange: (digits: string) => void;
}

const length = 6;

/** A field for six digits, which look like boxes. Spaces and dashes of a pasted code are left out. */
export function CodeField({
  label,
  isLabelHidden,
  value,
  isWrong = false,
  autoFocus,
  size = "medium",
  onChange,
}: Props) {
  const id = useId();
  const boxes = Array.from({ length }, (_, at) => at);
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={isLabelHidden ? "visually-hidden" : styles.label}>
        {label}
      </label>
      <div className={styles.boxes} data-size={size} data-wrong={isWrong || undefined}>
        <input
          id={id}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          // biome-ignore lint/a11y/noAutofocus: the only field of its step
          autoFocus={autoFocus}
          aria-invalid={isWrong || undefined}
          value={value}
          onChange={({ currentTarget }) => onChange(currentTarget.value.replaceAll(/\D/g, "").slice(0, length))}
        />
        {boxes.map((at) => (
          <span key={at} aria-hidden="true" data-next={at === Math.min(value.length, length - 1) || undefined}>
            {value[at]}
          </span>
        ))}
      </div>
    </div>
  );
}
