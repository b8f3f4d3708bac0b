import type { SessionListItem } from "../../../../shared/domain/shapes/sessions.ts";

/**
 * A list that somebody reads stays as it is: rows change in place, and none comes, goes or moves until the reader asks for it.
 */
export interface Listed {
  count: number;
  results: readonly SessionListItem[];
}

/** The held rows, each as the service has it now. */
export function refreshed(held: Listed, latest: Listed): readonly SessionListItem[] {
  const now = new Map(latest.results.map((item) => [item.id, item]));
  return held.results.map((item) => now.get(item.id) ?? item);
}

/** How many more there are than are held; 0: others, or in another order; null: the same. */
export function changeSince(held: Listed, latest: Listed): number | null {
  const isSame =
    held.count === latest.count &&
    held.results.length === latest.results.length &&
    held.results.every(({ id }, index) => id === latest.results[index]?.id);
  return isSame ? null : Math.max(0, latest.count - held.count);
}
