import { queryOptions } from "@tanstack/react-query";
import { dataOf } from "../dataOf.ts";
import { api } from "../service.ts";

/** All templates. They only change with the server's version. */
export const templatesQuery = queryOptions({
  queryKey: ["templates"],
  queryFn: ({ signal }) => dataOf(api.get("/api/v2/template/", { query: { limit: 100 }, signal })),
  select: ({ results }) => results,
  staleTime: Number.POSITIVE_INFINITY,
});

/** A template with its graph. */
export const templateQuery = (id: string) =>
  queryOptions({
    queryKey: ["templates", id],
    queryFn: ({ signal }) => dataOf(api.get("/api/v2/template/{id}/", { path: { id }, signal })),
    staleTime: Number.POSITIVE_INFINITY,
  });
