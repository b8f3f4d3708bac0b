import { problemLimit } from "../../../../../shared/domain/graph/limits.ts";
import type { Graph, Problem } from "../../../../../shared/domain/graph/types.ts";
import { problemCodes } from "../../../../../shared/domain/shapes/problem.ts";
import { smallButtonClass } from "../../../parts/button.tsx";
import { Panel } from "../../../parts/section.tsx";
import * as words from "../../../strings/en/dashboard/builder/problems.ts";
import { useEditor, useGraph } from "../editing/useEditor.ts";
import type { DryRun } from "../preview/useTrace.ts";
import { nameOfNode } from "../types/names.ts";
import { ExamplePlay } from "./examplePlay.tsx";
import styles from "./problems.module.css";
import { type Found, isCut } from "./useProblems.ts";

interface Props {
  found: Found;
  onPlay(run: DryRun): void;
  onClose(): void;
}

/** All that publishing would say, each leading to its place. */
export function ProblemsPanel({ found, onPlay, onClose }: Props) {
  const editor = useEditor();
  const graph = useGraph();
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
              onClick={() => editor.select(problem.node_id ?? null)}
            >
              <strong>
                {words.severities[problem.severity]}: {problemCodes[problem.code][0]}
              </strong>{" "}
              <span>{placeOf(problem, graph)}</span> <span>{problem.message}</span>
            </button>
            {problem.example && <ExamplePlay example={problem.example} onPlay={onPlay} />}
          </li>
        ))}
      </ul>
      {isCut(found.problems) && <p>{words.isCut(problemLimit)}</p>}
    </Panel>
  );
}

export function placeOf({ node_id, edge_index }: Problem, graph: Graph): string {
  const nameOf = (id: string | undefined) => {
    const node = graph.nodes.find((one) => one.id === id);
    return node ? nameOfNode(node) : (id ?? words.ofForm);
  };
  const edge = edge_index === undefined ? undefined : graph.edges[edge_index];
  return words.at(nameOf(node_id ?? edge?.from), edge ? words.rule(nameOf(edge.to)) : null);
}
