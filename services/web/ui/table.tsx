import type { MouseEvent, ReactNode } from "react";
import * as words from "../strings/en/dashboard/app.ts";
import { Checkbox } from "./checkbox.tsx";
import { Icon } from "./icon.tsx";
import styles from "./table.module.css";

export interface Column<Row> {
  /** `data-cell` of its cells, by which stylesheets lay out cards. `actions` has no visible title. */
  id?: string;
  title: string;
  /** shown in place of the title */
  heading?: ReactNode;
  cell: (row: Row) => ReactNode;
  /** right-aligned, to compare values */
  isNumber?: boolean;
  /** field of the `ordering` parameter; makes the heading a button */
  field?: string | undefined;
}

interface Selection<Row> {
  ids: ReadonlySet<string>;
  labelOf: (row: Row) => string;
  select: (ids: readonly string[], isSelected: boolean) => void;
}

export interface TableProps<Row> {
  /** for screen readers; sighted readers have a heading */
  caption: string;
  /** the first one names the row */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  /** `-` before a field means descending */
  ordering?: string;
  onOrder?: (ordering: string) => void;
  selection?: Selection<Row>;
  /** the row that is open beside the table */
  openKey?: string | null;
  /** opens a row that is pressed beside its links and fields */
  onOpen?: (row: Row) => void;
  /**
   * Sets `--columns`, the `grid-template-columns` of all rows, and `--row`, their height. Below 40 rem of the table's own
   * width, rows are cards. Without it, cells keep to one line, and the table scrolls.
   */
  className?: string | undefined;
}

/** Rows of one kind, such as forms or responses. Its head stays in view. */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, rows, keyOf, className } = props;
  const table = (
    <table {...roles.table} className={className === undefined ? styles.wide : `${styles.list} ${className}`}>
      <caption className="visually-hidden">{caption}</caption>
      <thead {...roles.group}>
        <Head {...props} />
      </thead>
      <tbody {...roles.group}>
        {rows.map((row) => (
          <BodyRow key={keyOf(row)} {...props} row={row} />
        ))}
      </tbody>
    </table>
  );
  if (className !== undefined) return <div className={styles.container}>{table}</div>;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard (WCAG 2.1.1)
    <section className={styles.scroll} aria-label={caption} tabIndex={0}>
      {table}
    </section>
  );
}

const Head = <Row,>({ columns, rows, keyOf, ordering, onOrder, selection }: TableProps<Row>) => (
  <tr {...roles.row}>
    {columns.map(({ id, title, heading = title, isNumber, field }, at) => (
      <th
        key={id ?? title}
        {...roles.head}
        scope="col"
        data-cell={id}
        title={heading === title ? undefined : title}
        data-number={isNumber}
        aria-sort={sortOf(field, ordering)}
      >
        <First box={at === 0 && selection && <SelectAll ids={rows.map(keyOf)} selection={selection} />}>
          {field !== undefined && onOrder ? (
            <Order field={field} ordering={ordering} onOrder={onOrder}>
              {heading}
            </Order>
          ) : id === "actions" ? (
            <span className="visually-hidden">{title}</span>
          ) : (
            heading
          )}
        </First>
      </th>
    ))}
  </tr>
);

function BodyRow<Row>({ columns, row, keyOf, selection, openKey, onOpen }: TableProps<Row> & { row: Row }) {
  const key = keyOf(row);
  const isSelected = selection?.ids.has(key);
  const box = selection && (
    <Checkbox
      isBare
      label={selection.labelOf(row)}
      isChecked={isSelected === true}
      onChange={(isNow) => selection.select([key], isNow)}
    />
  );
  return (
    <tr
      {...roles.row}
      data-selected={isSelected || undefined}
      data-open={key === openKey || undefined}
      data-opens={onOpen && true}
      onClick={onOpen && ((event) => isBesideControls(event) && onOpen(row))}
    >
      {columns.map(({ id, title, cell, isNumber }, at) =>
        at === 0 ? (
          <th key={id ?? title} {...roles.name} scope="row" data-cell={id}>
            <First box={box}>{cell(row)}</First>
          </th>
        ) : (
          <td key={id ?? title} {...roles.cell} data-cell={id} data-title={title} data-number={isNumber}>
            {cell(row)}
          </td>
        ),
      )}
    </tr>
  );
}

/** Some browsers forget what a table's elements are when they are laid out as a grid. */
const roles = {
  table: { role: "table" },
  group: { role: "rowgroup" },
  row: { role: "row" },
  head: { role: "columnheader" },
  name: { role: "rowheader" },
  cell: { role: "cell" },
};

const isBesideControls = ({ target }: MouseEvent): boolean =>
  !(target instanceof Element && target.closest("a, button, input, label"));

/** The first cell of a row, after the box that selects it. */
const First = ({ box, children }: { box: ReactNode; children: ReactNode }) =>
  box ? (
    <span className={styles.first}>
      {box}
      {children}
    </span>
  ) : (
    children
  );

function SelectAll<Row>({ ids, selection }: { ids: readonly string[]; selection: Selection<Row> }) {
  const isAll = ids.length > 0 && ids.every((id) => selection.ids.has(id));
  return (
    <Checkbox
      isBare
      label={words.selectPage}
      isChecked={isAll}
      isPartly={!isAll && ids.some((id) => selection.ids.has(id))}
      onChange={(isSelected) => selection.select(ids, isSelected)}
    />
  );
}

interface OrderProps {
  field: string;
  ordering: string | undefined;
  onOrder: (ordering: string) => void;
  children: ReactNode;
}

/** Starts with descending order, then toggles. */
function Order({ field, ordering, onOrder, children }: OrderProps) {
  const sort = sortOf(field, ordering);
  return (
    <button type="button" className={styles.order} onClick={() => onOrder(sort === "descending" ? field : `-${field}`)}>
      {children}
      {sort && <Icon name={sort === "descending" ? "arrow-down" : "arrow-up"} size={14} />}
    </button>
  );
}

function sortOf(field: string | undefined, ordering: string | undefined) {
  if (field === undefined) return undefined;
  if (ordering === `-${field}`) return "descending";
  return ordering === field ? "ascending" : undefined;
}

interface SkeletonProps {
  /** that of the table */
  className: string | undefined;
  rows?: number;
}

/** A placeholder as high as the table with as many rows. */
export const TableSkeleton = ({ className, rows = 8 }: SkeletonProps) => (
  <div role="status" className={styles.container}>
    <span className="visually-hidden">{words.loading}</span>
    <div className={`${styles.skeleton} ${className}`}>
      <div />
      {Array.from({ length: rows }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are all the same
        <div key={at} />
      ))}
    </div>
  </div>
);

/** For a table whose cards name their values. */
export const labelsClass = styles.labels as string;
export const rowTitleClass = styles.title as string;
/** A link that opens the row, wherever it is pressed. */
export const opensClass = styles.opens as string;
/** For controls beside that link, which must be above it. */
export const rowActionsClass = styles.actions as string;
