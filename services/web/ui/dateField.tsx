import { useId, useState } from "react";
import { dayWanted } from "../strings/en/dashboard/filters.ts";
import styles from "./field.module.css";

interface Props {
  label: string;
  /** `YYYY-MM-DD`, or empty */
  value: string;
  /** first and last allowed dates */
  min?: string | undefined;
  max?: string | undefined;
  onChange: (day: string) => void;
}

/** A half-typed year is in the first centuries. */
const earliest = "2000-01-01";
const latest = "2099-12-31";

/** The browser's date field. Ignores dates out of range and shows the reason. */
export function DateField({ label, value, min, max, onChange }: Props) {
  const id = useId();
  const [typed, setTyped] = useState(value);
  const [shown, setShown] = useState(value);
  const [isWrong, setWrong] = useState(false);
  // the URL changed elsewhere, by Back or a link
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
