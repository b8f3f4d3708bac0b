/** The used part of `navigator.locks`. `granted` gets null if `ifAvailable` was set and the lock is taken. */
export interface Locks {
  request(name: string, options: LockOptions, granted: (lock: object | null) => Promise<void> | null): Promise<unknown>;
}
interface LockOptions {
  ifAvailable?: boolean;
  steal?: boolean;
  signal?: AbortSignal;
}

/**
 * Lets one tab at a time continue a form's session. Another tab can take the lock. Without locks (no HTTPS, blocked site
 * data), the newest tab has the session.
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

  /** `wait` takes the lock as soon as it is free. `none` releases it, or stops waiting. */
  ask(how: "none" | "wait" | "take"): void {
    this.#request.abort();
    if (how === "none") this.#letGo();
    else if (this.#locks) this.#ask(this.#locks, how === "take" ? { steal: true } : { ifAvailable: true });
    else this.#happen("granted");
  }

  /** The newest request wins: an older one that is granted later releases the lock. */
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
    // browsers accept a signal only without the other two options
    const isQueued = !options.ifAvailable && !options.steal;
    locks.request(this.#name, isQueued ? { signal } : options, granted).catch((error: Error) => {
      // an aborted request was never granted
      if (isHeld) this.#happen("lost");
      // with all site data blocked, as in a third-party frame, no other tab can have it
      else if (error.name !== "AbortError") {
        this.#locks = null;
        this.#happen("granted");
      }
    });
  }
}
