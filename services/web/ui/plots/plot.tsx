import { type ReactNode, useState } from "react";
import * as words from "../../strings/en/dashboard/plots.ts";
import styles from "./plot.module.css";

interface Props {
  title: string;
  /** the same figures as a table, made when it is opened */
  table?: () => ReactNode;
  children: ReactNode;
}

/** A plot in its frame, with its table below. */
export function Plot({ title, table, children }: Props) {
  return (
    <figure className={styles.figure} aria-label={title}>
      {children}
      {table && <AsTable title={title}>{table}</AsTable>}
    </figure>
  );
}

/** Renders a large table only on request. */
export function AsTable({ title, children }: { title: string; children: () => ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details className={styles.details} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        {words.asTable}
        <span className="visually-hidden">{words.ofPlot(title)}</span>
      </summary>
      {isOpen && children()}
    </details>
  );
}
