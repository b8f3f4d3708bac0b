import type { Problem } from "../../../../../shared/domain/graph/types.ts";
import { problemLimit } from "../../../../../shared/domain/limits.ts";
import * as words from "../../../strings/en/dashboard/builder/problems.ts";
import { smallButtonClass } from "../../../ui/button.tsx";
import { Panel } from "../../../ui/section.tsx";
import { useGraph } from "../editing/useEditor.ts";
import type { DryRun } from "./dryRun.ts";
import { ExamplePlay } from "./examplePlay.tsx";
import { usePageFix } from "./pageFix.ts";
import { placeOf } from "./place.ts";
import styles from "./problems.module.css";
import { type Found, isCut } from "./useProblems.ts";
import { useProblemText } from "./useProblemText.ts";

interface Props {
  found: Found;
  onPlay(run: DryRun): void;
  /** goes to the place of the problem */
  onFix(problem: Problem): void;
  onClose(): void;
}

/** All problems of the form, each with a button to its place. */
export function ProblemsPanel({ found, onPlay, onFix, onClose }: Props) {
  const graph = useGraph();
  const textOf = useProblemText();
  return (
    <Panel
      title={words.panelTitle}
      actions={
        <button type="button" className={`${smallButtonClass} ${styles.button}`} onClick={onClose}>
          {words.close}
        </button>
      }
    >
      {found.problems.length === 0 && <p>{found.graph ? words.none : words.looking}</p>}
      <ul className={styles.list}>
        {found.problems.map((problem, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a problem is known by its place alone
          <li key={at} data-severity={problem.severity}>
            <button
              type="button"
              className={`${smallButtonClass} ${styles.button} ${styles.problem}`}
              onClick={() => onFix(problem)}
            >
              <strong>
                {words.severityLabels[problem.severity]} {placeOf(problem, graph)}
              </strong>{" "}
              <span>{textOf(problem)}</span>
            </button>
            <FixPage problem={problem} />
            {problem.example && <ExamplePlay example={problem.example} onPlay={onPlay} />}
          </li>
        ))}
      </ul>
      {isCut(found.problems) && <p>{words.isCut(problemLimit)}</p>}
    </Panel>
  );
}

/** Sends a rule or the start to the first question of a page. */
function FixPage({ problem }: { problem: Problem }) {
  const fix = usePageFix(problem);
  if (!fix) return null;
  return (
    <button type="button" className={`${smallButtonClass} ${styles.button} ${styles.example}`} onClick={fix.run}>
      {words.goToFirst(fix.target)}
    </button>
  );
}
