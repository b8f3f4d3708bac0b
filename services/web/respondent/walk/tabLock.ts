/** The part of `navigator.locks` that is used. `granted` gets null if the lock was asked for `ifAvailable` and is taken. */
export interface Locks {
  request(name: string, options: LockOptions, granted: (lock: object | null) => Promise<void> | null): Promise<unknown>;
}
interface LockOptions {
  ifAvailable?: boolean;
  steal?: boolean;
  signal?: AbortSignal;
}

/**
 * One tab at a time continues a form's session. Another tab takes the lock, and the first one hears of it; or finds it free.
 * Without locks (a page without HTTPS, a browser that blocks site data) the newest tab has the session.
 */
export class TabLock {
  #locks: Locks | null;
  readonly #name: string;
  readonly #changed: (isHeld: boolean) => void;
  /** Another tab has the lock, and this one waits for it. */
  readonly #taken: () => void;
  #request = new AbortController();
  #letGo: () => void = () => {};

  constructor(locks: Locks | null, slug: string, changed: (isHeld: boolean) => void, taken: () => void) {
    this.#locks = locks;
    this.#name = `pathform.${slug}`;
    this.#changed = changed;
    this.#taken = taken;
  }

  /** Takes the lock if it is free, or as soon as it is, until `stopWaiting`. */
  wait(): void {
    this.#ask({ ifAvailable: true });
  }

  take(): void {
    this.#ask({ steal: true });
  }

  stopWaiting(): void {
    this.#request.abort();
  }

  release(): void {
    this.#request.abort();
    this.#letGo();
  }

  /** The newest request counts: an older one that is granted later lets go. */
  #ask(options: LockOptions): void {
    this.#request.abort();
    this.#request = new AbortController();
    const { signal } = this.#request;
    if (!this.#locks) {
      this.#changed(true);
      return;
    }
    let isHeld = false;
    const granted = (lock: object | null) => {
      if (signal.aborted) return null;
      if (!lock) {
        this.#ask({});
        this.#taken();
        return null;
      }
      return new Promise<void>((letGo) => {
        isHeld = true;
        this.#letGo = letGo;
        this.#changed(true);
      });
    };
    // a signal goes with neither `ifAvailable` nor `steal`
    const isQueued = !options.ifAvailable && !options.steal;
    this.#locks.request(this.#name, isQueued ? { signal } : options, granted).catch((error: Error) => {
      // stolen; a request that was aborted was never held
      if (isHeld) this.#changed(false);
      // blocked with all site data, as in a frame of another site: then no other tab can have it
      else if (error.name !== "AbortError") {
        this.#locks = null;
        this.#changed(true);
      }
    });
  }
}
