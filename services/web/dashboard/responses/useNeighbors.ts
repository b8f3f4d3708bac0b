import { useQueries, useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { type ResponsesView, responseQuery, responsesPageSize, responsesQuery } from "../api/queries/responses.ts";
import type { Listed } from "./listSnapshot.ts";
import { missingPage, type Neighbor, type Position, positionOf } from "./neighbors.ts";

export type Direction = "previous" | "next";

export interface Neighbors {
  /** null if unknown, or if it is on none of the pages */
  position: Position | null;
  /** True while the page in this direction is loading. */
  isOpen(direction: Direction): boolean;
  /** Goes one step once the list is loaded. Repeated calls add up, except when one retries a failed load. */
  ask(direction: Direction): void;
  /** state of the last request, or null */
  asked: "loading" | "failed" | null;
}

/**
 * Returns the position of a response in the list of `view`, as it was when the response was opened. Prefetches the next
 * response. Calls `onCome` with each neighbor that was requested before the list was loaded.
 */
export function useNeighbors(
  slug: string,
  id: string,
  view: ResponsesView,
  onCome: (neighbor: Neighbor) => void,
): Neighbors {
  const queryClient = useQueryClient();
  const queryOf = (page: number) => ({
    ...responsesQuery(slug, { ...view, page }),
    placeholderData: undefined,
    // the list doesn't change while going through it
    staleTime: Number.POSITIVE_INFINITY,
  });
  const known = queryClient.getQueryData(queryOf(view.page).queryKey);
  const beside = missingPage(id, pagesOf([[view.page, known]]), view.page, responsesPageSize);
  const numbers = beside === null ? [view.page] : [view.page, beside];
  const lists = useQueries({ queries: numbers.map(queryOf) });
  const pages = pagesOf(numbers.map((page, index) => [page, lists[index]?.data]));
  const position = positionOf(id, pages, responsesPageSize);
  const next = position?.next?.id;
  useEffect(() => {
    if (next !== undefined) void queryClient.prefetchQuery(responseQuery(slug, next));
  }, [queryClient, slug, next]);
  const isOpen = (direction: Direction) => {
    if (lists[0]?.data === undefined) return true;
    const side = beside !== null && beside < view.page ? "previous" : "next";
    return direction === side && lists[1] !== undefined && lists[1].data === undefined;
  };
  const [wish, setWish] = useState({ id, steps: 0 });
  const steps = wish.id === id ? wish.steps : 0;
  const direction = steps < 0 ? "previous" : "next";
  const come = steps !== 0 && position?.[direction];
  const isWaiting = steps !== 0 && isOpen(direction);
  useEffect(() => {
    if (come) {
      setWish({ id: come.id, steps: steps - Math.sign(steps) });
      onCome(come);
    } else if (steps !== 0 && !isWaiting) setWish({ id, steps: 0 });
  });
  const failed = lists.filter(({ isError, data }) => isError && data === undefined);
  const hasFailed = isWaiting && failed.some(({ isFetching }) => !isFetching);
  return {
    position,
    isOpen,
    ask(asked) {
      const step = asked === "next" ? 1 : -1;
      // after a failure, the key retries
      if (!hasFailed) setWish((last) => ({ id, steps: (last.id === id ? last.steps : 0) + step }));
      for (const list of failed) void list.refetch();
    },
    asked: isWaiting ? (hasFailed ? "failed" : "loading") : null,
  };
}

const pagesOf = (pages: readonly (readonly [number, Listed | undefined])[]): ReadonlyMap<number, Listed> =>
  new Map(pages.flatMap(([page, list]) => (list ? [[page, list]] : [])));
