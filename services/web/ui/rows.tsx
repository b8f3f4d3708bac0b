import type { CSSProperties, ReactNode } from "react";
import styles from "./rows.module.css";

interface Props {
  label?: string;
  isOrdered?: boolean;
  /** `grid-template-columns` that all rows share; on a narrow screen what a row holds is below one another */
  columns?: string;
  /** each a `<li className={rowClass}>` */
  children: ReactNode;
}

/** A list whose rows each have a border around them. */
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
