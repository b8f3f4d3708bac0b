import { useQueries, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { type ResponsesView, responseQuery, responsesPageSize, responsesQuery } from "../../api/queries/responses.ts";
import type { Listed } from "./heldList.ts";
import { missingPage, type Place, placeOf } from "./neighbours.ts";

/** Where a response stands in the list of `view`, as it was when the reader came from it. The next one is loaded ahead. */
export function useNeighbours(slug: string, id: string, view: ResponsesView): Place | null {
  const queryClient = useQueryClient();
  const queryOf = (page: number) => ({
    ...responsesQuery(slug, { ...view, page }),
    placeholderData: undefined,
    // who walks through a list meets each once: it does not change on the way
    staleTime: Number.POSITIVE_INFINITY,
  });
  const known = queryClient.getQueryData(queryOf(view.page).queryKey);
  const beside = missingPage(id, pagesOf([[view.page, known]]), view.page, responsesPageSize);
  const numbers = beside === null ? [view.page] : [view.page, beside];
  const lists = useQueries({ queries: numbers.map(queryOf) });
  const pages = pagesOf(numbers.map((page, index) => [page, lists[index]?.data]));
  const place = placeOf(id, pages, responsesPageSize);
  const next = place?.next?.id;
  useEffect(() => {
    if (next !== undefined) void queryClient.prefetchQuery(responseQuery(slug, next));
  }, [queryClient, slug, next]);
  return place;
}

const pagesOf = (pages: readonly (readonly [number, Listed | undefined])[]): ReadonlyMap<number, Listed> =>
  new Map(pages.flatMap(([page, list]) => (list ? [[page, list]] : [])));
