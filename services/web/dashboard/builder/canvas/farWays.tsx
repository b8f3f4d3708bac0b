import { ViewportPortal } from "@xyflow/react";
import type { Box } from "./boxes.ts";
import styles from "./canvas.module.css";
import type { Positions } from "./positions.ts";
import { boxWidth, headMiddle, rowMiddle } from "./size.ts";

/** All ways as one line each in one path: from far, where nobody points at one of them, 2,000 cost as much as one. */
export function FarWays({ boxes, positions }: { boxes: readonly Box[]; positions: Positions }) {
  const lines: string[] = [];
  for (const box of boxes) {
    const from = positions.get(box.id);
    box.rows.forEach(({ to }, at) => {
      const target = to === null ? undefined : positions.get(to);
      if (!from || !target) return;
      lines.push(`M${from.x + boxWidth} ${from.y + rowMiddle(box, at)}L${target.x} ${target.y + headMiddle}`);
    });
  }
  return (
    <ViewportPortal>
      <svg className={styles.farWays} aria-hidden="true">
        <path d={lines.join("")} />
      </svg>
    </ViewportPortal>
  );
}
