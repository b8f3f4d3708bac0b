import type { ReactNode } from "react";
import styles from "./emptyState.module.css";

/** Where nothing is yet: what it would be, and the next step. */
export function EmptyState({ title, text, children }: { title: string; text?: string; children?: ReactNode }) {
  return (
    <section className={styles.empty}>
      <h2 className={styles.title}>{title}</h2>
      {text && <p>{text}</p>}
      {children}
    </section>
  );
}
