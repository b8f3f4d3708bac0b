import styles from "./check.module.css";

interface Props {
  label: string;
  isChecked: boolean;
  onChange: (isChecked: boolean) => void;
}

/** A checkbox with its label. */
export const Check = ({ label, isChecked, onChange }: Props) => (
  <label className={styles.check}>
    <input type="checkbox" checked={isChecked} onChange={({ currentTarget: { checked } }) => onChange(checked)} />
    {label}
  </label>
);
