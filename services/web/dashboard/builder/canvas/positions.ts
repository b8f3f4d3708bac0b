import type { GraphNode } from "../../../../../shared/domain/graph/types.ts";
import type { Box } from "./boxes.ts";
import { type Arranged, wrapped } from "./layout/wrap.ts";
import { cardWidth, columnGap, type Position, type Positions, rowGap } from "./size.ts";

/** Returns whether any node has a position. Otherwise a layout is made for display and isn't saved. */
export const isPlaced = (nodes: readonly GraphNode[]): boolean => nodes.some(({ position }) => position !== undefined);

/**
 * Returns a position per box: the node's own, else the one of the layout for display, else a free one to the right of a node
 * that goes to it, or below all.
 */
export function shownPositions(nodes: readonly GraphNode[], boxes: readonly Box[], display: Positions): Positions {
  const shown = new Map<string, Position>();
  const own = isPlaced(nodes)
    ? new Map(nodes.flatMap(({ id, position }): [string, Position][] => (position ? [[id, position]] : [])).reverse())
    : display;
  for (const { id } of boxes) {
    const position = own.get(id);
    if (position) shown.set(id, position);
  }
  if (shown.size === boxes.length) return shown;
  const heights = new Map(boxes.map(({ id, height }) => [id, height]));
  const leads = new Map<string, string>();
  for (const { id, rows } of boxes) {
    for (const { to } of rows) if (to !== null && shown.has(id) && !leads.has(to)) leads.set(to, id);
  }
  for (const box of boxes) {
    if (shown.has(box.id)) continue;
    const before = shown.get(leads.get(box.id) ?? "");
    shown.set(box.id, freePosition(before ? besides(before) : below(shown, heights), box.height, shown, heights));
    for (const { to } of box.rows) if (to !== null && !leads.has(to)) leads.set(to, box.id);
  }
  return shown;
}

const besides = ({ x, y }: Position): Position => ({ x: x + cardWidth + columnGap, y });

function below(shown: Positions, heights: ReadonlyMap<string, number>): Position {
  const bottoms = [...shown].map(([id, { y }]) => y + (heights.get(id) ?? 0) + rowGap);
  const lefts = [...shown.values()].map(({ x }) => x);
  return { x: Math.min(0, ...lefts), y: bottoms.length === 0 ? 0 : Math.max(...bottoms) };
}

/** Returns the first position from there downwards where a box of that height touches no other. */
function freePosition(
  { x, y }: Position,
  height: number,
  shown: Positions,
  heights: ReadonlyMap<string, number>,
): Position {
  const beside = [...shown]
    .filter(([, other]) => other.x < x + cardWidth && x < other.x + cardWidth)
    .map(([id, other]) => ({ top: other.y - rowGap, bottom: other.y + (heights.get(id) ?? 0) + rowGap }))
    .toSorted((a, b) => a.top - b.top);
  let top = y;
  for (const other of beside) if (other.top < top + height && top < other.bottom) top = other.bottom;
  return { x, y: top };
}

export const arrangedOf = (boxes: readonly Box[]): Arranged => ({
  boxes: boxes.map(({ id, height }) => ({ id, height })),
  edges: boxes.flatMap(({ id, rows }) => rows.flatMap(({ to }) => (to === null ? [] : [{ from: id, to }]))),
});

/** Returns positions in columns by steps from the start, without delay: for graphs whose layout takes too long. */
export function columnPositions(boxes: readonly Box[]): Positions {
  const byId = new Map(boxes.map((box) => [box.id, box]));
  const column = new Map<string, number>();
  for (const start of [...boxes.filter(({ isEntry }) => isEntry), ...boxes]) {
    const waiting = column.has(start.id) ? [] : [start.id];
    if (waiting.length > 0) column.set(start.id, 0);
    for (let at = 0; at < waiting.length; at++) {
      const id = waiting[at] as string;
      for (const { to } of byId.get(id)?.rows ?? []) {
        if (to === null || column.has(to)) continue;
        column.set(to, (column.get(id) ?? 0) + 1);
        waiting.push(to);
      }
    }
  }
  const heights = new Map<number, number>();
  const positions = boxes.map(({ id, height }): [string, Position] => {
    const index = column.get(id) ?? 0;
    const y = heights.get(index) ?? 0;
    heights.set(index, y + height + rowGap);
    return [id, { x: index * (cardWidth + columnGap), y }];
  });
  return wrapped(arrangedOf(boxes), new Map(positions));
}
