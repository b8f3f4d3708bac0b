/** What is used of `navigator.locks`. */
export interface Locks {
  request(
    name: string,
    options: { steal?: boolean; signal?: AbortSignal },
    held: () => Promise<void>,
  ): Promise<unknown>;
}

/**
 * One tab at a time goes on with a form's session. Another one takes it, and the first one is told; or finds it free. Where
 * there are no locks (a page without HTTPS, a browser that blocks what sites keep) the newest tab has it.
 */
export class TabLock {
  #locks: Locks | null;
  readonly #name: string;
  readonly #changed: (isHeld: boolean) => void;
  #stopWaiting = new AbortController();
  #letGo: () => void = () => {};

  constructor(locks: Locks | null, slug: string, changed: (isHeld: boolean) => void) {
    this.#locks = locks;
    this.#name = `pathform.${slug}`;
    this.#changed = changed;
  }

  /** Until it is free, or `stopWaiting`. */
  wait(): void {
    this.#stopWaiting = new AbortController();
    this.#request({ signal: this.#stopWaiting.signal });
  }

  take(): void {
    this.#stopWaiting.abort();
    this.#request({ steal: true });
  }

  stopWaiting(): void {
    this.#stopWaiting.abort();
  }

  release(): void {
    this.#stopWaiting.abort();
    this.#letGo();
  }

  #request(options: { steal?: boolean; signal?: AbortSignal }): void {
    if (!this.#locks) {
      this.#changed(true);
      return;
    }
    let isHeld = false;
    const held = () =>
      new Promise<void>((letGo) => {
        isHeld = true;
        this.#letGo = letGo;
        this.#changed(true);
      });
    this.#locks.request(this.#name, options, held).catch((error: Error) => {
      // stolen; a request that was taken back was never held
      if (isHeld) this.#changed(false);
      // blocked with all that sites keep, in a frame of another site above all: then nobody else can have it
      else if (error.name !== "AbortError") {
        this.#locks = null;
        this.#changed(true);
      }
    });
  }
}
