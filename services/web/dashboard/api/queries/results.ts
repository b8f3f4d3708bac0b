import { queryOptions } from "@tanstack/react-query";
import type { PutResultsBody, Results } from "../../../../../shared/api/shapes/results.ts";
import { ApiError } from "../../../ui/apiError.ts";
import { dataOf } from "../dataOf.ts";
import { api } from "../service.ts";

export const resultsKey = (slug: string) => ["results", slug];

/** Null while no results are published. */
export const resultsQuery = (slug: string) =>
  queryOptions({
    queryKey: resultsKey(slug),
    queryFn: async ({ signal }): Promise<Results | null> => {
      try {
        return await dataOf(api.get("/api/v2/form/{slug}/results/", { path: { slug }, signal }));
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
  });

export const putResults = (slug: string, body: PutResultsBody) =>
  dataOf(api.put("/api/v2/form/{slug}/results/", { path: { slug }, body }));

export const removeResults = (slug: string) => dataOf(api.delete("/api/v2/form/{slug}/results/", { path: { slug } }));
