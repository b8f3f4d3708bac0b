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
  readonly #happen: (type: "granted" | "contested" | "lost") => void;
  #request = new AbortController();
  #letGo: () => void = () => {};

  constructor(locks: Locks | null, slug: string, happen: (type: "granted" | "contested" | "lost") => void) {
    this.#locks = locks;
    this.#name = `pathform.${slug}`;
    this.#happen = happen;
  }

  /** `wait`: takes the lock if it is free, or as soon as it is. `none`: lets go of it, or of waiting for it. */
  ask(how: "none" | "wait" | "take"): void {
    this.#request.abort();
    if (how === "none") this.#letGo();
    else if (this.#locks) this.#ask(this.#locks, how === "take" ? { steal: true } : { ifAvailable: true });
    else this.#happen("granted");
  }

  /** The newest request counts: an older one that is granted later lets go. */
  #ask(locks: Locks, options: LockOptions): void {
    this.#request = new AbortController();
    const { signal } = this.#request;
    let isHeld = false;
    const granted = (lock: object | null) => {
      if (signal.aborted) return null;
      if (!lock) {
        this.#ask(locks, {});
        this.#happen("contested");
        return null;
      }
      return new Promise<void>((letGo) => {
        isHeld = true;
        this.#letGo = letGo;
        this.#happen("granted");
      });
    };
    // browsers take a signal with neither of the other two
    const isQueued = !options.ifAvailable && !options.steal;
    locks.request(this.#name, isQueued ? { signal } : options, granted).catch((error: Error) => {
      // stolen; a request that was aborted was never held
      if (isHeld) this.#happen("lost");
      // blocked with all site data, as in a frame of another site: then no other tab can have it
      else if (error.name !== "AbortError") {
        this.#locks = null;
        this.#happen("granted");
      }
    });
  }
}
