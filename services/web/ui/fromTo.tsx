import styles from "./fromTo.module.css";
import { Icon } from "./icon.tsx";

interface Props {
  /** null if there was none */
  before: string | null;
  after: string | null;
}

/** A value that replaced another one. */
export const FromTo = ({ before, after }: Props) => (
  <span className={styles.pair}>
    {before !== null && (
      <del className={styles.before} dir="auto">
        {before}
      </del>
    )}
    {before !== null && after !== null && <Icon name="arrow-right" size={15} />}
    {after !== null && (
      <ins className={styles.after} dir="auto">
        {after}
      </ins>
    )}
  </span>
);
