import { type Kept, readKept } from "./kept.ts";

/** A store like `localStorage`. Any call can throw if it is full or blocked. */
export interface TextStore {
  getItem(key: string): string | null;
  setItem(key: string, text: string): void;
  removeItem(key: string): void;
}

/**
 * Stores a session. A tab writes its own name first, and never overwrites a session that another tab has taken over. Locks
 * detect that later, and not in every browser.
 */
export interface Storage {
  read(now: number): Kept | null;
  /** Returns false if there is no space or no store. */
  write(kept: Kept): boolean;
  /** Returns true if there is a store. Keeps what `done` needs to be changed later, but none of its answers. */
  erase(done?: Kept | null): boolean;
  isTakenOver(): boolean;
}

/** `store` is null in a kiosk, which keeps nothing. */
export function storageOf(store: TextStore | null, slug: string, tab: string): Storage {
  const key = `pathform.${slug}`;
  /** the stored owner if this tab has the session but couldn't write its own */
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
    erase: (done) =>
      isDone((store) => {
        if (done)
          store.setItem(`${key}.edit`, JSON.stringify({ ...done, answers: {}, base: { visits: [], current: "" } }));
        store.removeItem(key);
      }),
    isTakenOver: () => ![undefined, tab, before].includes(owner()),
  };
}
