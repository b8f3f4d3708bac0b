/** Pauses between tries, in ms: the first one, doubled after each failure up to the longest. */
export interface Backoff {
  first: number;
  longest: number;
}

/**
 * Returns the pause after so many failures in a row. `random`, from 0 to 1, picks it from the upper half, so that a thousand
 * callers do not come back at the same moment; 1 gives the whole pause.
 */
export function backoffMs(failures: number, { first, longest }: Backoff, random: number): number {
  return Math.min(longest, first * 2 ** (failures - 1)) * (0.5 + random / 2);
}
