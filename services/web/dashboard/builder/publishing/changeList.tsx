import type { Change } from "../../../../../shared/domain/graph/diff/change.ts";
import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import { toneClass } from "../../../parts/tone.ts";
import * as words from "../../../strings/en/dashboard/builder/problems.ts";
import { changeText } from "./changeText.ts";
import styles from "./publishing.module.css";

interface Props {
  changes: readonly Change[];
  older: Graph;
  newer: Graph;
  /** what is left out is counted */
  limit: number;
  /** which of them break comparing answers, and why */
  tellsImpact: boolean;
}

/** What changed from one state of a form to another, one change a line. */
export function ChangeList({ changes, older, newer, limit, tellsImpact }: Props) {
  return (
    <>
      {tellsImpact && changes.some(({ impact }) => impact === "breaking") && (
        <p className={styles.breakingText}>{words.breakingText}</p>
      )}
      <ul className={styles.changes}>
        {changes.slice(0, limit).map((change, at) => {
          const { what, values } = changeText(change, older, newer);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: changes have no name but their place
            <li key={at}>
              {what}{" "}
              {tellsImpact && change.impact === "breaking" && (
                <strong className={`${styles.breaking} ${toneClass("danger")}`}>{words.breaking}</strong>
              )}
              {values !== null && <span className={styles.values}>{values}</span>}
              {tellsImpact && <span className={styles.why}>{change.why}</span>}
            </li>
          );
        })}
      </ul>
      {changes.length > limit && <p>{words.more(changes.length - limit)}</p>}
    </>
  );
}
