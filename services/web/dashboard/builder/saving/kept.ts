import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import { newUuid } from "../../../respondent/walk/uuid.ts";
import type { Keeper } from "./saver.ts";

/** What was not saved when its page ended: kept in this browser's IndexedDB, one record a page that edits. */
export interface Kept {
  /** of the page that kept it */
  id: string;
  /** the form's id, which stays when its slug is another */
  form_id: string;
  /** what the service had when it was changed */
  base: Graph;
  graph: Graph;
  /** what it may have taken without this page having heard of it */
  sent: readonly Graph[];
  /** ms */
  at: number;
}

/** A keeper that says whether it keeps: a browser may refuse in a private window, or for want of room. */
export interface StoringKeeper extends Keeper {
  isKept(): boolean;
  /** Calls `listener` when that changes; gives what ends it. */
  subscribe(listener: () => void): () => void;
  /** Writes at once what is waiting: the page may end. */
  flush(): void;
}

const storeName = "drafts";
/** ms from one write to the next: a large graph takes some milliseconds to copy, and is not copied for each letter */
const writeInterval = 500;
const lockOf = (id: string) => `pathform.builder.${id}`;

/** Keeps the work of this page, the newest last. */
export function openKeeper(formId: string): StoringKeeper {
  const id = newUuid(Date.now());
  // held as long as the page lives: so others see that its record is in use
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

/** Tells of all that pages which are gone have kept of this form, the newest first, and of what a page keeps that ends later. */
export async function watchKept(formId: string, tell: (kept: Kept) => void, signal: AbortSignal): Promise<void> {
  for (const { id } of (await recordsOf(formId)).toSorted((a, b) => b.at - a.at)) {
    void whenAbandoned(id, signal).then(async (isAbandoned) => {
      // its page may have saved it in the end, or another one has taken it over
      const kept = isAbandoned ? (await recordsOf(formId)).find((record) => record.id === id) : undefined;
      if (kept && !signal.aborted) tell(kept);
    });
  }
}

export const forget = (id: string): Promise<unknown> => change((store) => store.delete(id)).catch(() => undefined);

// private windows may refuse to store anything
const recordsOf = (formId: string): Promise<Kept[]> =>
  change((store) => store.getAll() as IDBRequest<Kept[]>).then(
    (records) => records.filter(({ form_id }) => form_id === formId),
    () => [],
  );

/** When the page that keeps it ends, which may just be closing; false: `signal` came first. */
async function whenAbandoned(id: string, signal: AbortSignal): Promise<boolean> {
  if (!navigator.locks) return true;
  return navigator.locks.request(lockOf(id), { signal }, () => true).catch(() => false);
}

let database: Promise<IDBDatabase> | null = null;

/** When it is stored for good: what has no room is refused only at the end of its transaction. */
async function change<T>(ask: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  database ??= opened().catch((error) => {
    database = null;
    throw error;
  });
  const transaction = (await database).transaction(storeName, "readwrite");
  const request = ask(transaction.objectStore(storeName));
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result);
    transaction.onabort = () => reject(transaction.error);
  });
}

/** Open as long as the page is: what is written while it ends has no time to wait for an opening. */
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
