/** Exponential backoff in ms: starts at `first` and doubles up to `longest`. */
export interface Backoff {
  first: number;
  longest: number;
}

/** Returns the delay in ms after consecutive failures. `random` from 0 to 1 adds jitter: the result is 50% to 100% of the delay. */
export function backoffMs(failures: number, { first, longest }: Backoff, random: number): number {
  return Math.min(longest, first * 2 ** (failures - 1)) * (0.5 + random / 2);
}
