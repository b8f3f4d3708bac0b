import type { Box } from "./boxes.ts";
import { cardWidth, framePadding, headMiddle, type Position, type Positions, rowMiddle } from "./size.ts";

/**
 * Routes of edges around cards. An edge is a plain curve unless that passes behind a card. Then it crosses each column of cards in
 * a gap, and turns between the columns.
 */

/** A horizontal piece of an edge. An edge to the left has one from the right to the left. */
export interface Run {
  from: number;
  to: number;
  y: number;
}

interface Ends {
  sourceX: number;
  sourceY: number;
  targetX: number;
  targetY: number;
}

interface Rect {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** Distance of an edge from the cards that it passes, and from other edges in the same gap. */
const margin = 12;
const laneGap = 7;
/** How far edges to the left go past their ends. Within a page they stay inside its frame. */
export const turnWidth = framePadding - 4;
/** A turn is worth a detour of this many px, and so is crossing an edge. */
const turnCost = 30;
const crossingCost = 60;
/** Edges between two columns that are compared with others. A column with more has crossings anyway. */
const comparedEdges = 50;

export interface Routes {
  /** everything that the routes depend on */
  key: string;
  /** of each edge that has any */
  runs: ReadonlyMap<string, readonly Run[]>;
}

export const noRoutes: Routes = { key: "", runs: new Map() };

/** Returns `before` while no card and no edge moves, as when a title is typed: 900 edges take 20 ms. */
export function routesOf(boxes: readonly Box[], positions: Positions, before: Routes = noRoutes): Routes {
  const key = JSON.stringify(
    boxes.map(({ id, height, rows }) => [positions.get(id), height, rows.map(({ edge, to }) => [edge, to])]),
  );
  return key === before.key ? before : { key, runs: runsByEdge(boxes, positions) };
}

function runsByEdge(boxes: readonly Box[], positions: Positions): ReadonlyMap<string, readonly Run[]> {
  const cards = boxes.flatMap((box) => rectOf(box, positions)).toSorted((a, b) => a.left - b.left);
  const routes = new Map<string, readonly Run[]>();
  const used: Lane[] = [];
  const short = shortEdges(boxes, positions);
  for (const box of boxes) {
    box.rows.forEach(({ edge, to }, index) => {
      const [source, target] = [positions.get(box.id), positions.get(to ?? "")];
      if (edge === null || to === null || !source || !target) return;
      const runs = runsOf(endsOf(box, index, source, target), cards, short);
      if (runs.length > 0)
        routes.set(
          edge,
          runs.map((run) => spread(run, to, between(cards, run.from, run.to), used)),
        );
    });
  }
  return routes;
}

/** Returns where the edge of a row leaves its card and enters the next one. */
export const endsOf = (box: Box, row: number, source: Position, target: Position): Ends => ({
  sourceX: source.x + cardWidth,
  sourceY: source.y + rowMiddle(box, row),
  targetX: target.x,
  targetY: target.y + headMiddle,
});

/** Edges to the next column, by the x that they leave from. */
type ShortEdges = ReadonlyMap<number, readonly Ends[]>;

function shortEdges(boxes: readonly Box[], positions: Positions): ShortEdges {
  const found = new Map<number, Ends[]>();
  for (const box of boxes) {
    box.rows.forEach(({ to }, index) => {
      const [source, target] = [positions.get(box.id), positions.get(to ?? "")];
      if (!source || !target) return;
      const ends = endsOf(box, index, source, target);
      const width = ends.targetX - ends.sourceX;
      const others = found.get(ends.sourceX) ?? [];
      if (width > 0 && width < cardWidth && others.length < comparedEdges) found.set(ends.sourceX, [...others, ends]);
    });
  }
  return found;
}

function rectOf({ id, height }: Box, positions: Positions): Rect[] {
  const position = positions.get(id);
  if (!position) return [];
  const { x, y } = position;
  return [{ left: x, right: x + cardWidth, top: y - margin, bottom: y + height + margin }];
}

/** Returns the cards between two x, in either order. `cards` are sorted by `left` and equally wide. */
function between(cards: readonly Rect[], a: number, b: number): Rect[] {
  const [from, to] = [Math.min(a, b), Math.max(a, b)];
  const found: Rect[] = [];
  for (let index = firstAfter(cards, from - cardWidth); index < cards.length; index++) {
    const card = cards[index] as Rect;
    if (card.left >= to) break;
    found.push(card);
  }
  return found;
}

function firstAfter(cards: readonly Rect[], left: number): number {
  let [low, high] = [0, cards.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((cards[middle] as Rect).left > left) high = middle;
    else low = middle + 1;
  }
  return low;
}

function runsOf(ends: Ends, cards: readonly Rect[], short: ShortEdges): Run[] {
  const { sourceX, sourceY, targetX, targetY } = ends;
  if (targetX < sourceX) {
    const [from, to] = [sourceX + turnWidth, targetX - turnWidth];
    const passed = between(cards, from, to);
    const middle = (sourceY + targetY) / 2;
    return [{ from, to, y: nearest(freeBeside(passed, middle), middle) }];
  }
  const passed = between(cards, sourceX, targetX);
  if (!passed.some((card) => isBehind(card, ends))) return [];
  return joined(cheapest(columnsOf(passed), ends, short));
}

/** Returns whether the plain curve passes behind a card. Its y only rises or only falls. */
function isBehind({ left, right, top, bottom }: Rect, ends: Ends): boolean {
  const ys = [curveY(ends, left), curveY(ends, right)];
  return Math.min(...ys) < bottom && Math.max(...ys) > top;
}

/** Returns y at x of the curve that `getBezierPath` draws. */
function curveY({ sourceX, sourceY, targetX, targetY }: Ends, x: number): number {
  const along = Math.min(1, Math.max(0, (x - sourceX) / (targetX - sourceX)));
  let [low, high] = [0, 1];
  for (let step = 0; step < 10; step++) {
    const t = (low + high) / 2;
    if (1.5 * t - 1.5 * t ** 2 + t ** 3 < along) low = t;
    else high = t;
  }
  return sourceY + (targetY - sourceY) * (3 * low ** 2 - 2 * low ** 3);
}

interface Column {
  left: number;
  right: number;
  cards: Rect[];
}

function columnsOf(cards: readonly Rect[]): Column[] {
  const columns: Column[] = [];
  for (const card of cards) {
    const last = columns.at(-1);
    if (last && card.left < last.right) {
      last.right = Math.max(last.right, card.right);
      last.cards.push(card);
    } else columns.push({ left: card.left, right: card.right, cards: [card] });
  }
  return columns;
}

const isFree = (cards: readonly Rect[], y: number): boolean =>
  cards.every(({ top, bottom }) => y <= top || y >= bottom);

/** Returns `y` if no card is there, else the next free one above and below. */
function freeBeside(cards: readonly Rect[], y: number): number[] {
  if (isFree(cards, y)) return [y];
  let [up, down] = [y, y];
  for (const { top, bottom } of cards.toSorted((a, b) => b.bottom - a.bottom)) if (top < up && up < bottom) up = top;
  for (const { top, bottom } of cards.toSorted((a, b) => a.top - b.top)) if (top < down && down < bottom) down = bottom;
  return [up, down];
}

const nearest = (ys: readonly number[], y: number): number =>
  ys.reduce((best, one) => (Math.abs(one - y) < Math.abs(best - y) ? one : best));

/** Returns a run through each column, with the fewest turns and crossings and the shortest way up and down. */
function cheapest(columns: readonly Column[], { sourceX, sourceY, targetX, targetY }: Ends, short: ShortEdges): Run[] {
  const slope = (targetY - sourceY) / (targetX - sourceX);
  const ys = new Set([sourceY, targetY]);
  for (const { left, right, cards } of columns)
    for (const y of freeBeside(cards, sourceY + slope * ((left + right) / 2 - sourceX))) ys.add(y);
  const stepCost = (a: number, b: number, x: number) => {
    const crossed = (short.get(x) ?? []).filter((other) => (a - other.sourceY) * (b - other.targetY) < 0);
    return (a === b ? 0 : Math.abs(a - b) + turnCost) + crossed.length * crossingCost;
  };
  interface Path {
    cost: number;
    ys: readonly number[];
  }
  let paths: Path[] = [{ cost: 0, ys: [sourceY] }];
  let left = sourceX;
  for (const { cards, right } of columns) {
    paths = [...ys]
      .filter((y) => isFree(cards, y))
      .map((y) => {
        const costs = paths.map((path) => path.cost + stepCost(path.ys.at(-1) as number, y, left));
        const cost = Math.min(...costs);
        return { cost, ys: [...(paths[costs.indexOf(cost)] as Path).ys, y] };
      });
    left = right;
  }
  const total = (path: Path) => path.cost + stepCost(path.ys.at(-1) as number, targetY, left);
  const best = paths.reduce((one, other) => (total(other) < total(one) ? other : one));
  return columns.map(({ left, right }, index) => ({ from: left, to: right, y: best.ys[index + 1] as number }));
}

function joined(runs: readonly Run[]): Run[] {
  const all: Run[] = [];
  for (const run of runs) {
    const last = all.at(-1);
    if (last?.y === run.y) last.to = run.to;
    else all.push({ ...run });
  }
  return all;
}

interface Lane extends Run {
  target: string;
}

/** Moves a run beside those that edges to other cards have in the same gap. */
function spread(run: Run, target: string, passed: readonly Rect[], used: Lane[]): Run {
  const isTaken = (y: number) =>
    used.some(
      (lane) =>
        lane.target !== target &&
        Math.abs(lane.y - y) < laneGap - 1 &&
        Math.min(lane.from, lane.to) < Math.max(run.from, run.to) &&
        Math.min(run.from, run.to) < Math.max(lane.from, lane.to),
    );
  const ys = [0, 1, -1, 2, -2, 3, -3].map((lane) => run.y + lane * laneGap);
  const y = ys.find((one) => isFree(passed, one) && !isTaken(one)) ?? run.y;
  used.push({ ...run, y, target });
  return { ...run, y };
}
