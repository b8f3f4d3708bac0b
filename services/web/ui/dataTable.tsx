import type { ReactNode } from "react";
import styles from "./dataTable.module.css";

export interface Column<Row> {
  title: string;
  cell: (row: Row) => ReactNode;
  /** right-aligned, to compare values */
  isNumber?: boolean;
  /** field of the `ordering` parameter; makes the heading a button */
  field?: string;
}

interface Props<Row> {
  /** for screen readers; sighted readers have a heading */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** `-` before a field means descending */
  ordering?: string;
  onOrder?: (ordering: string) => void;
}

/** Scrolls horizontally on narrow screens, by keyboard too. */
export function DataTable<Row>({ caption, columns, rows, keyOf, ordering, onOrder }: Props<Row>) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard (WCAG 2.1.1)
    <section className={styles.scroll} aria-label={caption} tabIndex={0}>
      <table className={styles.table}>
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ title, isNumber, field }) => (
              <th key={title} scope="col" data-number={isNumber} aria-sort={sortOf(field, ordering)}>
                {field && onOrder ? (
                  <button type="button" className={styles.order} onClick={() => onOrder(nextOrdering(field, ordering))}>
                    {title}
                    <span aria-hidden="true">{arrows[sortOf(field, ordering) ?? "none"]}</span>
                  </button>
                ) : (
                  title
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ title, cell, isNumber }) => (
                <td key={title} data-number={isNumber}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const arrows = { ascending: "▲", descending: "▼", none: "" };

function sortOf(field: string | undefined, ordering: string | undefined) {
  if (field === undefined) return undefined;
  if (ordering === `-${field}`) return "descending";
  return ordering === field ? "ascending" : undefined;
}

/** Starts with descending order, then toggles. */
const nextOrdering = (field: string, ordering: string | undefined): string =>
  ordering === `-${field}` ? field : `-${field}`;
