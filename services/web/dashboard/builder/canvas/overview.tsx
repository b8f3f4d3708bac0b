import { MiniMap } from "@xyflow/react";
import { useMemo } from "react";
import * as words from "../../../strings/en/dashboard/builder/canvas.ts";
import type { Box } from "./boxes.ts";
import styles from "./canvas.module.css";
import { isReadWhole, seenSize } from "./firstView.ts";
import type { Positions } from "./positions.ts";
import { useCovered, useSize } from "./useSight.ts";

const mapSize = { width: 160, height: 110 };
/** on less it would cover what it is to help with */
const least = { width: 480, height: 420 };

/** The whole graph, small: where it cannot be read as a whole, and there is room for it. */
export function Overview({ boxes, positions }: { boxes: readonly Box[]; positions: Positions }) {
  const size = seenSize(useSize(), useCovered());
  const isNeeded = useMemo(
    () => size.width >= least.width && size.height >= least.height && !isReadWhole(boxes, positions, size),
    [boxes, positions, size],
  );
  if (!isNeeded) return null;
  return (
    <MiniMap
      className={styles.minimap as string}
      style={mapSize}
      position="bottom-left"
      pannable
      ariaLabel={words.minimap}
    />
  );
}
