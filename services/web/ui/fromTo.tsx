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
    {after !== null && (
      <span className={styles.to}>
        {before !== null && <Icon name="arrow-right" size={15} />}
        <ins className={styles.after} dir="auto">
          {after}
        </ins>
      </span>
    )}
  </span>
);
