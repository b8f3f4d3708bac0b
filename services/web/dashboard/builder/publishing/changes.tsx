import type { Change } from "../../../../../shared/domain/graph/diff/change.ts";
import { diff } from "../../../../../shared/domain/graph/diff/diff.ts";
import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import * as words from "../../../strings/en/dashboard/builder/problems.ts";
import { nameOfNode } from "../types/names.ts";
import styles from "./publishing.module.css";

const changesShown = 50;

interface Props {
  from: Graph;
  to: Graph;
  title: string;
  /** where nothing differs */
  none: string;
  /** of a version that is to be published: which changes break comparing its answers with the ones before */
  tellsImpact?: boolean;
}

/** What differs between two states of a form, one change a line. */
export function Changes({ from, to, title, none, tellsImpact = false }: Props) {
  const changes = diff({ graph: from }, { graph: to });
  if (changes.length === 0) return <p>{none}</p>;
  const isBreaking = tellsImpact && changes.some(({ impact }) => impact === "breaking");
  return (
    <section>
      <h3>{title}</h3>
      {isBreaking && <p className={styles.breakingText}>{words.breakingText}</p>}
      <ul className={styles.changes}>
        {changes.slice(0, changesShown).map((change, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: changes have no name but their place
          <li key={at}>
            {textOf(change, to, from)}{" "}
            {tellsImpact && change.impact === "breaking" && (
              <strong className={styles.breaking}>{words.breaking}</strong>
            )}
            {tellsImpact && <span className={styles.why}>{change.why}</span>}
          </li>
        ))}
      </ul>
      {changes.length > changesShown && <p>{words.more(changes.length - changesShown)}</p>}
    </section>
  );
}

function textOf({ subject, node_id, change, field }: Change, graph: Graph, previous: Graph): string {
  const node = [...graph.nodes, ...previous.nodes].find(({ id }) => id === node_id);
  const what = field === null ? words.changeKinds[change] : words.changedField(field);
  return words.change(words.subjects[subject], node ? `“${nameOfNode(node)}”` : (node_id ?? ""), what);
}
