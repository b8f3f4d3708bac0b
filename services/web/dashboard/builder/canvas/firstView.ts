import { getViewportForBounds, type Viewport } from "@xyflow/react";
import type { Box } from "./boxes.ts";
import { cardWidth, columnGap, type Positions } from "./size.ts";

/** Below this zoom a card has only a large title, and below the second one it is a plain box. */
export const farZoom = 0.45;
const titleZoom = 0.2;

export type Detail = "all" | "title" | "none";

export function detailAt(zoom: number): Detail {
  if (zoom >= farZoom) return "all";
  return zoom >= titleZoom ? "title" : "none";
}
export const zooms = { minZoom: 0.05, maxZoom: 1.5 };
/** The first view is never smaller: text would be hard to read. */
const readableZoom = 0.75;
const firstEdge = 40;

const [edge, bar, buttons] = [16, 84, 72];
/** Space around all cards for the bars that float over the canvas. */
export const wholePadding = { x: `${edge}px`, top: `${bar}px`, bottom: `${buttons}px` } as const;

export interface Size {
  width: number;
  height: number;
}

/** Returns the size of the part that the inspector doesn't cover. */
export const seenSize = ({ width, height }: Size, covered: number): Size => ({
  width: Math.max(1, width - covered),
  height,
});

const wholeView = (boxes: readonly Box[], positions: Positions, { width, height }: Size): Viewport =>
  getViewportForBounds(boundsOf(boxes, positions), width, height, zooms.minZoom, 1, wholePadding);

/** Returns whether all cards fit at a readable size. */
export const isReadWhole = (boxes: readonly Box[], positions: Positions, size: Size): boolean =>
  wholeView(boxes, positions, size).zoom >= readableZoom;

/** Returns a view of all cards if they fit, else of the selected card or the start at the left. */
export function firstView(boxes: readonly Box[], positions: Positions, size: Size, selected: string | null): Viewport {
  const whole = wholeView(boxes, positions, size);
  const box = boxes.find(({ id }) => id === selected) ?? boxes.find(({ isEntry }) => isEntry) ?? boxes[0];
  const position = positions.get(box?.id ?? "");
  if (whole.zoom >= readableZoom || !box || !position) return whole;
  const all = boundsOf(boxes, positions);
  const zoom = zoomOfColumns(size.width);
  const room = Math.max(1, size.height - bar - buttons) / zoom;
  // as much of the graph's height as fits, with the card in it
  const top = Math.min(position.y, Math.max(all.y, position.y + box.height / 2 - room / 2));
  const middle = all.height <= room ? all.y + all.height / 2 : Math.min(top, all.y + all.height - room) + room / 2;
  return { zoom, x: firstEdge - position.x * zoom, y: bar + (room / 2 - middle) * zoom };
}

/** Returns the zoom that fills the width with whole columns, as many as can be read, at most at 1. */
function zoomOfColumns(width: number): number {
  const widthOf = (columns: number) => columns * (cardWidth + columnGap) - columnGap;
  const inView = Math.floor(((width - 2 * firstEdge) / readableZoom + columnGap) / (cardWidth + columnGap));
  return inView < 1 ? readableZoom : Math.min(1, (width - 2 * firstEdge) / widthOf(inView));
}

function boundsOf(boxes: readonly Box[], positions: Positions) {
  if (boxes.length === 0) return { x: 0, y: 0, width: cardWidth, height: cardWidth };
  const all = boxes.map(({ id, height }) => ({ ...(positions.get(id) ?? { x: 0, y: 0 }), height }));
  const [x, y] = [Math.min(...all.map((one) => one.x)), Math.min(...all.map((one) => one.y))];
  const width = Math.max(...all.map((one) => one.x)) + cardWidth - x;
  return { x, y, width, height: Math.max(...all.map((one) => one.y + one.height)) - y };
}
