import type { ReactNode } from "react";
import styles from "./checkbox.module.css";

interface Props {
  label: ReactNode;
  isChecked: boolean;
  /** some of the things it stands for are checked */
  isPartly?: boolean;
  isDisabled?: boolean;
  /** Hides the label, which screen readers still read: the box's row names it. */
  isBare?: boolean;
  onChange: (isChecked: boolean) => void;
}

/** The browser's own checkbox, drawn like the other fields, with its label. */
export const Checkbox = ({ label, isChecked, isPartly = false, isDisabled, isBare, onChange }: Props) => (
  <label className={isBare ? styles.bare : styles.checkbox}>
    <input
      type="checkbox"
      className={styles.box}
      checked={isChecked}
      disabled={isDisabled}
      ref={(box) => {
        if (box) box.indeterminate = isPartly;
      }}
      onChange={({ currentTarget: { checked } }) => onChange(checked)}
    />
    {isBare ? <span className="visually-hidden">{label}</span> : label}
  </label>
);
