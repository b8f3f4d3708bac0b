/**
 * How often each value occurs, by figure. Figures of sessions: `status`, `day`, `completed` (days of completed sessions), `score`,
 * `duration`, `standing` and `open` (current nodes, and those of sessions that aren't completed). Figures of visits are named by
 * `figure`.
 */
export type Tally = Map<string, Map<string, number>>;

/**
 * Names a figure of visits: `passed` (nodes), `seconds` and `types` of a node's answers, `answers` of a node and type, `value` and
 * `band` of a calculation.
 */
export const figure = (kind: "seconds" | "types" | "answers" | "value" | "band", ...of: string[]): string =>
  JSON.stringify([kind, ...of]);

const ofSessions: ReadonlySet<string> = new Set([
  "status",
  "day",
  "completed",
  "score",
  "duration",
  "standing",
  "open",
]);

/** Whether insights count a figure for completed sessions alone. */
export const isResult = (name: string): boolean => name === "score" || /^\["(?:value|band)"/.test(name);

export const isOfSessions = (name: string): boolean => ofSessions.has(name);

/**
 * Adds `count`, which may be negative, to a value, and removes values that don't occur. A figure that has `limit` values gets no
 * new ones: they count as a coarse value.
 */
export function add(tally: Tally, name: string, value: string | number, count: number, limit?: number): void {
  const counts = countsOf(tally, name);
  const key = limit === undefined ? String(value) : keyIn(counts, String(value), count > 0 && counts.size < limit);
  const sum = (counts.get(key) ?? 0) + count;
  if (sum === 0) counts.delete(key);
  else counts.set(key, sum);
}

/** Adds all counts of `other`, in parts for time slices. */
export function* addAll(tally: Tally, other: Tally, limit?: number): Generator<void, void> {
  for (const [name, counts] of other) {
    for (const [value, count] of counts) add(tally, name, value, count, limit);
    yield;
  }
}

function countsOf(tally: Tally, name: string): Map<string, number> {
  const known = tally.get(name);
  if (known) return known;
  const counts = new Map<string, number>();
  tally.set(name, counts);
  return counts;
}

function keyIn(counts: ReadonlyMap<string, number>, value: string, mayBeNew: boolean): string {
  return mayBeNew || counts.has(value) ? value : coarseOf(value);
}

/** Returns a number with 3 significant digits. All texts become one, which is shown as "Other". */
function coarseOf(value: string): string {
  const number = Number(value);
  return value !== "" && Number.isFinite(number) ? String(Number(number.toPrecision(3))) : "";
}

/** Writes one line per figure, so that a reader can parse a large tally in time slices. */
export const textOf = (tally: Tally): string =>
  [...tally]
    .filter(([, counts]) => counts.size > 0)
    .map(([name, counts]) => JSON.stringify([name, ...[...counts].flat()]))
    .join("\n");

/** A form with sessions on each day of a century has a figure of tens of thousands of values. */
const stepPairs = 2_000;

/** Adds the counts of a text to the tally, except these figures, in parts for time slices. */
export function* addText(
  tally: Tally,
  text: string,
  isExcluded: (name: string) => boolean = () => false,
): Generator<void, void> {
  if (text === "") return;
  for (const line of text.split("\n")) {
    const [name, ...pairs] = JSON.parse(line) as [string, ...(string | number)[]];
    if (isExcluded(name)) continue;
    const counts = countsOf(tally, name);
    for (let at = 0; at < pairs.length; at += 2) {
      const value = String(pairs[at]);
      counts.set(value, (counts.get(value) ?? 0) + (pairs[at + 1] as number));
      if (at % stepPairs === stepPairs - 2) yield;
    }
    yield;
  }
}
