import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import type { Keeper } from "./saver.ts";

/** What was not saved when its page ended: kept in this browser's IndexedDB, one record a page that edits. */
export interface Kept {
  /** of the page that kept it */
  id: string;
  slug: string;
  /** what the service had when it was changed */
  base: Graph;
  graph: Graph;
  /** what it may have taken without this page having heard of it */
  sent: readonly Graph[];
  /** ms */
  at: number;
}

const storeName = "drafts";
/** ms from the end of a write to the next */
const writeInterval = 500;
/** ms: a page that is being closed or loaded again still holds its lock for a moment */
const lastMoments = 1_000;
const lockOf = (id: string) => `pathform.builder.${id}`;

/** Keeps the work of this page, one write at a time and the newest last; where nothing can be stored, nothing is kept. */
export function openKeeper(slug: string): Keeper {
  const id = crypto.randomUUID();
  // held as long as the page lives: so others see that its record is in use
  void navigator.locks?.request(lockOf(id), () => new Promise(() => undefined));
  let wanted: { record: Kept | null } | null = null;
  let isWriting = false;
  const write = async () => {
    if (isWriting) return;
    isWriting = true;
    while (wanted) {
      const { record } = wanted;
      wanted = null;
      await change((store): IDBRequest => (record ? store.put(record) : store.delete(id))).catch(() => undefined);
      // a large graph takes some milliseconds to copy: not for each letter
      await new Promise((resolve) => setTimeout(resolve, writeInterval));
    }
    isWriting = false;
  };
  return {
    keep(unsaved) {
      wanted = { record: { id, slug, ...unsaved, at: Date.now() } };
      void write();
    },
    forget() {
      wanted = { record: null };
      void write();
    },
  };
}

/** The newest that a page which is gone has kept of this form; null: there is none. */
export async function keptOf(slug: string): Promise<Kept | null> {
  try {
    const records = await change((store) => store.getAll() as IDBRequest<Kept[]>);
    const own = records.filter((record) => record.slug === slug).toSorted((a, b) => b.at - a.at);
    const abandoned = await Promise.all(own.map(({ id }) => isAbandoned(id)));
    return own.find((_, at) => abandoned[at]) ?? null;
  } catch {
    // private windows may refuse to store anything
    return null;
  }
}

export const forget = (id: string): Promise<unknown> => change((store) => store.delete(id)).catch(() => undefined);

async function isAbandoned(id: string): Promise<boolean> {
  if (!navigator.locks) return true;
  const signal = AbortSignal.timeout(lastMoments);
  return navigator.locks.request(lockOf(id), { signal }, () => true).catch(() => false);
}

async function change<T>(ask: (store: IDBObjectStore) => IDBRequest<T>): Promise<T> {
  const database = await answered(opened());
  try {
    return await answered(ask(database.transaction(storeName, "readwrite").objectStore(storeName)));
  } finally {
    database.close();
  }
}

function opened(): IDBOpenDBRequest {
  const request = indexedDB.open("pathform.builder", 1);
  request.onupgradeneeded = () => request.result.createObjectStore(storeName, { keyPath: "id" });
  return request;
}

const answered = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
