import { cardWidth, headMiddle, type Position, type Positions, rowHeight } from "../size.ts";
import type { Arranged } from "./wrap.ts";

/**
 * Orders the boxes of each column by the handles that their edges leave from, so that the targets of a card's rows are below
 * each other as the rows are. The layout doesn't know rows. Returns `positions` if that makes more edges cross.
 */
export function byHandle({ boxes, edges }: Arranged, positions: Positions): Positions {
  const heights = new Map(boxes.map(({ id, height }) => [id, height]));
  const rows = Map.groupBy(edges, ({ from }) => from);
  const sourceY = (edge: Arranged["edges"][number], { y }: Position) => {
    const own = rows.get(edge.from) ?? [];
    return y + (heights.get(edge.from) ?? 0) - (own.length - own.indexOf(edge) - 0.5) * rowHeight;
  };
  const into = Map.groupBy(edges, ({ to }) => to);
  const moved = new Map(positions);
  const columns = [...Map.groupBy(moved.keys(), (id) => moved.get(id)?.x ?? 0)].toSorted(([a], [b]) => a - b);
  for (const [x, ids] of columns) {
    const wantedY = (id: string) => {
      const ys = (into.get(id) ?? []).flatMap((edge) => {
        const from = moved.get(edge.from);
        return from && from.x < x ? [sourceY(edge, from)] : [];
      });
      return ys.length === 0 ? (moved.get(id)?.y ?? 0) : ys.reduce((sum, y) => sum + y, 0) / ys.length;
    };
    const wanted = new Map(ids.map((id) => [id, wantedY(id)]));
    const before = ids.toSorted((a, b) => (moved.get(a)?.y ?? 0) - (moved.get(b)?.y ?? 0));
    const after = before.toSorted((a, b) => (wanted.get(a) ?? 0) - (wanted.get(b) ?? 0));
    const bottomOf = (id: string | undefined) =>
      id === undefined ? 0 : (positions.get(id)?.y ?? 0) + (heights.get(id) ?? 0);
    let y = positions.get(before[0] ?? "")?.y ?? 0;
    for (const [index, id] of after.entries()) {
      // the space between neighbors stays: longer edges pass there
      if (index > 0) y += (positions.get(before[index] ?? "")?.y ?? 0) - bottomOf(before[index - 1]);
      moved.set(id, { x, y });
      y += heights.get(id) ?? 0;
    }
  }
  const linesOf = (all: Positions) =>
    edges.flatMap((edge) => {
      const [from, to] = [all.get(edge.from), all.get(edge.to)];
      return from && to && from.x < to.x
        ? [{ x1: from.x + cardWidth, y1: sourceY(edge, from), x2: to.x, y2: to.y + headMiddle }]
        : [];
    });
  return crossings(linesOf(moved)) <= crossings(linesOf(positions)) ? moved : positions;
}

interface Line {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
}

/** Returns how many pairs of lines cross. They run from left to right. */
function crossings(lines: readonly Line[]): number {
  const sorted = lines.toSorted((a, b) => a.x1 - b.x1);
  let count = 0;
  sorted.forEach((a, index) => {
    for (let at = index + 1; at < sorted.length; at++) {
      const b = sorted[at] as Line;
      if (b.x1 >= a.x2) break;
      const end = Math.min(a.x2, b.x2);
      if ((yAt(a, b.x1) - b.y1) * (yAt(a, end) - yAt(b, end)) < 0) count++;
    }
  });
  return count;
}

const yAt = ({ x1, y1, x2, y2 }: Line, x: number): number => y1 + ((y2 - y1) * (x - x1)) / (x2 - x1);
