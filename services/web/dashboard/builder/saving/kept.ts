import { newUuid } from "../../../respondent/walk/uuid.ts";
import type { Unsaved } from "./knownBase.ts";
import type { Keeper } from "./saver.ts";

/** Unsaved changes in this browser's IndexedDB, one record per page that edits. */
export interface Kept extends Unsaved {
  /** identifies the page */
  id: string;
  /** the form's id, since its slug can change */
  form_id: string;
  /** ms */
  at: number;
}

/** Keeps unsaved changes, if the browser lets it: private windows and full disks can refuse. */
export interface StoringKeeper extends Keeper {
  isKept(): boolean;
  /** Calls `listener` when that changes. Returns a function that stops it. */
  subscribe(listener: () => void): () => void;
  /** Writes waiting changes now, since the page can end. */
  flush(): void;
}

const storeName = "drafts";
/** ms between writes: copying a large graph takes too long for every keystroke. */
const writeInterval = 500;
const lockOf = (id: string) => `pathform.builder.${id}`;

/** Starts keeping this page's changes. */
export function openKeeper(formId: string): StoringKeeper {
  const id = newUuid(Date.now());
  // the lock lasts as long as the page, so that others see that its record is in use
  void navigator.locks?.request(lockOf(id), () => new Promise(() => undefined));
  const listeners = new Set<() => void>();
  let waiting: { record: Kept | null } | null = null;
  let isPaused = false;
  let isKept = false;
  const become = (next: boolean) => {
    if (next === isKept) return;
    isKept = next;
    for (const listener of listeners) listener();
  };
  const flush = async () => {
    if (!waiting) return;
    const { record } = waiting;
    waiting = null;
    const written = change((store): IDBRequest => (record ? store.put(record) : store.delete(id)));
    become(await written.then(() => true).catch(() => false));
  };
  const soon = async () => {
    if (isPaused) return;
    isPaused = true;
    while (waiting) await Promise.all([flush(), new Promise((resolve) => setTimeout(resolve, writeInterval))]);
    isPaused = false;
  };
  return {
    keep(unsaved) {
      waiting = { record: { id, form_id: formId, ...unsaved, at: Date.now() } };
      void soon();
    },
    forget() {
      waiting = { record: null };
      void soon();
    },
    isKept: () => isKept,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    flush: () => void flush(),
  };
}

/** Calls back with the records of pages that ended, the newest first, and of pages that end later. */
export async function watchKept(formId: string, tell: (kept: Kept) => void, signal: AbortSignal): Promise<void> {
  for (const { id } of (await recordsOf(formId)).toSorted((a, b) => b.at - a.at)) {
    void whenAbandoned(id, signal).then(async (isAbandoned) => {
      // its page saved it after all, or another page took it over
      const kept = isAbandoned ? (await recordsOf(formId)).find((record) => record.id === id) : undefined;
      if (kept && !signal.aborted) tell(kept);
    });
  }
}

export const forget = (id: string): Promise<unknown> => change((store) => store.delete(id)).catch(() => undefined);

/** Keeps a forgotten record again. */
export const putBack = (kept: Kept): Promise<unknown> =>
  change((store): IDBRequest => store.put(kept)).catch(() => undefined);

// private windows can refuse to store anything
const recordsOf = (formId: string): Promise<Kept[]> =>
  change((store) => store.getAll() as IDBRequest<Kept[]>).then(
    (records) => records.filter(({ form_id }) => form_id === formId),
    () => [],
  );

/** Resolves when the record's page ends, or with false if `signal` aborts first. */
async function whenAbandoned(id: string, signal: AbortSignal): Promise<boolean> {
  if (!navigator.locks) return true;
  return navigator.locks.request(lockOf(id), { signal }, () => true).catch(() => false);
}

let database: Promise<IDBDatabase> | null = null;

/** Resolves when the transaction is complete: a full disk is reported only then. */
async function change<T>(ask: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  database ??= opened().catch((error) => {
    database = null;
    throw error;
  });
  const transaction = (await database).transaction(storeName, "readwrite");
  const request = ask(transaction.objectStore(storeName));
  // a closing page doesn't live until the browser commits on its own
  transaction.commit();
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error);
  });
}

/** Keeps the database open, because a closing page can't wait for it. */
async function opened(): Promise<IDBDatabase> {
  const request = indexedDB.open("pathform.builder", 1);
  request.onupgradeneeded = () => request.result.createObjectStore(storeName, { keyPath: "id" });
  const result = await new Promise<IDBDatabase>((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  const closed = () => {
    database = null;
  };
  result.onclose = closed;
  result.onversionchange = () => {
    result.close();
    closed();
  };
  return result;
}
