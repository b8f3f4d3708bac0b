/**
 * A sign-in may end while somebody works. What is answered 401 then waits until they have signed in again, and is sent once
 * more: no page has to know of it, and nothing that was typed is lost.
 */
export interface SignInGate {
  /** As fetch, but never answered 401. */
  fetch: typeof fetch;
  /** Does something wait for a sign-in? */
  isNeeded(): boolean;
  /** Calls `listener` when that changes; gives what ends it. */
  subscribe(listener: () => void): () => void;
  /** Sends again whatever waits. */
  signedIn(): void;
}

export function openSignInGate(send: typeof fetch): SignInGate {
  let needed: PromiseWithResolvers<void> | null = null;
  let signIns = 0;
  const listeners = new Set<() => void>();

  function change(next: typeof needed): void {
    needed = next;
    for (const listener of listeners) listener();
  }

  function untilSignedIn(): Promise<void> {
    if (!needed) change(Promise.withResolvers<void>());
    return needed?.promise ?? Promise.resolve();
  }

  return {
    async fetch(input, init) {
      for (;;) {
        const before = signIns;
        const response = await send(input, init);
        if (response.status !== 401) return response;
        // somebody has signed in while this was on its way: it had the old cookie
        if (before === signIns) await orAborted(untilSignedIn(), init?.signal);
      }
    },
    isNeeded: () => needed !== null,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    signedIn() {
      signIns += 1;
      const waiting = needed;
      change(null);
      waiting?.resolve();
    },
  };
}

function orAborted(waiting: Promise<void>, signal: AbortSignal | null | undefined): Promise<void> {
  if (!signal) return waiting;
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    void waiting.then(resolve).finally(() => signal.removeEventListener("abort", abort));
  });
}
