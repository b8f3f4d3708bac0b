import { ViewportPortal } from "@xyflow/react";
import type { Box } from "./boxes.ts";
import styles from "./canvas.module.css";
import { cardWidth, headMiddle, type Positions, rowMiddle } from "./size.ts";

/** All edges as straight lines of one path. Zoomed out, where edges can't be selected, 2,000 cost as much as one. */
export function FarEdges({ boxes, positions }: { boxes: readonly Box[]; positions: Positions }) {
  const lines: string[] = [];
  for (const box of boxes) {
    const from = positions.get(box.id);
    box.rows.forEach(({ to }, index) => {
      const target = to === null ? undefined : positions.get(to);
      if (!from || !target) return;
      lines.push(`M${from.x + cardWidth} ${from.y + rowMiddle(box, index)}L${target.x} ${target.y + headMiddle}`);
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
