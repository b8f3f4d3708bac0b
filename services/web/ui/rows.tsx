import type { CSSProperties, ReactNode } from "react";
import styles from "./rows.module.css";

interface Props {
  label?: string;
  isOrdered?: boolean;
  /** `grid-template-columns` of all rows; stacked on narrow screens */
  columns?: string;
  /** each a `<li className={rowClass}>` */
  children: ReactNode;
}

/** A list of bordered rows. */
export function Rows({ label, isOrdered = false, columns, children }: Props) {
  const List = isOrdered ? "ol" : "ul";
  const shared = columns === undefined ? {} : { style: { "--columns": columns } as CSSProperties };
  return (
    <List
      {...shared}
      className={columns === undefined ? rowsClass : `${rowsClass} ${styles.aligned}`}
      aria-label={label}
    >
      {children}
    </List>
  );
}

const rowsClass = styles.rows as string;
export const rowClass = styles.row as string;
