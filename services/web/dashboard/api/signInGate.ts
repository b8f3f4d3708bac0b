/**
 * Repeats requests after a sign-in session has ended. Requests with a 401 wait until the user has signed in again, so pages
 * don't have to handle it and no input is lost.
 */
export interface SignInGate {
  /** Works like fetch, but never returns 401. */
  fetch: typeof fetch;
  /** True if requests wait for a sign-in. */
  isNeeded(): boolean;
  /** Calls `listener` when that changes. Returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void;
  /** Repeats the waiting requests. */
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
        // after a sign-in during the request, its cookie was the old one
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
