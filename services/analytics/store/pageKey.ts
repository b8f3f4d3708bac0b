import type { Paging } from "../../../shared/api/paging.ts";

/** `after`: key of the session before the page, as `next` links have it. */
export type ListPaging = Pick<Paging, "limit" | "offset" | "ordering"> & { after?: string | undefined };

/**
 * The session before a page of a list by `started_at`, in links `<µs since 1970>_<ID>`. It has all that the page needs, because the
 * session may have been erased since.
 */
export interface PageKey {
  startedAtUs: string;
  id: string;
  descending: boolean;
}

/** SQL of the first part of the key of a session `s`. */
export const startedAtUs = "(extract(epoch from s.started_at) * 1000000)::bigint::text";

export const writeKey = ({ started_at_us, id }: { started_at_us: string; id: string }): string =>
  `${started_at_us}_${id}`;

/** Returns the session before the page. Null if `offset` finds the page. */
export function keyOf({ after, ordering }: Pick<ListPaging, "after" | "ordering">): PageKey | null {
  if (after === undefined || ordering.field !== "started_at") return null;
  const [startedAtUs = "", id = ""] = after.split("_");
  return { startedAtUs, id, descending: ordering.descending };
}

/** Returns the condition on sessions `s` after the key. `value` adds a value to the statement. */
export function isAfter({ startedAtUs, id, descending }: PageKey, value: (given: string) => string): string {
  const startedAt = `timestamptz 'epoch' + ${value(startedAtUs)}::bigint * interval '1 microsecond'`;
  return `(s.started_at, s.id) ${descending ? "<" : ">"} (${startedAt}, ${value(id)}::uuid)`;
}
