import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { SubmittedGraph } from "../../../../../shared/domain/graph/shapes/graph.ts";
import { ApiError } from "../../../ui/apiError.ts";
import { dataOf } from "../dataOf.ts";
import { api } from "../service.ts";
import { formKey } from "./forms.ts";
import { responsesKey } from "./responses.ts";

export const versionsPageSize = 20;

/** Versions, newest first. */
export const versionsPageQuery = (slug: string, page: number) =>
  queryOptions({
    queryKey: [...formKey(slug), "versions", "page", page],
    queryFn: ({ signal }) => {
      const query = { page, limit: versionsPageSize };
      return dataOf(api.get("/api/v2/form/{slug}/versions/", { path: { slug }, query, signal }));
    },
    placeholderData: keepPreviousData,
  });

/** The number of responses to a version, which the service has counted already. */
export const versionResponsesQuery = (slug: string, version: number) =>
  queryOptions({
    queryKey: [...responsesKey(slug), "count", version],
    queryFn: async ({ signal }) => {
      const query = { version, limit: 1 };
      return (await dataOf(api.get("/api/v2/form/{slug}/responses/", { path: { slug }, query, signal }))).count;
    },
  });

/** The draft with its ETag for changes. */
export const draftQuery = (slug: string) =>
  queryOptions({
    queryKey: [...formKey(slug), "draft"],
    queryFn: async ({ signal }) => {
      const answer = await api.get("/api/v2/form/{slug}/draft/", { path: { slug }, signal });
      if (!answer.ok) throw new ApiError(answer);
      return { ...answer.data, etag: answer.etag };
    },
    staleTime: 0,
  });

/**
 * Makes the version the draft, if the draft still has this ETag (null if there is none yet). Throws ApiError 409 otherwise.
 * Returns the new ETag.
 */
export async function restoreVersion(slug: string, number: number, etag: string | null): Promise<string | null> {
  const path = { slug, version_number: number };
  const answer = await api.post("/api/v2/form/{slug}/versions/{version_number}/restore/", { path, ifMatch: etag });
  if (!answer.ok) throw new ApiError(answer);
  return answer.etag;
}

/** Saves a draft. Throws ApiError 409 if it has changed since. */
export async function putDraft(slug: string, graph: SubmittedGraph, etag: string | null): Promise<void> {
  await dataOf(api.put("/api/v2/form/{slug}/draft/", { path: { slug }, body: { graph }, ifMatch: etag }));
}
