/**
 * What a proof may cost, counted in steps of work and not in time, so that a draft has the same problems on every machine.
 * Whatever a proof makes or tries is paid for first; a step is some 10 to 100 ns.
 */
export class Budget {
  private left: number;
  private readonly whole: Budget | null;

  constructor(steps: number, whole: Budget | null = null) {
    this.left = steps;
    this.whole = whole;
  }

  /** Throws `GaveUp` when that is more than there is. */
  spend(steps: number): void {
    this.whole?.spend(steps);
    this.left -= steps;
    if (!(this.left >= 0)) throw new GaveUp();
  }

  /** At most so many steps of this one. */
  part(steps: number): Budget {
    return new Budget(steps, this);
  }
}

class GaveUp extends Error {}

/** null where the budget did not suffice. */
export function unlessGivenUp<T>(prove: () => T): T | null {
  try {
    return prove();
  } catch (error) {
    if (error instanceof GaveUp) return null;
    throw error;
  }
}
