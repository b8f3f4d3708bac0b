/**
 * Sheds what cannot be answered in time. By Little's law a request waits as long as those before it take at the rate at
 * which they are answered: so no more are taken in at once than this gateway has answered in a quarter of its best second of
 * the last ten, and nobody who is taken in waits much longer than that for those before. What is over gets its 503 at once.
 * Respondents under way go before new starts: each start that is let in brings six more requests, so starts have a small part
 * of that room, and who is under way is quick. It grows where many are refused for each that is answered, who ask again at
 * once: to let them wait costs less than to refuse them again and again.
 */
export interface Admission {
  /** Null: refused. Else call what it gives once, when the request is answered or gone. */
  admit(isStart: boolean): (() => void) | null;
  /** Whether one that has come is refused; then it is counted. */
  refuses(isStart: boolean): boolean;
}

const windowSeconds = 10;
const longestWaitSeconds = 0.25;
const startsShare = { least: 3 / 16, most: 3 / 8 };

/**
 * `least`: taken in always, so that a gateway which has answered nothing yet (or waits for the bus) takes requests. `now` in
 * ms, on a clock that never goes back.
 */
export function openAdmission(least: number, now: () => number): Admission {
  const answered = new Array<number>(windowSeconds).fill(0);
  const refused = new Array<number>(windowSeconds).fill(0);
  let second = Math.floor(now() / 1_000);
  let inFlight = 0;

  /** Seconds in which nothing happened are 0. */
  function currentSlot(): number {
    const current = Math.floor(now() / 1_000);
    for (let passed = Math.max(second + 1, current - windowSeconds + 1); passed <= current; passed += 1) {
      answered[passed % windowSeconds] = 0;
      refused[passed % windowSeconds] = 0;
    }
    second = current;
    return current % windowSeconds;
  }

  /** How many were refused for each that was answered, in this second and the last. */
  function refusedForEach(slot: number): number {
    const lately = (counts: number[]) =>
      (counts[slot] ?? 0) + (counts[(slot + windowSeconds - 1) % windowSeconds] ?? 0);
    return lately(refused) / Math.max(least, lately(answered));
  }

  /** What starts may have of the room. */
  const shareOfStarts = (slot: number): number =>
    Math.min(startsShare.most, Math.max(startsShare.least, refusedForEach(slot) / 2));

  function isFull(isStart: boolean): boolean {
    const slot = currentSlot();
    const limit = Math.max(least, Math.max(...answered) * longestWaitSeconds);
    return inFlight >= (isStart ? limit * shareOfStarts(slot) : limit);
  }

  function count(of: number[]): void {
    const slot = currentSlot();
    of[slot] = (of[slot] ?? 0) + 1;
  }

  return {
    admit(isStart) {
      if (isFull(isStart)) return null;
      inFlight += 1;
      return () => {
        inFlight -= 1;
        count(answered);
      };
    },
    refuses(isStart) {
      const isRefused = isFull(isStart);
      if (isRefused) count(refused);
      return isRefused;
    },
  };
}
