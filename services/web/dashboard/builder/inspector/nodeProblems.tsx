import type { Problem } from "../../../../../shared/domain/graph/types.ts";
import { severityLabels } from "../../../strings/en/dashboard/builder/problems.ts";
import { severityClass } from "../../../ui/tone.ts";
import { useProblemText } from "../problems/useProblemText.ts";
import styles from "./inspector.module.css";

/** The problems of a question. */
export function NodeProblems({ problems }: { problems: readonly Problem[] }) {
  const textOf = useProblemText();
  if (problems.length === 0) return null;
  return (
    <ul className={styles.problems}>
      {problems.map((problem, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a problem is known by its place alone
        <li key={at} className={severityClass(problem.severity)}>
          <strong>{severityLabels[problem.severity]}</strong> {textOf(problem)}
        </li>
      ))}
    </ul>
  );
}
