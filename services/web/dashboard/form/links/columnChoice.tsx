import * as words from "../../../strings/en/dashboard/links.ts";
import { Select } from "../../../ui/select.tsx";
import { titleText } from "../../../ui/titleText.ts";
import styles from "./links.module.css";
import type { Column, ColumnUse, Known } from "./peopleTable.ts";

interface Props {
  columns: readonly Column[];
  known: Known;
  onChange: (columns: readonly Column[]) => void;
}

/** The meaning of each column of a file. */
export function Columns({ columns, known, onChange }: Props) {
  const uses = {
    ...words.columnUses,
    ...Object.fromEntries(known.hidden.map((key) => [`hidden.${key}`, words.hiddenUse(key)])),
    ...Object.fromEntries(
      known.questions.map(({ id, title }) => [`answer.${id}`, words.answerUse(titleText(title) || id)]),
    ),
  } as Record<ColumnUse, string>;
  const change = (at: number, use: ColumnUse) =>
    onChange(columns.map((column, index) => (index === at ? { ...column, use } : freed(column, use))));
  return (
    <section aria-label={words.columnsTitle} className={styles.columns}>
      <h3 className={styles.label}>{words.columnsTitle}</h3>
      <ul className={styles.columnList}>
        {columns.map(({ name, samples, use }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: columns of a file can have the same name
          <li key={at} className={styles.column}>
            <div className={styles.columnText}>
              <strong>{name}</strong>
              <span>{samples.join(", ")}</span>
            </div>
            <Select
              look="small"
              label={words.columnUse(name)}
              value={use}
              options={uses}
              onChange={(next) => change(at, next)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** One column has each use, and one names people. */
function freed(column: Column, taken: ColumnUse): Column {
  const names = (use: ColumnUse) => use === "person" || use === "reference";
  const isTaken = taken !== "leave" && (column.use === taken || (names(taken) && names(column.use)));
  return isTaken ? { ...column, use: "leave" } : column;
}
