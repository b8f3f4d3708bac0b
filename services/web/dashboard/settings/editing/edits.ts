import { sameValue as same } from "../../../../../shared/domain/graph/diff/values.ts";

/**
 * What somebody has changed of what the service has, and not saved yet: of each field what it was when they began, and what
 * it shall be. Fields that nobody touched follow the service, so that two people who change different fields both succeed.
 */
export type Edits<T> = { readonly [K in keyof T]?: Edit<T[K]> };

interface Edit<V> {
  readonly was: V;
  readonly now: V;
}

/** A field that is again as the service has it is no edit. */
export function edited<T, K extends keyof T>(edits: Edits<T>, stored: T, field: K, now: T[K]): Edits<T> {
  const was = (edits[field] ?? { was: stored[field] }).was as T[K];
  const { [field]: _, ...others } = edits;
  return same(was, now) ? (others as Edits<T>) : { ...edits, [field]: { was, now } };
}

/** All fields, as they shall be. */
export const withEdits = <T extends object>(stored: T, edits: Edits<T>): T => ({ ...stored, ...bodyOf(edits) });

/** The edited fields alone, as they are sent. */
export const bodyOf = <T extends object>(edits: Edits<T>): Partial<T> => mapped(edits, ({ now }) => now);

/** Edited fields that the service has otherwise by now, and not as they shall be. */
export const conflictsOf = <T extends object>(edits: Edits<T>, stored: T): (keyof T)[] =>
  entriesOf(edits)
    .filter(([field, { was, now }]) => !same(stored[field], was) && !same(stored[field], now))
    .map(([field]) => field);

/** These edits were made knowing what the service has now. */
export function keepMine<T extends object>(edits: Edits<T>, stored: T): Edits<T> {
  const kept = entriesOf(edits).map(([field, { now }]) => [field, { was: stored[field], now }]);
  return Object.fromEntries(kept) as Edits<T>;
}

/** What somebody else has changed stays as they left it; other edits stay too. */
export function takeTheirs<T extends object>(edits: Edits<T>, stored: T): Edits<T> {
  const lost = new Set(conflictsOf(edits, stored));
  return Object.fromEntries(entriesOf(edits).filter(([field]) => !lost.has(field))) as Edits<T>;
}

/**
 * What is left when a save is done: what was written on while it was under way, over what the service has now. A field that was
 * sent and then typed back is an edit now.
 */
export function leftAfter<T extends object>(edits: Edits<T>, sent: Edits<T>, saved: T): Edits<T> {
  const wanted = { ...mapped(sent, ({ was }) => was), ...bodyOf(edits) };
  const left = Object.entries(wanted).flatMap(([field, now]) => {
    const [was, asSent] = [saved[field as keyof T], sent[field as keyof T]?.now];
    return same(now, was) || same(now, asSent) ? [] : [[field, { was, now }]];
  });
  return Object.fromEntries(left) as Edits<T>;
}

export const isEdited = (edits: object): boolean => Object.keys(edits).length > 0;

const mapped = <T extends object>(edits: Edits<T>, take: (edit: Edit<unknown>) => unknown): Partial<T> =>
  Object.fromEntries(entriesOf(edits).map(([field, edit]) => [field, take(edit)])) as Partial<T>;

const entriesOf = <T extends object>(edits: Edits<T>) => Object.entries(edits) as [keyof T, Edit<unknown>][];
