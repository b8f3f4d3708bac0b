import { useState } from "react";
import type { Graph } from "../../../../shared/domain/graph/types.ts";
import * as words from "../../strings/en/dashboard/insights.ts";
import { Legend } from "../../ui/plots/legend.tsx";
import { percent } from "../../ui/plots/plane.tsx";
import type { FunnelRow } from "./funnelRows.ts";
import { FunnelFigures, NodeName } from "./nodeName.tsx";
import { ShowMore } from "./showMore.tsx";
import styles from "./walk.module.css";
import { walkOrder } from "./walkOrder.ts";

interface Props {
  rows: readonly FunnelRow[];
  graph: Pick<Graph, "nodes" | "edges" | "entry_node_id">;
}

const pageSize = 50;

const legend = [
  { series: "main", text: words.went.on },
  { series: "marked", text: words.went.left },
] as const;

/** The graph step by step; ways that part stand beside each other. */
export function Walk({ rows, graph }: Props) {
  const [shown, setShown] = useState(pageSize);
  const byId = new Map(rows.map((row) => [row.node_id, row]));
  const steps = walkOrder(graph);
  const top = Math.max(1, ...rows.map(({ reached }) => reached));
  return (
    <>
      <Legend rows={legend} />
      <ol className={styles.steps} aria-label={words.walkLabel}>
        {steps.slice(0, shown).map(({ nodes }, at) => (
          <li key={nodes[0]?.id} className={styles.step}>
            <span className="visually-hidden">{words.step(at + 1)}</span>
            <ul className={styles.nodes}>
              {nodes.map(({ id, next }) => {
                const row = byId.get(id);
                return (
                  row && <Node key={id} row={row} top={top} next={parting(next, steps[at + 1]?.nodes ?? [], byId)} />
                );
              })}
            </ul>
          </li>
        ))}
      </ol>
      <ShowMore shown={shown} all={steps.length} step={pageSize} onShow={setShown} />
    </>
  );
}

/** Where a node leads to, if that is another place than all of the next step. */
function parting(
  next: readonly string[],
  following: readonly { id: string }[],
  rows: ReadonlyMap<string, FunnelRow>,
): FunnelRow[] {
  const isAll = next.length === following.length && following.every(({ id }) => next.includes(id));
  return isAll ? [] : next.flatMap((id) => rows.get(id) ?? []);
}

function Node({ row, top, next }: { row: FunnelRow; top: number; next: readonly FunnelRow[] }) {
  return (
    <li className={styles.node}>
      <NodeName row={row} />
      <svg className={styles.bar} aria-hidden="true">
        <rect className={styles.went} width={percent((row.reached - row.left) / top)} height="100%" />
        <rect
          className={styles.left}
          x={percent((row.reached - row.left) / top)}
          width={percent(row.left / top)}
          height="100%"
        />
      </svg>
      <FunnelFigures row={row} />
      {next.length > 0 && (
        <span className={styles.next}>
          {words.leadsTo}{" "}
          {next
            .map(({ number }) => number)
            .toSorted((a, b) => a - b)
            .join(", ")}
        </span>
      )}
    </li>
  );
}
