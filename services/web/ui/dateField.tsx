import { useId, useState } from "react";
import { dayWanted } from "../strings/en/dashboard/filters.ts";
import styles from "./field.module.css";

interface Props {
  label: string;
  /** `YYYY-MM-DD`; empty: none */
  value: string;
  /** the first and the last day that may be chosen */
  min?: string | undefined;
  max?: string | undefined;
  onChange: (day: string) => void;
}

/** A year that is being typed passes through the first centuries. */
const earliest = "2000-01-01";
const latest = "2099-12-31";

/** The browser's own field of a day. One that may not be chosen is not, and the field says why. */
export function DateField({ label, value, min, max, onChange }: Props) {
  const id = useId();
  const [typed, setTyped] = useState(value);
  const [shown, setShown] = useState(value);
  const [isWrong, setWrong] = useState(false);
  // the address has changed by something else than this field: Back, or a link
  if (shown !== value) {
    setShown(value);
    setTyped(value);
    setWrong(false);
  }
  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        type="date"
        className={styles.input}
        value={typed}
        min={min ?? earliest}
        max={max ?? latest}
        aria-invalid={isWrong}
        aria-describedby={isWrong ? `${id}-error` : undefined}
        data-invalid={isWrong || undefined}
        onChange={({ currentTarget: { validity, value: day } }) => {
          setTyped(day);
          setWrong(!validity.valid);
          if (!validity.valid) return;
          setShown(day);
          onChange(day);
        }}
      />
      {isWrong && (
        <p id={`${id}-error`} className={styles.error}>
          {dayWanted(min, max)}
        </p>
      )}
    </div>
  );
}
