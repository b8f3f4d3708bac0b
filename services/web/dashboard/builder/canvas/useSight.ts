import { useReactFlow, useStore } from "@xyflow/react";
import { type RefObject, useEffect, useRef } from "react";
import { useIsNarrow } from "../useView.ts";
import type { Box } from "./boxes.ts";
import { farZoom, type Size, seenSize } from "./firstView.ts";
import type { Positions } from "./positions.ts";
import { boxWidth } from "./size.ts";

/** Of the part of the page that the graph is seen through. */
export const useSize = (): Size =>
  useStore(
    ({ width, height }) => ({ width, height }),
    (a, b) => a.width === b.width && a.height === b.height,
  );

/** The inspector and what is beside it, in px: workspace.module.css. On narrow pages it stands below. */
export const useCovered = (): number => (useIsNarrow() ? 0 : 400);

interface Seen {
  selected: string | null;
  boxes: readonly Box[];
  positions: Positions;
  /** what lies over the top of the canvas while something is selected */
  covering: RefObject<HTMLElement | null>;
}

/**
 * Brings what was selected by a key or elsewhere into sight. What somebody points at is in sight already: whoever selects it so
 * puts its id into what this gives.
 */
export function useSight({ selected, boxes, positions, covering }: Seen) {
  const flow = useReactFlow();
  const covered = useCovered();
  const size = seenSize(useSize(), covered);
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
    const above = covering.current ? covering.current.offsetTop + covering.current.offsetHeight : 0;
    const isInside =
      left >= 0 && top >= above && left + boxWidth * zoom <= view.width && top + box.height * zoom <= view.height;
    if (isInside && zoom >= farZoom) return;
    const near = Math.max(zoom, 0.6);
    const aside = covered / 2 / near;
    void flow.setCenter(place.x + boxWidth / 2 + aside, place.y + box.height / 2, { zoom: near });
  }, [selected, flow, covering, covered]);
  return pointedAt;
}
