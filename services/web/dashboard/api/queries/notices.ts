import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import { dataOf } from "../dataOf.ts";
import { api, backgroundApi } from "../service.ts";

export const noticesKey = ["notices"];
/** as many as the service returns: rows show groups of them */
export const noticesPageSize = 100;

/** The number of unread notifications, read again each minute while the window is visible. */
export const unreadQuery = queryOptions({
  queryKey: [...noticesKey, "unread"],
  queryFn: async ({ signal }) =>
    (await dataOf(backgroundApi.get("/api/account/notices/", { query: { is_read: false, limit: 1 }, signal }))).count,
  refetchInterval: 60_000,
});

export const noticesQuery = (page: number) =>
  queryOptions({
    queryKey: [...noticesKey, page],
    queryFn: ({ signal }) =>
      dataOf(api.get("/api/account/notices/", { query: { page, limit: noticesPageSize }, signal })),
    placeholderData: keepPreviousData,
  });

/** Marks these as read one by one, because the service limits how many writes run at the same time. */
export async function markRead(ids: readonly string[]): Promise<void> {
  for (const id of ids)
    await dataOf(api.patch("/api/account/notices/{id}/", { path: { id }, body: { is_read: true } }));
}

export const markAllRead = () => dataOf(api.post("/api/account/notices/read/"));
