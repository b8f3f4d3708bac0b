/**
 * A turn of the event loop begins only so many requests, so that it is short: the next one comes soon, and takes in what
 * waits in the kernel, where nobody sees how many connections there are and how old. A turn that was long without that
 * (it took in very many connections, or refused them) begins more, up to a bound: else the more came, the fewer were answered.
 * What a turn does not begin waits here in its order, and is refused when it has waited for so long that its answer would
 * come too late. Where a turn has room for all that wait, none is refused: then it was one turn that was long (the first of a
 * gateway that has just started on a busy machine), and nothing is too much.
 */
export interface Pace {
  /** Calls one of the two: at once when this turn has room, else in a later one. */
  begin(request: Waiting): void;
}

export interface Waiting {
  start(): void;
  refuse(): void;
}

export interface PaceOptions {
  /** requests that a turn begins at least */
  perTurn: number;
  /** requests begun for each ms that the turn before has taken, where these are more */
  perMs: number;
  /** requests that a turn begins at most, however long the one before: else long turns would make the next ones as long */
  most: number;
  /** ms */
  longestWait: number;
  /** ms, on a clock that never goes back */
  now(): number;
  /** Calls back in the next turn. */
  nextTurn(work: () => void): void;
}

export function openPace({ perTurn, perMs, most, longestWait, now, nextTurn }: PaceOptions): Pace {
  let waiting: { since: number; request: Waiting }[] = [];
  let begun = 0;
  let room = perTurn;
  let turnBegan = 0;

  function count(): void {
    if (begun === 0) {
      turnBegan = now();
      nextTurn(turn);
    }
    begun += 1;
  }

  function turn(): void {
    begun = 0;
    room = Math.min(most, Math.max(perTurn, Math.floor((now() - turnBegan) * perMs)));
    const latest = now() - longestWait;
    const inTime = waiting.findIndex(({ since }) => since >= latest);
    const tooOld = inTime < 0 ? waiting.length : inTime;
    const old = waiting.slice(0, Math.min(tooOld, Math.max(0, waiting.length - room)));
    const next = waiting.slice(old.length, old.length + room);
    waiting = waiting.slice(old.length + next.length);
    for (const { request } of old) request.refuse();
    for (const { request } of next) {
      count();
      request.start();
    }
  }

  return {
    begin(request) {
      if (begun < room && waiting.length === 0) {
        count();
        request.start();
      } else {
        waiting.push({ since: now(), request });
      }
    },
  };
}
