import { bySessionFields } from "../../../../shared/api/lists.ts";
import { tagLength } from "../../../../shared/domain/limits.ts";
import type { ResponsesOrdering, ResponsesView } from "../api/queries/responses.ts";
import { readSessionFilters, type SessionFilters } from "../form/sessionFilters.ts";
import { readPageSearch } from "../url/pageSearch.ts";
import type { WorkspaceSearch } from "../url/workspaceSearch.ts";

/** State of the list in the URL, with the API's names. Default values are left out. */
export interface ResponsesSearch extends SessionFilters {
  ordering?: ResponsesOrdering | undefined;
  page?: number | undefined;
  /** ID of the saved view that was opened */
  view?: string | undefined;
}

const orderings: readonly unknown[] = bySessionFields.ordering.flatMap((field) => [field, `-${field}`]);

export function readResponsesSearch(search: Record<string, unknown>): ResponsesSearch {
  const { ordering, language, tag, is_flagged, view } = search;
  const isKnown = orderings.includes(ordering) && ordering !== bySessionFields.default;
  return {
    ...readSessionFilters(search),
    language: typeof language === "string" && /^[A-Za-z0-9-]{1,35}$/.test(language) ? language : undefined,
    tag: typeof tag === "string" && tag.trim() !== "" ? tag.slice(0, tagLength) : undefined,
    is_flagged: String(is_flagged) === "true" || undefined,
    ordering: isKnown ? (ordering as ResponsesOrdering) : undefined,
    view: /^[0-9a-f-]{36}$/.test(String(view)) ? String(view) : undefined,
    ...readPageSearch(search),
  };
}

export const responsesViewOf = ({
  ordering,
  page,
  view: _,
  workspace: __,
  ...filters
}: ResponsesSearch & WorkspaceSearch): ResponsesView => ({
  filters,
  ordering: ordering ?? bySessionFields.default,
  page: page ?? 1,
});
