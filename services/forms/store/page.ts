import type { Paging } from "../../../shared/api/paging.ts";
import { invalid } from "../../../shared/platform/errors.ts";

/** Returns the page and order of a list. The order is total: `id` breaks ties (decisions §1). */
export function pageOf<F extends string>(paging: Paging, orderable: readonly F[]) {
  const field = orderable.find((name) => name === paging.ordering.field);
  if (!field) throw invalid([`ordering: must be one of ${orderable.join(", ")}`]);
  const direction = paging.ordering.descending ? "desc" : "asc";
  const orderBy = [{ [field]: direction }, { id: direction }] as Record<F | "id", "asc" | "desc">[];
  return { limit: paging.limit, offset: paging.offset, orderBy };
}
