import type { GraphNode } from "../../../../../shared/domain/graph/types.ts";
import type { Box } from "./boxes.ts";
import { boxWidth } from "./size.ts";

export interface Position {
  x: number;
  y: number;
}
export type Positions = ReadonlyMap<string, Position>;

export const columnGap = 64;
export const rowGap = 40;

/** Do the nodes say where they stand? Otherwise a layout is made for display, and nothing of it is written. */
export const isPlaced = (nodes: readonly GraphNode[]): boolean => nodes.some(({ position }) => position !== undefined);

/**
 * Where each box is shown: where its node says, else where the layout for display has it, else to the right of what leads to it,
 * or below all, where nothing stands in the way.
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
  const leading = new Map<string, string>();
  for (const { id, rows } of boxes) {
    for (const { to } of rows) if (to !== null && shown.has(id) && !leading.has(to)) leading.set(to, id);
  }
  for (const box of boxes) {
    if (shown.has(box.id)) continue;
    const before = shown.get(leading.get(box.id) ?? "");
    shown.set(box.id, freePlace(before ? besides(before) : below(shown, heights), box.height, shown, heights));
    for (const { to } of box.rows) if (to !== null && !leading.has(to)) leading.set(to, box.id);
  }
  return shown;
}

const besides = ({ x, y }: Position): Position => ({ x: x + boxWidth + columnGap, y });

function below(shown: Positions, heights: ReadonlyMap<string, number>): Position {
  const bottoms = [...shown].map(([id, { y }]) => y + (heights.get(id) ?? 0) + rowGap);
  const lefts = [...shown.values()].map(({ x }) => x);
  return { x: Math.min(0, ...lefts), y: bottoms.length === 0 ? 0 : Math.max(...bottoms) };
}

/** The first place from there downwards where a box of that height touches no other. */
function freePlace(
  { x, y }: Position,
  height: number,
  shown: Positions,
  heights: ReadonlyMap<string, number>,
): Position {
  const beside = [...shown]
    .filter(([, other]) => other.x < x + boxWidth && x < other.x + boxWidth)
    .map(([id, other]) => ({ top: other.y - rowGap, bottom: other.y + (heights.get(id) ?? 0) + rowGap }))
    .toSorted((a, b) => a.top - b.top);
  let top = y;
  for (const other of beside) if (other.top < top + height && top < other.bottom) top = other.bottom;
  return { x, y: top };
}

/** In columns by how many steps a node is from the start: at once, for graphs that a layout takes longer for. */
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
  return new Map(
    boxes.map(({ id, height }) => {
      const at = column.get(id) ?? 0;
      const y = heights.get(at) ?? 0;
      heights.set(at, y + height + rowGap);
      return [id, { x: at * (boxWidth + columnGap), y }];
    }),
  );
}
