import { useReactFlow, useStore } from "@xyflow/react";
import { type RefObject, useEffect, useRef, useState } from "react";
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

/** px around the inspector: workspace.module.css */
const inspectorMargins = 28;

/** Returns the px at the end that the inspector covers. On narrow pages it stands below the canvas. */
export function useCovered(inspector: RefObject<HTMLElement | null>): number {
  const isNarrow = useIsNarrow();
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = inspector.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(element.offsetWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [inspector]);
  return isNarrow || width === 0 ? 0 : width + inspectorMargins;
}

/** px that the map and the zoom buttons cover at the bottom; the map ends at `map`. */
const floating = { map: 200, mapHeight: 132, zoomHeight: 72 };

/** px between a card that came into view and the edge */
const margin = 24;

/** Returns by how much a card must move to be in view. The start counts more than the end. */
const moveInto = (card: { from: number; length: number }, view: { from: number; to: number }): number =>
  Math.max(view.from - card.from, Math.min(0, view.to - card.from - card.length));

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
    if (zoom < farZoom) {
      const near = 0.6;
      const aside = covered / 2 / near;
      void flow.setCenter(position.x + cardWidth / 2 + aside, position.y + box.height / 2, { zoom: near });
      return;
    }
    // no farther than needed, so that the cards before it stay in view
    const right = moveInto({ from: left, length: cardWidth * zoom }, { from: margin, to: view.width - margin });
    const down = moveInto({ from: top, length: box.height * zoom }, { from: above, to: view.height - below });
    if (right !== 0 || down !== 0) void flow.setViewport({ x: x + right, y: y + down, zoom });
  }, [selected, flow, covering, covered]);
  return pointedAt;
}
