import { useQueries, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type ResponsesView, responseQuery, responsesPageSize, responsesQuery } from "../../api/queries/responses.ts";
import type { Listed } from "./heldList.ts";
import { missingPage, type Neighbour, type Place, placeOf } from "./neighbours.ts";

export type Direction = "previous" | "next";

export interface Neighbours {
  /** null: not known yet, or on none of the pages */
  place: Place | null;
  /** Is the page of the list still to come that says what is in this direction? */
  isOpen(direction: Direction): boolean;
  /** The reader wants to go there as soon as that is known. What could not be loaded is loaded again. */
  ask(direction: Direction): void;
  /** of what the reader asked for last; null: nothing */
  asked: "loading" | "failed" | null;
}

/**
 * Where a response stands in the list of `view`, as it was when the reader came from it. The next one is loaded ahead; a
 * neighbour that was asked for before it was known goes to `onCome`.
 */
export function useNeighbours(
  slug: string,
  id: string,
  view: ResponsesView,
  onCome: (neighbour: Neighbour) => void,
): Neighbours {
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
  const [wish, setWish] = useState<{ id: string; direction: Direction } | null>(null);
  const asked = wish?.id === id ? wish.direction : null;
  const come = asked && place?.[asked];
  useEffect(() => {
    if (!come) return;
    setWish(null);
    onCome(come);
  });
  const isOpen = (direction: Direction) => {
    if (lists[0]?.data === undefined) return true;
    const side = beside !== null && beside < view.page ? "previous" : "next";
    return direction === side && lists[1] !== undefined && lists[1].data === undefined;
  };
  const failed = lists.filter(({ isError, data }) => isError && data === undefined);
  return {
    place,
    isOpen,
    ask(direction) {
      setWish({ id, direction });
      for (const list of failed) void list.refetch();
    },
    asked: asked && isOpen(asked) ? (failed.some(({ isFetching }) => !isFetching) ? "failed" : "loading") : null,
  };
}

const pagesOf = (pages: readonly (readonly [number, Listed | undefined])[]): ReadonlyMap<number, Listed> =>
  new Map(pages.flatMap(([page, list]) => (list ? [[page, list]] : [])));
