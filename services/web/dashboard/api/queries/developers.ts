import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type { ApiKey, CreateKeyBody } from "../../../../../shared/api/shapes/auth.ts";
import { dataOf } from "../dataOf.ts";
import { api } from "../service.ts";

export const keysKey = ["apiKeys"];
export const keysPageSize = 20;

export interface KeysView {
  search: string;
  /** null for all */
  status: ApiKey["status"] | null;
  page: number;
}

export const keysQuery = ({ search, status, page }: KeysView) =>
  queryOptions({
    queryKey: [...keysKey, { search, status, page }],
    queryFn: ({ signal }) => {
      const query = { ...(search && { search }), ...(status && { status }), page, limit: keysPageSize };
      return dataOf(api.get("/api/account/api-keys/", { query, signal }));
    },
    placeholderData: keepPreviousData,
  });

export const createKey = (body: CreateKeyBody) => dataOf(api.post("/api/account/api-keys/", { body }));
export const rotateKey = (id: string, graceHours: number) =>
  dataOf(api.post("/api/account/api-keys/{id}/rotate/", { path: { id }, body: { grace_hours: graceHours } }));
export const revokeKey = (id: string) => dataOf(api.delete("/api/account/api-keys/{id}/", { path: { id } }));

/** `from`, `to`: UTC dates (ISO 8601), both included. `keyId` is null for all keys. */
export interface UsageView {
  from: string;
  to: string;
  keyId: string | null;
}

export const usageQuery = ({ from, to, keyId }: UsageView) =>
  queryOptions({
    queryKey: ["usage", { from, to, keyId }],
    queryFn: ({ signal }) => {
      const query = { from, to, ...(keyId && { key_id: keyId }) };
      return dataOf(api.get("/api/account/usage/", { query, signal }));
    },
    placeholderData: keepPreviousData,
  });
