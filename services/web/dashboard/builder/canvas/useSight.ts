import { useReactFlow, useStore } from "@xyflow/react";
import { type RefObject, useEffect, useRef } from "react";
import { useIsNarrow } from "../useView.ts";
import type { Box } from "./boxes.ts";
import { farZoom, type Size, seenSize } from "./firstView.ts";
import { cardWidth, type Positions } from "./size.ts";

/** Returns the size of the canvas. */
export const useSize = (): Size =>
  useStore(
    ({ width, height }) => ({ width, height }),
    (a, b) => a.width === b.width && a.height === b.height,
  );

/** Width of the inspector with its margins, in px: workspace.module.css. On narrow pages it stands below the canvas. */
export const useInspectorWidth = (): number => (useIsNarrow() ? 0 : 400);

/** px that the map and the zoom buttons cover at the bottom; the map ends at `map`. */
const floating = { map: 200, mapHeight: 132, zoomHeight: 72 };

interface Seen {
  selected: string | null;
  boxes: readonly Box[];
  positions: Positions;
  /** px at the end that the inspector covers */
  covered: number;
  /** the bar that covers the top while a node is selected */
  covering: RefObject<HTMLElement | null>;
}

/**
 * Moves a node that a key or another panel selected into view. Put the id of a node that was clicked into the returned ref: it is
 * in view already.
 */
export function useSight({ selected, boxes, positions, covered, covering }: Seen) {
  const flow = useReactFlow();
  const size = seenSize(useSize(), covered);
  const pointedAt = useRef<string | null>(null);
  const latest = useRef({ boxes, positions, size });
  latest.current = { boxes, positions, size };
  useEffect(() => {
    const pointed = pointedAt.current;
    pointedAt.current = null;
    if (selected === null || selected === pointed) return;
    const { boxes: all, positions: at, size: view } = latest.current;
    const [position, box] = [at.get(selected), all.find(({ id }) => id === selected)];
    if (!position || !box || view.width === 0) return;
    const { x, y, zoom } = flow.getViewport();
    const [left, top] = [position.x * zoom + x, position.y * zoom + y];
    const above = covering.current ? covering.current.offsetTop + covering.current.offsetHeight : 0;
    const below = left < floating.map ? floating.mapHeight : floating.zoomHeight;
    const isInside =
      left >= 0 &&
      top >= above &&
      left + cardWidth * zoom <= view.width &&
      top + box.height * zoom <= view.height - below;
    if (isInside && zoom >= farZoom) return;
    const near = Math.max(zoom, 0.6);
    const aside = covered / 2 / near;
    void flow.setCenter(position.x + cardWidth / 2 + aside, position.y + box.height / 2, { zoom: near });
  }, [selected, flow, covering, covered]);
  return pointedAt;
}
