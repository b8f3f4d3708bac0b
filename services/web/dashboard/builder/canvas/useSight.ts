import { type ReactFlowInstance, useReactFlow, useStore } from "@xyflow/react";
import { useEffect, useRef } from "react";
import type { Box } from "./boxes.ts";
import type { CardNode, WayEdge } from "./flow.ts";
import type { Positions } from "./positions.ts";
import { boxWidth } from "./size.ts";

/** Below that zoom a node is a box. */
export const farZoom = 0.45;
export const zooms = { minZoom: 0.05, maxZoom: 1.5 };
/** Letters of 14 px are not smaller than 10 then. */
const readableZoom = 0.7;
const firstZoom = 0.8;
const firstEdge = 40;

/** All of it where it can be read; else what is selected, or the start, and what comes after it. */
export async function showFirst(
  flow: ReactFlowInstance<CardNode, WayEdge>,
  boxes: readonly Box[],
  positions: Positions,
  selected: string | null,
): Promise<void> {
  await flow.fitView({ maxZoom: 1, padding: 0.08 });
  if (flow.getZoom() >= readableZoom) return;
  const id = selected ?? boxes.find(({ isEntry }) => isEntry)?.id ?? boxes[0]?.id ?? "";
  const { x, y } = positions.get(id) ?? { x: 0, y: 0 };
  await flow.setViewport({ x: firstEdge - x * firstZoom, y: 2 * firstEdge - y * firstZoom, zoom: firstZoom });
}

/**
 * Brings what was selected by a key or elsewhere into sight. What somebody points at is in sight already: whoever selects it so
 * puts its id into what this gives.
 */
export function useSight(selected: string | null, boxes: readonly Box[], positions: Positions) {
  const flow = useReactFlow();
  const size = useStore(
    ({ width, height }) => ({ width, height }),
    (a, b) => a.width === b.width && a.height === b.height,
  );
  const pointedAt = useRef<string | null>(null);
  const latest = useRef({ boxes, positions, size });
  latest.current = { boxes, positions, size };
  useEffect(() => {
    const pointed = pointedAt.current;
    pointedAt.current = null;
    if (selected === null || selected === pointed) return;
    const { boxes: all, positions: places, size: view } = latest.current;
    const [place, box] = [places.get(selected), all.find(({ id }) => id === selected)];
    if (!place || !box || view.width === 0) return;
    const { x, y, zoom } = flow.getViewport();
    const [left, top] = [place.x * zoom + x, place.y * zoom + y];
    const isInside =
      left >= 0 && top >= 0 && left + boxWidth * zoom <= view.width && top + box.height * zoom <= view.height;
    if (isInside && zoom >= farZoom) return;
    void flow.setCenter(place.x + boxWidth / 2, place.y + box.height / 2, { zoom: Math.max(zoom, 0.6) });
  }, [selected, flow]);
  return pointedAt;
}
