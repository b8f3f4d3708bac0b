import { MiniMap, type Node } from "@xyflow/react";
import * as words from "../../../strings/en/dashboard/builder/canvas.ts";
import styles from "./canvas.module.css";
import { seenSize } from "./firstView.ts";
import { useSize } from "./useSight.ts";

const mapSize = { width: 168, height: 104 };
/** On a smaller canvas the map would cover what it helps with. */
const least = { width: 480, height: 420 };
const colorOf = ({ selected }: Node) => (selected ? "var(--brand)" : "var(--xy-minimap-node-background-color)");

/** The whole graph as a small map, on a canvas with room for it. */
export function Overview({ covered }: { covered: number }) {
  const { width, height } = seenSize(useSize(), covered);
  if (width < least.width || height < least.height) return null;
  return (
    <MiniMap
      className={styles.minimap as string}
      style={mapSize}
      position="bottom-left"
      nodeColor={colorOf}
      nodeBorderRadius={24}
      maskStrokeColor="var(--brand)"
      maskStrokeWidth={1.5}
      pannable
      ariaLabel={words.minimap}
    />
  );
}
