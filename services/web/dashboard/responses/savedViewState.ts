import { bySessionFields } from "../../../../shared/api/lists.ts";
import type { CreateViewBody, SavedView } from "../../../../shared/api/shapes/savedViews.ts";
import { type Json, sameJson } from "../../../../shared/domain/json.ts";
import { given, type ResponsesView } from "../api/queries/responses.ts";
import { type KeptColumns, nothingKept } from "./columns.ts";
import { type ResponsesSearch, readResponsesSearch } from "./responsesSearch.ts";

/** Returns what a view keeps of the page. */
export const contentOf = (
  { filters, ordering }: Pick<ResponsesView, "filters" | "ordering">,
  kept: KeptColumns,
): Required<Omit<CreateViewBody, "name">> => ({
  filters: given(filters),
  ordering,
  columns: kept === nothingKept ? null : { order: [...kept.order], shown: { ...kept.shown } },
});

/** Returns the page's address for a view. */
export const searchOf = ({ id, filters: { tag, ...filters }, ordering }: SavedView): ResponsesSearch => ({
  ...readResponsesSearch({ ...filters, tag: tag?.[0], ordering }),
  view: id,
});

/** Whether the page shows something else than the view. */
export function isChanged(
  view: SavedView,
  shown: Pick<ResponsesView, "filters" | "ordering">,
  kept: KeptColumns,
): boolean {
  const { filters, ordering = bySessionFields.default } = searchOfPage(view);
  const now = contentOf(shown, kept);
  const hasColumns = view.columns !== null && !isSame(view.columns, now.columns);
  return !isSame(filters, now.filters) || ordering !== now.ordering || hasColumns;
}

function searchOfPage(view: SavedView) {
  const { view: _, page: __, ordering, ...filters } = searchOf(view);
  return { filters: given(filters), ordering };
}

const isSame = (a: object, b: object | null): boolean => sameJson(a as Json, b as Json);
