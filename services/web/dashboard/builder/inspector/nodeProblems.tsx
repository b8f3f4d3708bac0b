import type { Problem } from "../../../../../shared/domain/graph/types.ts";
import { problemCodes } from "../../../../../shared/domain/shapes/problem.ts";
import { severityClass } from "../../../parts/tone.ts";
import styles from "./inspector.module.css";

/** What is wrong here, with what it means. */
export function NodeProblems({ problems }: { problems: readonly Problem[] }) {
  if (problems.length === 0) return null;
  return (
    <ul className={styles.problems}>
      {problems.map(({ code, severity, message }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a problem is known by its place alone
        <li key={at} className={severityClass(severity)}>
          <strong>{problemCodes[code][0]}</strong>: {message}
        </li>
      ))}
    </ul>
  );
}
