import { cardWidth, type Position, type Positions, rowGap } from "../size.ts";

/** Input of a layout: boxes and the edges between them. */
export interface Arranged {
  boxes: { id: string; height: number }[];
  edges: { from: string; to: string }[];
}

/** A strip has more columns than a screen shows at a readable size, and is this many times wider than high. */
const columnsOfScreen = 6;
const stripRatio = 2.6;
const wantedRatio = 1;
const leastColumns = 5;
const bandGap = 2 * rowGap;

/**
 * Breaks a strip of columns into bands below each other, like lines of text, so that long forms can be read without scrolling
 * far to the right. It breaks where the fewest edges cross.
 */
export function wrapped(arranged: Arranged, positions: Positions): Positions {
  const columns = columnsOf(arranged, positions);
  const whole = bandsOf(columns, columns.length);
  if (columns.length <= columnsOfScreen || ratioOf(whole) <= stripRatio) return positions;
  let bands = whole;
  for (let size = columns.length - 1; size >= leastColumns && ratioOf(bands) > wantedRatio; size--)
    bands = bandsOf(columns, size);
  return placed(bands, positions);
}

interface Column {
  x: number;
  ids: string[];
  top: number;
  bottom: number;
  /** how many targets edges across its right side have */
  crossing: number;
}
type Band = Column[];

function columnsOf({ boxes, edges }: Arranged, positions: Positions): Column[] {
  const at = (id: string) => positions.get(id) as Position;
  const groups = [...Map.groupBy(boxes, ({ id }) => at(id).x)].toSorted(([a], [b]) => a - b);
  const columns = groups.map(([x, own]) => ({
    x,
    ids: own.map(({ id }) => id),
    top: Math.min(...own.map(({ id }) => at(id).y)),
    bottom: Math.max(...own.map(({ id, height }) => at(id).y + height)),
    crossing: 0,
  }));
  const indexOf = new Map(columns.flatMap(({ ids }, index) => ids.map((id) => [id, index] as const)));
  for (const [to, into] of Map.groupBy(edges, (edge) => edge.to)) {
    const ends = [to, ...into.map(({ from }) => from)].flatMap((id) => indexOf.get(id) ?? []);
    for (const column of columns.slice(Math.min(...ends), Math.max(...ends))) column.crossing++;
  }
  return columns;
}

/** Returns bands of at most `size` columns. */
function bandsOf(columns: readonly Column[], size: number): Band[] {
  const bands: Band[] = [];
  let rest = columns;
  while (rest.length > size) {
    const breaks = rest.slice(Math.ceil(size * 0.6) - 1, size);
    const fewest = Math.min(...breaks.map(({ crossing }) => crossing));
    const end = rest.indexOf(breaks.findLast(({ crossing }) => crossing === fewest) as Column) + 1;
    bands.push(rest.slice(0, end));
    rest = rest.slice(end);
  }
  return [...bands, [...rest]];
}

const topOf = (band: Band): number => Math.min(...band.map(({ top }) => top));
const heightOf = (band: Band): number => Math.max(...band.map(({ bottom }) => bottom)) - topOf(band);
const leftOf = (band: Band): number => band[0]?.x ?? 0;

function ratioOf(bands: readonly Band[]): number {
  const width = Math.max(...bands.map((band) => (band.at(-1)?.x ?? 0) + cardWidth - leftOf(band)));
  return width / bands.reduce((sum, band) => sum + heightOf(band) + bandGap, -bandGap);
}

function placed(bands: readonly Band[], positions: Positions): Positions {
  const moved = new Map<string, Position>();
  let y = 0;
  for (const band of bands) {
    for (const id of band.flatMap(({ ids }) => ids)) {
      const from = positions.get(id) as Position;
      moved.set(id, { x: from.x - leftOf(band), y: from.y - topOf(band) + y });
    }
    y += heightOf(band) + bandGap;
  }
  return moved;
}
