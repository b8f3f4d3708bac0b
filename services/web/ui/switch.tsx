import styles from "./switch.module.css";

interface Props {
  /** says what is so when it is on */
  label: string;
  isOn: boolean;
  isDisabled?: boolean;
  /** id of its description */
  describedBy?: string | undefined;
  /** Hides the label, which screen readers still read: the switch's row names it. */
  isBare?: boolean;
  onChange: (isOn: boolean) => void;
}

/** Turns a setting on or off. The browser's own checkbox, which screen readers call a switch. */
export const Switch = ({ label, isOn, isDisabled, describedBy, isBare, onChange }: Props) => (
  <label className={styles.switch}>
    <input
      type="checkbox"
      // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox has its own state, and may not have this attribute (ARIA in HTML)
      role="switch"
      className={styles.track}
      aria-describedby={describedBy}
      checked={isOn}
      disabled={isDisabled}
      onChange={({ currentTarget: { checked } }) => onChange(checked)}
    />
    {isBare ? <span className="visually-hidden">{label}</span> : label}
  </label>
);
