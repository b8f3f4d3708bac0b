/** Offset between this process's clock and another one. */
export interface Offset {
  /** this process's clock minus the other clock, in ms */
  ms: number;
  /** maximum error in ms, half of the round trip */
  uncertainty: number;
}

/**
 * Returns the more precise of two measurements. The earlier one loses precision with age, because clocks drift. If they
 * contradict each other, a clock was set, and the newer one is returned.
 */
export function narrower(earlier: Offset | null, newer: Offset): Offset {
  if (!earlier || Math.abs(earlier.ms - newer.ms) > earlier.uncertainty + newer.uncertainty) return newer;
  return newer.uncertainty <= earlier.uncertainty ? newer : { ...earlier, uncertainty: earlier.uncertainty + 1 };
}
