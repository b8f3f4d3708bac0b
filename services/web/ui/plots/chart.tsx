import { type ReactNode, useId, useState } from "react";
import * as words from "../../strings/en/dashboard/plots.ts";
import { cardClass } from "../card.ts";
import styles from "./chart.module.css";

interface Props {
  title: string;
  /** before the actions */
  note?: string;
  /** at the end of the head: a legend, a choice of views */
  actions?: ReactNode;
  /** the same figures, rendered once it is opened */
  table: () => ReactNode;
  children: ReactNode;
}

/** A chart in its card, with its figures as a table on demand. */
export function Chart({ title, note, actions, table, children }: Props) {
  const heading = useId();
  const [isOpen, setOpen] = useState(false);
  const toggle = isOpen ? words.hideTable : words.asTable;
  return (
    <figure className={`${cardClass} ${styles.chart}`} aria-labelledby={heading}>
      <div className={styles.head}>
        <h2 id={heading} className={styles.title}>
          {title}
        </h2>
        <div className={styles.actions}>
          {note && <span>{note}</span>}
          {actions}
          <button
            type="button"
            className={`text-link ${styles.toggle}`}
            aria-expanded={isOpen}
            aria-label={`${toggle}${words.ofPlot(title)}`}
            onClick={() => setOpen(!isOpen)}
          >
            {toggle}
          </button>
        </div>
      </div>
      {children}
      {isOpen && <ChartTable>{table()}</ChartTable>}
    </figure>
  );
}

/** Keeps a long table within its card: it scrolls under its headings. */
export const ChartTable = ({ children }: { children: ReactNode }) => <div className={styles.table}>{children}</div>;
