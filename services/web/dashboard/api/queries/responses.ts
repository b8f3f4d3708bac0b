import { keepPreviousData, type QueryClient, queryOptions } from "@tanstack/react-query";
import type { bySessionFields } from "../../../../../shared/api/lists.ts";
import type { Envelope } from "../../../../../shared/api/paging.ts";
import type { AnnotationFilters } from "../../../../../shared/api/shapes/annotations.ts";
import type { ResponsesQuery, SessionListItem } from "../../../../../shared/api/shapes/sessions.ts";
import { dataOf } from "../dataOf.ts";
import { intervalUntil } from "../intervalUntil.ts";
import { api } from "../service.ts";
import { formKey } from "./forms.ts";

export const responsesPageSize = 50;
/** Refetch interval of visible lists. Background pages don't refetch. */
export const responsesPollMs = 10_000;

type OrderingField = (typeof bySessionFields.ordering)[number];
export type ResponsesOrdering = OrderingField | `-${OrderingField}`;

/** Filters as the API's query has them (spec §Sessions), with one tag. Undefined ones don't filter. */
type Filters = { [K in keyof ResponsesQuery]?: ResponsesQuery[K] | undefined } & {
  search?: string | undefined;
  tag?: string | undefined;
  is_flagged?: true | undefined;
};

export interface ResponsesView {
  filters: Filters;
  ordering: ResponsesOrdering;
  page: number;
}

export type ResponsesList = Envelope<SessionListItem>;

/** Query key of a form's responses. */
export const responsesKey = (slug: string) => [...formKey(slug), "responses"];

export const responsesQuery = (slug: string, { filters, ordering, page }: ResponsesView) =>
  queryOptions({
    queryKey: [...responsesKey(slug), "list", filters, { ordering, page }],
    queryFn: ({ signal }): Promise<ResponsesList> => {
      const query = { ...given(filters), include: "answers" as const, ordering, page, limit: responsesPageSize };
      return dataOf(api.get("/api/v2/form/{slug}/responses/", { path: { slug }, query, signal }));
    },
    placeholderData: keepPreviousData,
  });

/** The newest responses with their answers. Deleting one takes it out of here too, as of every list. */
export const latestResponsesQuery = (slug: string, filters: Filters) =>
  queryOptions({
    queryKey: [...responsesKey(slug), "list", filters, "latest"],
    queryFn: ({ signal }): Promise<ResponsesList> => {
      const query = { ...given(filters), include: "answers" as const, limit: responsesPageSize };
      return dataOf(api.get("/api/v2/form/{slug}/responses/", { path: { slug }, query, signal }));
    },
  });

/** Drops undefined filters. */
export const given = ({ tag, ...filters }: Filters): ResponsesQuery & AnnotationFilters & { search?: string } => ({
  ...Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined)),
  ...(tag !== undefined && { tag: [tag] }),
});

/** Refetched while the respondent is answering. */
export const responseQuery = (slug: string, id: string) =>
  queryOptions({
    queryKey: [...responsesKey(slug), "one", id],
    queryFn: ({ signal }) =>
      dataOf(api.get("/api/v2/form/{slug}/responses/{session_id}/", { path: { slug, session_id: id }, signal })),
    refetchInterval: ({ state }) => (state.data?.status === "in_progress" && !state.error ? responsesPollMs : false),
  });

/** Reloads often until `closelyUntil` (ms) after a retry. */
export const responseDeliveriesQuery = (slug: string, id: string, closelyUntil = 0) =>
  queryOptions({
    queryKey: [...responsesKey(slug), "deliveries", id],
    queryFn: ({ signal }) =>
      dataOf(
        api.get("/api/v2/form/{slug}/responses/{session_id}/deliveries/", { path: { slug, session_id: id }, signal }),
      ),
    refetchInterval: ({ state }) => (state.error ? false : intervalUntil(closelyUntil, responsesPollMs)),
  });

export const eraseResponse = (slug: string, id: string) =>
  dataOf(api.delete("/api/v2/form/{slug}/responses/{session_id}/", { path: { slug, session_id: id } }));

/** Removes a response from the cache, so that it doesn't show again. */
export function forgetResponse(queryClient: QueryClient, slug: string, id: string): void {
  const lists = { queryKey: [...responsesKey(slug), "list"] };
  queryClient.setQueriesData<ResponsesList>(lists, (list) => list && withoutResponses(list, [id]));
  void queryClient.invalidateQueries({ ...lists, refetchType: "none" });
  queryClient.removeQueries({ queryKey: [...responsesKey(slug), "one", id] });
  queryClient.removeQueries({ queryKey: [...responsesKey(slug), "deliveries", id] });
}

export function withoutResponses(list: ResponsesList, ids: readonly string[]): ResponsesList {
  const results = list.results.filter(({ id }) => !ids.includes(id));
  return { ...list, results, count: list.count - (list.results.length - results.length) };
}
