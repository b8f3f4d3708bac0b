import * as words from "../../../strings/en/dashboard/links.ts";
import { mutedClass } from "../../../ui/muted.ts";
import styles from "./links.module.css";
import type { People, Table } from "./peopleRows.ts";

interface Props {
  table: Table;
  people: People;
  corrected: ReadonlyMap<string, string>;
  onCorrect: (cell: string, value: string) => void;
}

/** More are listed once these are corrected. */
const shownFaults = 20;

/** The rows with a fault, to correct in place. */
export function Faults({ table, people: { links, faults }, corrected, onCorrect }: Props) {
  return (
    <section aria-label={words.correctTitle(faults.length)} className={styles.faults}>
      <div className={styles.faultsHead}>
        <h3 className={styles.label}>{words.correctTitle(faults.length)}</h3>
        {links.length > 0 && <span className={mutedClass}>{words.othersFine(links.length)}</span>}
      </div>
      {faults.slice(0, shownFaults).map(({ row, column, text, isDouble }) => {
        const cell = `${row} ${column}`;
        const number = table.numbers[row] ?? 0;
        return (
          <div key={cell} className={styles.fault}>
            <span aria-hidden="true" className={styles.number}>
              {number}
            </span>
            <input
              aria-label={words.rowNumber(number)}
              aria-invalid={!isDouble}
              aria-describedby={`fault-${row}-${column}`}
              readOnly={isDouble}
              value={corrected.get(cell) ?? table.rows[row]?.[column] ?? ""}
              onChange={({ currentTarget }) => onCorrect(cell, currentTarget.value)}
            />
            <span id={`fault-${row}-${column}`} data-double={isDouble || undefined} className={styles.faultText}>
              {text}
            </span>
          </div>
        );
      })}
      {faults.length > shownFaults && <p className={mutedClass}>{words.moreFaults(faults.length - shownFaults)}</p>}
    </section>
  );
}
