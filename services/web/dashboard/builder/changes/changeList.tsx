import type { Change } from "../../../../../shared/domain/graph/shapes/diff.ts";
import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import * as words from "../../../strings/en/dashboard/builder/changes.ts";
import { FromTo } from "../../../ui/fromTo.tsx";
import { toneClass } from "../../../ui/tone.ts";
import { useQuestionTable } from "../types/questionTable.ts";
import styles from "./changes.module.css";
import { type ChangeLine, changeLines } from "./changeText.ts";

interface Props {
  changes: readonly Change[];
  older: Graph;
  newer: Graph;
  /** more lines are counted */
  limit: number;
  /** marks breaking changes and gives the reason */
  tellsImpact: boolean;
}

/** Changes between two states of a form, one sentence per line. */
export function ChangeList({ changes, older, newer, limit, tellsImpact }: Props) {
  const table = useQuestionTable();
  const lines = changeLines(changes, { older, newer, table });
  return (
    <>
      {tellsImpact && lines.some(({ why }) => why !== null) && (
        <p className={styles.breakingText}>{words.breakingText}</p>
      )}
      <ul className={styles.changes}>
        {lines.slice(0, limit).map(({ text, step, why }) => (
          <li key={text}>
            <ChangeText text={text} step={step} />{" "}
            {tellsImpact && why !== null && (
              <>
                <strong className={`${styles.breaking} ${toneClass("danger")}`}>{words.breaking}</strong>
                <span className={styles.why}>{why}</span>
              </>
            )}
          </li>
        ))}
      </ul>
      {lines.length > limit && <p>{words.more(lines.length - limit)}</p>}
    </>
  );
}

/** A change as a sentence, or as the value that replaced another one. */
export const ChangeText = ({ text, step }: Pick<ChangeLine, "text" | "step">) =>
  step ? (
    <span className={styles.step}>
      <span dir="auto">{step.of}</span> <FromTo before={step.before} after={step.after} />
    </span>
  ) : (
    <span dir="auto">{text}</span>
  );
