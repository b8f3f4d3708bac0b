import { useState } from "react";
import type { Graph, GraphNode } from "../../../../shared/domain/graph/types.ts";
import * as words from "../../strings/en/dashboard/insights.ts";
import { numberText } from "../../strings/en/dashboard/numbers.ts";
import { nodesById } from "./distributions.ts";
import { FunnelBar, FunnelFigures, NodeName } from "./funnelParts.tsx";
import type { FunnelRow } from "./funnelRows.ts";
import { ShowMore } from "./showMore.tsx";
import styles from "./walk.module.css";
import { walkOrder } from "./walkOrder.ts";

interface Props {
  rows: readonly FunnelRow[];
  /** the value of a full bar */
  top: number;
  graph: Pick<Graph, "nodes" | "edges" | "entry_node_id">;
}

const pageSize = 50;

/** The graph step by step, with branches side by side. */
export function Walk({ rows, top, graph }: Props) {
  const [shown, setShown] = useState(pageSize);
  const byId = new Map(rows.map((row) => [row.node_id, row]));
  const nodes = nodesById(graph);
  const steps = walkOrder(graph);
  return (
    <>
      <ol className={styles.steps} aria-label={words.walkLabel}>
        {steps.slice(0, shown).map(({ nodes: together }, at) => (
          <li key={together[0]?.id} className={styles.step}>
            <span className="visually-hidden">{words.step(at + 1)}</span>
            <ul className={styles.nodes}>
              {together.map(({ id, next }) => {
                const row = byId.get(id);
                const branches = branching(next, steps[at + 1]?.nodes ?? [], byId);
                return row && <Node key={id} row={row} node={nodes.get(id)} top={top} next={branches} />;
              })}
            </ul>
          </li>
        ))}
      </ol>
      <ShowMore shown={shown} all={steps.length} step={pageSize} onShow={setShown} />
    </>
  );
}

/** Returns the targets of a node, or none if they are all nodes of the next step. */
function branching(
  next: readonly string[],
  following: readonly { id: string }[],
  rows: ReadonlyMap<string, FunnelRow>,
): FunnelRow[] {
  const isAll = next.length === following.length && following.every(({ id }) => next.includes(id));
  return isAll ? [] : next.flatMap((id) => rows.get(id) ?? []);
}

interface NodeProps {
  row: FunnelRow;
  node: GraphNode | undefined;
  top: number;
  next: readonly FunnelRow[];
}

function Node({ row, node, top, next }: NodeProps) {
  const numbers = next.map(({ number }) => number).toSorted((a, b) => a - b);
  return (
    <li className={styles.node}>
      <div className={styles.head}>
        <span className={styles.number}>{numberText(row.number)}</span>
        <NodeName row={row} node={node} />
      </div>
      <FunnelBar row={row} top={top} />
      <div className={styles.figures}>
        <FunnelFigures row={row} />
      </div>
      {next.length > 0 && (
        <span className={styles.next}>
          {words.goesTo} {numbers.map(numberText).join(", ")}
        </span>
      )}
    </li>
  );
}
