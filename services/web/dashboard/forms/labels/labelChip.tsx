import styles from "./labels.module.css";

/** A label of a form. Its color follows from its name, so that it is the same everywhere. */
export const LabelChip = ({ label }: { label: string }) => (
  <span className={styles.chip} data-hue={hueOf(label)}>
    <bdi>{label}</bdi>
  </span>
);

const hues = 6;

export const hueOf = (label: string): number =>
  [...label.toLowerCase()].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 10_007, 0) % hues;
