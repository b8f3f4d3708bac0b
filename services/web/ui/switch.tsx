import styles from "./switch.module.css";

interface Props {
  /** for screen readers; its row names it */
  label: string;
  isOn: boolean;
  isDisabled?: boolean;
  onChange: (isOn: boolean) => void;
}

/** Turns a setting on or off immediately. */
export const Switch = ({ label, isOn, isDisabled = false, onChange }: Props) => (
  <button
    type="button"
    role="switch"
    aria-label={label}
    aria-checked={isOn}
    disabled={isDisabled}
    className={styles.switch}
    onClick={() => onChange(!isOn)}
  />
);
