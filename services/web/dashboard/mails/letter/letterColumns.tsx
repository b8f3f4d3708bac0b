import type { ReactNode } from "react";
import styles from "./letter.module.css";

interface Props {
  preview: ReactNode;
  children: ReactNode;
}

/** The fields of a letter, and its preview beside them. */
export const LetterColumns = ({ preview, children }: Props) => (
  <div className={styles.columns}>
    <div className={styles.fields}>{children}</div>
    {preview}
  </div>
);
