import * as words from "../../../strings/en/dashboard/links.ts";
import { mutedClass } from "../../../ui/muted.ts";
import styles from "./links.module.css";
import type { People, RowFaults } from "./peopleRows.ts";
import { personColumn, type Table } from "./peopleTable.ts";

interface Props {
  table: Table;
  people: People;
  corrected: ReadonlyMap<string, string>;
  onCorrect: (cell: string, value: string) => void;
}

/** More rows are listed once these are corrected. */
const shownFaults = 20;

/** The rows with a fault, to correct in place. Corrected ones stay, so that no field vanishes while it is typed in. */
export function Faults({ table, people: { links, faults }, corrected, onCorrect }: Props) {
  const title = faults.length === 0 ? words.allCorrected : words.correctTitle(faults.length);
  return (
    <section aria-label={title} className={styles.faults}>
      <div className={styles.faultsHead}>
        <h3 className={styles.label}>{title}</h3>
        {faults.length > 0 && links.length > 0 && <span className={mutedClass}>{words.othersFine(links.length)}</span>}
      </div>
      <ul className={styles.faultList}>
        {shownRows(faults, corrected).map((fault) => (
          <Row key={fault.row} fault={fault} table={table} corrected={corrected} onCorrect={onCorrect} />
        ))}
      </ul>
      {faults.length > shownFaults && <p className={mutedClass}>{words.moreFaults(faults.length - shownFaults)}</p>}
    </section>
  );
}

type ShownRow = Omit<RowFaults, "cells"> & { cells: { column: number; text?: string }[] };

/** Returns the first faulty rows, and all cells that were corrected. */
function shownRows(faults: readonly RowFaults[], corrected: Props["corrected"]): ShownRow[] {
  const rows = new Map<number, ShownRow>(faults.slice(0, shownFaults).map((fault) => [fault.row, fault]));
  for (const cell of corrected.keys()) {
    const [row = 0, column = 0] = cell.split(" ").map(Number);
    const shown = rows.get(row) ?? faults.find((fault) => fault.row === row) ?? { row, isDouble: false, cells: [] };
    const isListed = shown.cells.some((one) => one.column === column);
    const cells = isListed ? shown.cells : [...shown.cells, { column }].sort((a, b) => a.column - b.column);
    rows.set(row, { ...shown, cells });
  }
  return [...rows.values()].sort((a, b) => a.row - b.row);
}

interface RowProps extends Omit<Props, "people"> {
  fault: ShownRow;
}

/** A row's person, and cells under their column's name. A plain list has only one column. */
function Row({ fault: { row, isDouble, cells }, table, corrected, onCorrect }: RowProps) {
  const number = table.numbers[row] ?? 0;
  const hasColumns = table.columns.length > 1;
  const person = personColumn(table);
  const cellText = (column: number) => corrected.get(`${row} ${column}`) ?? table.rows[row]?.[column] ?? "";
  return (
    <li className={styles.faultRow}>
      <p className={styles.faultHead}>
        <span className={styles.number}>{words.rowNumber(number)}</span>
        {!cells.some(({ column }) => column === person) && <strong>{cellText(person)}</strong>}
      </p>
      {cells.map(({ column, text }) => {
        const name = table.columns[column]?.name ?? "";
        const id = `fault-${row}-${column}`;
        return (
          <div key={column} className={styles.fault}>
            {hasColumns && (
              <span aria-hidden="true" className={styles.faultColumn}>
                {name}
              </span>
            )}
            <input
              aria-label={hasColumns ? words.cellOf(name, number) : words.rowNumber(number)}
              aria-invalid={text !== undefined && !isDouble}
              aria-describedby={id}
              readOnly={isDouble}
              value={cellText(column)}
              onChange={({ currentTarget }) => onCorrect(`${row} ${column}`, currentTarget.value)}
            />
            <span id={id} data-fine={isDouble || text === undefined || undefined} className={styles.faultText}>
              {text ?? words.corrected}
            </span>
          </div>
        );
      })}
    </li>
  );
}
