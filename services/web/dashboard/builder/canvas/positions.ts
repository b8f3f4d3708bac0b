import type { GraphNode } from "../../../../../shared/domain/graph/types.ts";
import type { Box } from "./boxes.ts";
import { type Arranged, wrapped } from "./layout/wrap.ts";
import {
  cardWidth,
  columnGap,
  frameHead,
  framePadding,
  type Position,
  type Positions,
  pageGap,
  rowGap,
} from "./size.ts";

/** Returns whether any node has a position. Otherwise a layout is made for display and isn't saved. */
export const isPlaced = (nodes: readonly GraphNode[]): boolean => nodes.some(({ position }) => position !== undefined);

/**
 * Returns a position per box: the node's own, else the one of the layout for display, else a free one below its page, to the right of
 * a node that goes to it, or below all. In a layout for display, a box between two others gets a column, and the cards from the second
 * one on move by one.
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
  const nextOf = nextShown(boxes, shown);
  for (const box of boxes) {
    if (shown.has(box.id)) continue;
    const before = shown.get(leads.get(box.id) ?? "");
    const above = box.page === null ? undefined : lowest(boxes, box.page, shown);
    const between = before && !above && own === display ? columnBetween(before, nextOf(box), shown) : undefined;
    const wanted = above ?? between ?? (before ? besides(before) : below(shown, heights));
    shown.set(box.id, freePosition(wanted, box.height, shown, heights, above ? pageGap : rowGap));
    for (const { to } of box.rows) if (to !== null && !leads.has(to)) leads.set(to, box.id);
  }
  return shown;
}

/** Returns a function from a box to the positions of the next ones that have one. */
function nextShown(boxes: readonly Box[], shown: Positions): (box: Box) => Position[] {
  const byId = new Map(boxes.map((box) => [box.id, box]));
  return (box) => {
    const found: Position[] = [];
    const passed = new Set<Box>();
    const waiting = [box];
    for (let at = waiting.pop(); at; at = waiting.pop()) {
      if (passed.has(at)) continue;
      passed.add(at);
      for (const { to } of at.rows) {
        const position = shown.get(to ?? "");
        const target = byId.get(to ?? "");
        if (position) found.push(position);
        else if (target) waiting.push(target);
      }
    }
    return found;
  };
}

/** Makes room before the nearest of the next cards. Returns the position there, or undefined if none is farther to the right. */
function columnBetween(
  before: Position,
  after: readonly Position[],
  shown: Map<string, Position>,
): Position | undefined {
  const [next] = after.filter(({ x }) => x > before.x).toSorted((a, b) => a.x - b.x);
  if (!next) return undefined;
  const { x } = besides(before);
  const by = Math.max(0, x + cardWidth + columnGap - next.x);
  for (const [id, other] of shown) if (by > 0 && other.x >= next.x) shown.set(id, { ...other, x: other.x + by });
  return { x, y: next.y };
}

/** Returns the position below the lowest card of a page. */
function lowest(boxes: readonly Box[], page: string, shown: Positions): Position | undefined {
  const ends = boxes.flatMap((box) => {
    const position = box.page === page ? shown.get(box.id) : undefined;
    return position ? [{ x: position.x, y: position.y + box.height + pageGap }] : [];
  });
  return ends.toSorted((a, b) => b.y - a.y)[0];
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
  gap: number,
): Position {
  const beside = [...shown]
    .filter(([, other]) => other.x < x + cardWidth && x < other.x + cardWidth)
    .map(([id, other]) => ({ top: other.y - gap, bottom: other.y + (heights.get(id) ?? 0) + gap }))
    .toSorted((a, b) => a.top - b.top);
  let top = y;
  for (const other of beside) if (other.top < top + height && top < other.bottom) top = other.bottom;
  return { x, y: top };
}

/**
 * Returns the input of a layout. The cards of a page are below each other in its frame, which is laid out as one box. A default end
 * screen that no rule names comes after the last question.
 */
export function arrangedOf(boxes: readonly Box[]): Arranged {
  const nameOf = new Map(boxes.map((box) => [box.id, stackOf(box)]));
  const edges = boxes.flatMap(({ id, rows }) =>
    rows.flatMap(({ to }) => {
      const [from, target] = [nameOf.get(id) as string, nameOf.get(to ?? "")];
      return target === undefined || (from === target && to !== id) ? [] : [{ from, to: target }];
    }),
  );
  const stacks = [...Map.groupBy(boxes, stackOf)];
  const [last, end] = [boxes.findLast(({ isEnd }) => !isEnd), boxes.find(({ isFallback }) => isFallback)];
  if (last && end && !edges.some(({ to }) => to === end.id)) edges.push({ from: stackOf(last), to: end.id });
  return { boxes: stacks.map(([id, own]) => ({ id, height: heightOfStack(own) })), edges };
}

/** No id of a node has a space. */
const stackOf = ({ id, page }: Box): string => (page === null ? id : `page ${page}`);

const heightOfStack = (own: readonly Box[]): number =>
  own[0]?.page === null
    ? own[0].height
    : own.reduce((sum, { height }) => sum + height + pageGap, frameHead + framePadding - pageGap);

/** Returns the positions of all boxes from a layout of `arrangedOf`. */
export function unstacked(boxes: readonly Box[], positions: Positions): Positions {
  const below = new Map<string, number>();
  return new Map(
    boxes.map((box): [string, Position] => {
      const stack = stackOf(box);
      const { x, y } = positions.get(stack) ?? { x: 0, y: 0 };
      const offset = below.get(stack) ?? (box.page === null ? 0 : frameHead);
      below.set(stack, offset + box.height + pageGap);
      return [box.id, { x, y: y + offset }];
    }),
  );
}

/** Returns positions in columns by steps from the start, without delay: for graphs whose layout takes too long. */
export function columnPositions(boxes: readonly Box[]): Positions {
  const arranged = arrangedOf(boxes);
  const targets = Map.groupBy(arranged.edges, ({ from }) => from);
  const starts = boxes.filter(({ isEntry }) => isEntry).map(stackOf);
  const column = new Map<string, number>();
  for (const start of [...starts, ...arranged.boxes.map(({ id }) => id)]) {
    const waiting = column.has(start) ? [] : [start];
    if (waiting.length > 0) column.set(start, 0);
    for (let at = 0; at < waiting.length; at++) {
      const id = waiting[at] as string;
      for (const { to } of targets.get(id) ?? []) {
        if (column.has(to)) continue;
        column.set(to, (column.get(id) ?? 0) + 1);
        waiting.push(to);
      }
    }
  }
  const heights = new Map<number, number>();
  const positions = arranged.boxes.map(({ id, height }): [string, Position] => {
    const index = column.get(id) ?? 0;
    const y = heights.get(index) ?? 0;
    heights.set(index, y + height + rowGap);
    return [id, { x: index * (cardWidth + columnGap), y }];
  });
  return unstacked(boxes, wrapped(arranged, new Map(positions)));
}
