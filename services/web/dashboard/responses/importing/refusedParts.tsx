import type { CheckedImport } from "../../../../../shared/api/shapes/responseImports.ts";
import * as words from "../../../strings/en/dashboard/importResponses.ts";
import styles from "./importing.module.css";

/** Cells and rows of a file that aren't imported, with their reasons. */
export function RefusedParts({ refused_count, refused }: Pick<CheckedImport, "refused_count" | "refused">) {
  if (refused_count === 0) return null;
  return (
    <section className={styles.refused}>
      <h3>{words.refusals(refused_count)}</h3>
      {refused_count > refused.length && <p>{words.firstOf(refused.length)}</p>}
      <ul>
        {refused.map(({ row, column, reason }) => (
          <li key={`${row} ${column} ${reason}`}>
            <span>{words.row(row)}</span>
            <strong>{column ?? words.whole}</strong>
            <span>{reason}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
