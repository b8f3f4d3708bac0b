/** How far another clock is from this process's own. */
export interface Offset {
  /** ms: what this process's clock shows, less what the other one does */
  ms: number;
  /** ms: it is off by this at most, half of the way there and back */
  uncertainty: number;
}

/**
 * The surer of two measurements. The earlier one ages, since clocks run at slightly different speeds; where the two cannot
 * both be right, a clock was set, and the newer one counts.
 */
export function narrower(earlier: Offset | null, newer: Offset): Offset {
  if (!earlier || Math.abs(earlier.ms - newer.ms) > earlier.uncertainty + newer.uncertainty) return newer;
  return newer.uncertainty <= earlier.uncertainty ? newer : { ...earlier, uncertainty: earlier.uncertainty + 1 };
}
