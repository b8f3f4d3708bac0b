import { Position, ViewportPortal } from "@xyflow/react";
import type { Box } from "./boxes.ts";
import styles from "./canvas.module.css";
import type { RuleEdge } from "./flow.ts";
import { pathOf } from "./ruleEdge.tsx";
import { cardWidth, headMiddle, type Positions, rowMiddle } from "./size.ts";

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
      const ends = {
        sourceX: from.x + cardWidth,
        sourceY: from.y + rowMiddle(box, index),
        targetX: target.x,
        targetY: target.y + headMiddle,
        sourcePosition: Position.Right,
        targetPosition: Position.Left,
      };
      lines.push(pathOf(ends, runsOf.get(edge ?? "") ?? [])[0]);
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
