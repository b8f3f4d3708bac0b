import type { ReactNode } from "react";
import styles from "./rowTexts.module.css";

interface Props {
  name: ReactNode;
  /** below the name */
  text: ReactNode;
  /** whether the name is a heading of level 3 */
  isHeading?: boolean;
}

/** The name of a row over its details. Takes the row's free width. */
export const RowTexts = ({ name, text, isHeading = false }: Props) => (
  <div className={styles.texts}>
    {isHeading ? <h3 className={styles.name}>{name}</h3> : <p className={styles.name}>{name}</p>}
    <p className={styles.text}>{text}</p>
  </div>
);
