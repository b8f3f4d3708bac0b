import { getViewportForBounds, type Viewport } from "@xyflow/react";
import type { Box } from "./boxes.ts";
import type { Positions } from "./positions.ts";
import { boxWidth } from "./size.ts";

/** Below that zoom a node is a box. */
export const farZoom = 0.45;
export const zooms = { minZoom: 0.05, maxZoom: 1.5 };
/** A form is read as a whole from there on; titles of 14 px are larger than 8 then. */
const readableZoom = 0.6;
const firstZoom = 0.8;
const firstEdge = 40;

const [edge, bar, buttons] = [16, 76, 72];
/** Beside all boxes, where they are shown as a whole: the buttons of the canvas lie over none of them. */
export const wholePadding = { x: `${edge}px`, top: `${bar}px`, bottom: `${buttons}px` } as const;

export interface Size {
  width: number;
  height: number;
}

/** The part that the inspector at the end does not cover. */
export const seenSize = ({ width, height }: Size, covered: number): Size => ({
  width: Math.max(1, width - covered),
  height,
});

const wholeView = (boxes: readonly Box[], positions: Positions, { width, height }: Size): Viewport =>
  getViewportForBounds(boundsOf(boxes, positions), width, height, zooms.minZoom, 1, wholePadding);

/** Can all of it be read at once? */
export const isReadWhole = (boxes: readonly Box[], positions: Positions, size: Size): boolean =>
  wholeView(boxes, positions, size).zoom >= readableZoom;

/** All of it where it can be read; else what is selected, or the start, and what comes after it, with as much of its height as fits. */
export function firstView(boxes: readonly Box[], positions: Positions, size: Size, selected: string | null): Viewport {
  const whole = wholeView(boxes, positions, size);
  const box = boxes.find(({ id }) => id === selected) ?? boxes.find(({ isEntry }) => isEntry) ?? boxes[0];
  const place = positions.get(box?.id ?? "");
  if (whole.zoom >= readableZoom || !box || !place) return whole;
  const all = boundsOf(boxes, positions);
  const room = Math.max(1, size.height - bar - buttons);
  const zoom = Math.min(firstZoom, Math.max(readableZoom, room / all.height));
  const half = room / zoom / 2;
  const own = place.y + Math.min(box.height / 2, half);
  const middle =
    all.height <= 2 * half ? all.y + all.height / 2 : Math.min(Math.max(own, all.y + half), all.y + all.height - half);
  return { zoom, x: firstEdge - place.x * zoom, y: bar + room / 2 - middle * zoom };
}

function boundsOf(boxes: readonly Box[], positions: Positions) {
  if (boxes.length === 0) return { x: 0, y: 0, width: boxWidth, height: boxWidth };
  const places = boxes.map(({ id, height }) => ({ ...(positions.get(id) ?? { x: 0, y: 0 }), height }));
  const [x, y] = [Math.min(...places.map((place) => place.x)), Math.min(...places.map((place) => place.y))];
  const width = Math.max(...places.map((place) => place.x)) + boxWidth - x;
  return { x, y, width, height: Math.max(...places.map((place) => place.y + place.height)) - y };
}
