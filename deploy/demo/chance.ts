/** Random choices of one respondent. The same seed gives the same answers, regardless of concurrent respondents. */
export interface Chance {
  /** 0 ≤ x < 1 */
  next(): number;
  /** Returns true with this probability. */
  happens(share: number): boolean;
  /** low ≤ integer ≤ high */
  integer(low: number, high: number): number;
  pick<T>(list: readonly [T, ...T[]]): T;
  pick<T>(list: readonly T[]): T | undefined;
  shuffled<T>(list: readonly T[]): T[];
  /** Returns an index from 0 to count − 1 near this respondent's mood, so that a person's answers are consistent. */
  leaning(count: number): number;
}

export function chance(seed: number): Chance {
  const next = mulberry32(seed);
  const mood = next();
  const integer = (low: number, high: number) => low + Math.floor(next() * (high - low + 1));
  return {
    next,
    happens: (share) => next() < share,
    integer,
    pick: <T>(list: readonly T[]) => list[integer(0, list.length - 1)] as T,
    shuffled: (list) => {
      const keyed = list.map((item) => ({ item, key: next() }));
      return keyed.sort((a, b) => a.key - b.key).map(({ item }) => item);
    },
    leaning: (count) => Math.min(count - 1, Math.max(0, Math.floor((mood + (next() - 0.5) * 0.7) * count))),
  };
}

/** Pseudorandom number generator with 32 bits of state by Tommy Ettinger (public domain). */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
