/**
 * Work limit of a proof, counted in steps instead of time, so that a draft has the same problems on every machine. Proofs spend
 * steps before the work. A step takes 10 to 100 ns.
 */
export class Budget {
  private left: number;
  private readonly whole: Budget | null;

  constructor(steps: number, whole: Budget | null = null) {
    this.left = steps;
    this.whole = whole;
  }

  /** Throws `GaveUp` if too few steps are left. */
  spend(steps: number): void {
    this.whole?.spend(steps);
    this.left -= steps;
    if (!(this.left >= 0)) throw new GaveUp();
  }

  /** Returns a budget of up to `steps` that also counts against this one. */
  part(steps: number): Budget {
    return new Budget(steps, this);
  }
}

class GaveUp extends Error {}

/** Returns the result, or null if the budget ran out. */
export function unlessGivenUp<T>(prove: () => T): T | null {
  try {
    return prove();
  } catch (error) {
    if (error instanceof GaveUp) return null;
    throw error;
  }
}
