import { type Kept, readKept } from "./kept.ts";

/** A place for texts that survives the page, as `localStorage`. Any call may throw: private mode, full, blocked. */
export interface TextStore {
  getItem(key: string): string | null;
  setItem(key: string, text: string): void;
  removeItem(key: string): void;
}

export type Written = "kept" | "not_kept" | "taken_over";

/**
 * Where a session is kept. A tab writes its own name first into what it keeps, and never over what another tab has taken
 * over since; a lock tells the same later, and not in every browser.
 */
export class Storage {
  readonly #store: TextStore | null;
  readonly #key: string;
  readonly #tab: string;

  /** `store` null: a kiosk, where nothing stays on the device */
  constructor(store: TextStore | null, slug: string, tab: string) {
    this.#store = store;
    this.#key = `pathform.${slug}`;
    this.#tab = tab;
  }

  read(now: number): Kept | null {
    return readKept(this.#text(), now);
  }

  /** This tab goes on with the session from now on, whoever had it. */
  takeOver(kept: Kept): Written {
    return this.#attempt((store) => store.setItem(this.#key, this.#textOf(kept)));
  }

  write(kept: Kept): Written {
    return this.isTakenOver() ? "taken_over" : this.takeOver(kept);
  }

  /** Nothing stays of the session; true where there is a place to keep one. */
  clear(): boolean {
    return this.#attempt((store) => store.removeItem(this.#key)) === "kept";
  }

  isTakenOver(): boolean {
    const text = this.#text();
    return text?.startsWith('{"tab":') === true && !text.startsWith(`{"tab":"${this.#tab}"`);
  }

  #textOf(kept: Kept): string {
    return JSON.stringify({ ...kept, tab: this.#tab });
  }

  #text(): string | null {
    try {
      return this.#store?.getItem(this.#key) ?? null;
    } catch {
      return null;
    }
  }

  #attempt(change: (store: TextStore) => void): Written {
    if (!this.#store) return "not_kept";
    try {
      change(this.#store);
      return "kept";
    } catch {
      return "not_kept";
    }
  }
}
