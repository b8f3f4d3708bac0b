import type { ImportResult } from "../../../../shared/api/shapes/imports.ts";
import * as words from "../../strings/en/dashboard/importing.ts";
import { Badge } from "../../ui/badge.tsx";
import { Figures } from "../../ui/figures.tsx";
import { Notice } from "../../ui/notice.tsx";
import styles from "./importing.module.css";

/** Shows what an import found, and what is changed or lost, each with its place. */
export function ImportReport({ result }: { result: ImportResult }) {
  const { format, counts, issues, causes } = result;
  // the others are in the list below
  const shared = causes.filter(({ issues_count }) => issues_count > 1);
  const keys = ["found", "converted", "changed", "lost"] as const;
  return (
    <section className={styles.report}>
      <h3>{words.foundIn(format)}</h3>
      <Figures figures={keys.map((key) => [words.figures[key], counts[key]])} />
      {issues.length === 0 && <Notice kind="good">{words.complete}</Notice>}
      {issues.length > 0 && (
        <>
          {shared.length > 0 && (
            <>
              <h4>{words.causesTitle}</h4>
              <ul>
                {shared.map(({ message, issues_count }) => (
                  <li key={message}>
                    {message} <span className={styles.help}>{words.causeIssues(issues_count)}</span>
                  </li>
                ))}
              </ul>
            </>
          )}
          <h4>{words.issuesTitle(issues.length)}</h4>
          <ul className={styles.issues}>
            {issues.map(({ severity, source, message, node_id }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
              <li key={at}>
                <Badge kind={severity === "lost" ? "danger" : "warning"}>{words.severities[severity]}</Badge>
                <div>
                  {message}
                  <div className={styles.help}>{node_id === null ? source : `${source} → ${node_id}`}</div>
                </div>
              </li>
            ))}
          </ul>
          {issues.length >= issueLimit && <p>{words.firstIssues(issueLimit)}</p>}
        </>
      )}
    </section>
  );
}

/** Issues in a response. */
const issueLimit = 500;
