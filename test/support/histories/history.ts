/**
 * Calls of clients to one thing, with their times. Each happened at a moment between its start and its end. A call without a response,
 * or with a 503, has perhaps not happened. The calls fit if they have an order in which each reply is the thing's.
 */
export interface Seen<S> {
  name: string;
  began: number;
  ended: number;
  /** false if it has perhaps not happened */
  isKnown: boolean;
  /** Returns the state after it, or null if its response contradicts the state. */
  after(state: S): S | null;
}

export interface History<S> {
  /** Sends a request and keeps it. Its reply is null if the outcome is unknown. */
  call<R>(
    name: string,
    send: () => Promise<R | null>,
    after: (state: S, reply: R | null) => S | null,
    ending?: Ending,
  ): Promise<R | null>;
  /** Returns a sentence if no order of the calls fits. */
  problem(): string | null;
}

/**
 * Ends earlier calls with an unknown outcome when this one has responded, for changes that can't overtake each other: those of one
 * `writer`.
 */
export interface Ending {
  writer: string;
}

export function openHistory<S>(name: string, initial: S): History<S> {
  const calls: Seen<S>[] = [];
  const open = new Map<string, Seen<S>[]>();

  function note(call: Seen<S>, { writer }: Ending): void {
    const earlier = open.get(writer) ?? [];
    if (!call.isKnown) open.set(writer, [...earlier, call]);
    else {
      for (const one of earlier) one.ended = call.ended;
      open.delete(writer);
    }
  }

  return {
    async call(what, send, after, ending) {
      const began = performance.now();
      const reply = await send();
      const isKnown = reply !== null;
      const ended = isKnown ? performance.now() : Number.POSITIVE_INFINITY;
      const call = {
        name: `${what} ${JSON.stringify(reply)}`,
        began,
        ended,
        isKnown,
        after: (s: S) => after(s, reply),
      };
      calls.push(call);
      if (ending) note(call, ending);
      return reply;
    },
    problem() {
      const stuck = contradiction(initial, calls);
      return stuck && `${name}: ${stuck}`;
    },
  };
}

interface Node<S> {
  state: S;
  done: ReadonlySet<Seen<S>>;
}

/** Returns why no order of the calls fits, or null if one does. */
export function contradiction<S>(initial: S, calls: readonly Seen<S>[]): string | null {
  const known = calls.filter(({ isKnown }) => isKnown).length;
  const tried = new Set<string>();
  const waiting: Node<S>[] = [{ state: initial, done: new Set() }];
  let farthest: Node<S> = { state: initial, done: new Set() };
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    const { state, done } = node;
    if ([...done].filter(({ isKnown }) => isKnown).length === known) return null;
    if (done.size > farthest.done.size) farthest = node;
    for (const next of followersOf(state, done, calls)) {
      const key = `${JSON.stringify(next.state)} ${calls.map((call) => (next.done.has(call) ? 1 : 0)).join("")}`;
      if (tried.has(key)) continue;
      tried.add(key);
      waiting.push(next);
    }
  }
  const next = possible(farthest.done, calls).map((call) => call.name);
  return `after ${farthest.done.size} calls, ${JSON.stringify(farthest.state)} fits none of ${next.join(" · ")}`;
}

function followersOf<S>(state: S, done: ReadonlySet<Seen<S>>, calls: readonly Seen<S>[]): Node<S>[] {
  const text = JSON.stringify(state);
  const followers: Node<S>[] = [];
  for (const call of possible(done, calls)) {
    const after = call.after(state);
    if (after === null) continue;
    const node = { state: after, done: new Set(done).add(call) };
    // one that changes nothing may as well come first
    if (call.isKnown && JSON.stringify(after) === text) return [node];
    followers.push(node);
  }
  return followers;
}

/** Returns the calls that can be the next one: none before it began after their end, and they began before all others ended. */
function possible<S>(done: ReadonlySet<Seen<S>>, calls: readonly Seen<S>[]): Seen<S>[] {
  const left = calls.filter((call) => !done.has(call));
  const firstEnd = Math.min(...left.filter(({ isKnown }) => isKnown).map(({ ended }) => ended));
  const lastBegin = Math.max(...[...done].map(({ began }) => began));
  return left.filter(({ began, ended }) => began <= firstEnd && ended >= lastBegin);
}
