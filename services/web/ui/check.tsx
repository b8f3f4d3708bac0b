import styles from "./check.module.css";

interface Props {
  label: string;
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
}

/** A box to tick, with what it says beside it. */
export const Check = ({ label, isChecked, onChange }: Props) => (
  <label className={styles.check}>
    <input type="checkbox" checked={isChecked} onChange={({ currentTarget: { checked } }) => onChange(checked)} />
    {label}
  </label>
);
