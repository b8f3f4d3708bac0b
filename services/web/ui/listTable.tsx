import type { ReactNode } from "react";
import styles from "./listTable.module.css";

interface Props {
  label: string;
  /** Titles by name, in order. Rows name their own values for screen readers. */
  columns: Record<string, string>;
  /** Sets `--columns`, the `grid-template-columns` of all rows, and hides the head with `--head: none`. */
  className: string | undefined;
  /** selects all rows, in the first column */
  selectAll?: ReactNode;
  /** each a `<li className={listRowClass}>` */
  children: ReactNode;
}

/** A list with a head and columns. Each row opens its page through a link with `opensClass`. */
export const ListTable = ({ label, columns, className, selectAll, children }: Props) => (
  <div className={`${styles.table} ${className}`}>
    <div className={styles.head}>
      {selectAll}
      {Object.entries(columns).map(([name, title]) => (
        <span key={name} aria-hidden="true">
          {title}
        </span>
      ))}
    </div>
    <ul className={styles.rows} aria-label={label}>
      {children}
    </ul>
  </div>
);

export const listRowClass = styles.row as string;
export const listTitleClass = styles.title as string;
export const opensClass = styles.opens as string;
/** For controls beside the link, which must be above it. */
export const rowActionsClass = styles.actions as string;
