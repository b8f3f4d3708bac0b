import { Position, ViewportPortal } from "@xyflow/react";
import type { Box } from "./boxes.ts";
import styles from "./canvas.module.css";
import type { RuleEdge } from "./flow.ts";
import { endsOf } from "./routes.ts";
import { pathOf } from "./ruleEdge.tsx";
import type { Positions } from "./size.ts";

const sides = { sourcePosition: Position.Right, targetPosition: Position.Left };

interface Props {
  boxes: readonly Box[];
  positions: Positions;
  edges: readonly RuleEdge[];
}

/** All edges on their routes, as one path. Zoomed out, where edges can't be selected, 2,000 cost as much as one. */
export function FarEdges({ boxes, positions, edges }: Props) {
  const runsOf = new Map(edges.map(({ id, data }) => [id, data?.runs ?? []]));
  const lines: string[] = [];
  for (const box of boxes) {
    const from = positions.get(box.id);
    box.rows.forEach(({ edge, to }, index) => {
      const target = to === null ? undefined : positions.get(to);
      if (!from || !target) return;
      const ends = endsOf(box, index, from, target);
      lines.push(pathOf({ ...ends, ...sides }, runsOf.get(edge ?? "") ?? [])[0]);
    });
  }
  return (
    <ViewportPortal>
      <svg className={styles.farEdges} aria-hidden="true">
        <path d={lines.join("")} />
      </svg>
    </ViewportPortal>
  );
}
