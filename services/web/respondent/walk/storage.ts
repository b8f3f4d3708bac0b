import { type Kept, readKept } from "./kept.ts";

/** A place for texts that survives the page, as `localStorage`. Any call may throw: private mode, full, blocked. */
export interface TextStore {
  getItem(key: string): string | null;
  setItem(key: string, text: string): void;
  removeItem(key: string): void;
}

/**
 * Where a session is kept. A tab writes its own name first into what it keeps, and never over what another tab has taken
 * over since. A lock says the same later, and not in every browser.
 */
export interface Storage {
  read(now: number): Kept | null;
  /** False if there is no room, or no place. */
  write(kept: Kept): boolean;
  /** Nothing stays of the session; true if there is a place to keep one. */
  erase(): boolean;
  isTakenOver(): boolean;
}

/** `store` null: a kiosk, where nothing stays on the device. */
export function storageOf(store: TextStore | null, slug: string, tab: string): Storage {
  const key = `pathform.${slug}`;
  /** whose text is there, though this tab has the session: there was no room for its own */
  let before: string | undefined;
  const text = () => {
    try {
      return store?.getItem(key) ?? null;
    } catch {
      return null;
    }
  };
  const owner = () => /^{"tab":"(.*?)"/.exec(text() ?? "")?.[1];
  const isDone = (change: (store: TextStore) => void) => {
    try {
      if (store) change(store);
      return store !== null;
    } catch {
      before = owner();
      return false;
    }
  };
  return {
    read: (now) => readKept(text(), now),
    write: (kept) => isDone((store) => store.setItem(key, JSON.stringify({ ...kept, tab }))),
    erase: () => isDone((store) => store.removeItem(key)),
    isTakenOver: () => ![undefined, tab, before].includes(owner()),
  };
}
