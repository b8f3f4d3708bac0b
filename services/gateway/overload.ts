/**
 * Sheds what cannot be answered in time. By Little's law a request waits as long as those before it take at the rate at
 * which they are answered: so no more are taken in at once than this gateway has answered in an eighth of its best second of
 * the last ten, and nobody who is taken in waits much longer than that for those before. What is over gets its 503 at once.
 * Respondents under way go before new starts: a start is refused a little earlier.
 */
export interface Admission {
  /** Null: refused. Else call what it gives once, when the request is answered or gone. */
  admit(isStart: boolean): (() => void) | null;
  /** Whether it would be refused now. */
  isFull(isStart: boolean): boolean;
}

const windowSeconds = 10;
const longestWaitSeconds = 0.125;
const startsShare = 0.75;

/**
 * `least`: taken in always, so that a gateway which has answered nothing yet (or waits for the bus) takes requests. `now` in
 * ms, on a clock that never goes back.
 */
export function openAdmission(least: number, now: () => number): Admission {
  const answered = new Array<number>(windowSeconds).fill(0);
  let second = Math.floor(now() / 1_000);
  let inFlight = 0;

  /** Seconds in which nothing was answered are 0. */
  function currentSlot(): number {
    const current = Math.floor(now() / 1_000);
    for (let passed = Math.max(second + 1, current - windowSeconds + 1); passed <= current; passed += 1) {
      answered[passed % windowSeconds] = 0;
    }
    second = current;
    return current % windowSeconds;
  }

  function isFull(isStart: boolean): boolean {
    currentSlot();
    const limit = Math.max(least, Math.max(...answered) * longestWaitSeconds);
    return inFlight >= (isStart ? limit * startsShare : limit);
  }

  return {
    isFull,
    admit(isStart) {
      if (isFull(isStart)) return null;
      inFlight += 1;
      return () => {
        inFlight -= 1;
        const slot = currentSlot();
        answered[slot] = (answered[slot] ?? 0) + 1;
      };
    },
  };
}
