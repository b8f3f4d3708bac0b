import { sameValue as same } from "../../../../../shared/domain/graph/diff/values.ts";

/**
 * Unsaved edits: for each field its value when the edit began, and the new one. Other fields follow the stored ones, so two
 * people who edit different fields both succeed.
 */
export type Edits<T> = { readonly [K in keyof T]?: Edit<T[K]> };

interface Edit<V> {
  readonly was: V;
  readonly now: V;
}

/** A field with its stored value again isn't an edit. */
export function edited<T, K extends keyof T>(edits: Edits<T>, stored: T, field: K, now: T[K]): Edits<T> {
  const was = (edits[field] ?? { was: stored[field] }).was as T[K];
  const { [field]: _, ...others } = edits;
  return same(was, now) ? (others as Edits<T>) : { ...edits, [field]: { was, now } };
}

/** Returns all fields with their edits. */
export const withEdits = <T extends object>(stored: T, edits: Edits<T>): T => ({ ...stored, ...bodyOf(edits) });

/** Returns the edited fields only, to send. */
export const bodyOf = <T extends object>(edits: Edits<T>): Partial<T> => mapped(edits, ({ now }) => now);

/** Returns edited fields whose stored value changed elsewhere to a third value. */
export const conflictsOf = <T extends object>(edits: Edits<T>, stored: T): (keyof T)[] =>
  entriesOf(edits)
    .filter(([field, { was, now }]) => !same(stored[field], was) && !same(stored[field], now))
    .map(([field]) => field);

/** Returns the edits as if made on the stored values. */
export function keepMine<T extends object>(edits: Edits<T>, stored: T): Edits<T> {
  const kept = entriesOf(edits).map(([field, { now }]) => [field, { was: stored[field], now }]);
  return Object.fromEntries(kept) as Edits<T>;
}

/** Drops the edits of fields that were changed elsewhere, and keeps the others. */
export function takeTheirs<T extends object>(edits: Edits<T>, stored: T): Edits<T> {
  const lost = new Set(conflictsOf(edits, stored));
  return Object.fromEntries(entriesOf(edits).filter(([field]) => !lost.has(field))) as Edits<T>;
}

/**
 * Returns the edits made during a save, on top of the saved fields. A field that was sent and then typed back is an edit.
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
