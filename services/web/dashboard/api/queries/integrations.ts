import { keepPreviousData, queryOptions } from "@tanstack/react-query";
import type {
  CreateIntegrationBody,
  DeliveriesQuery,
  Delivery,
  Integration,
  Tested,
  UpdateIntegrationBody,
} from "../../../../../shared/api/shapes/integrations.ts";
import { dataOf } from "../dataOf.ts";
import { intervalUntil, oftenMs } from "../intervalUntil.ts";
import { api } from "../service.ts";

export const integrationsKey = ["integrations"];
export const integrationsPageSize = 20;

/** The types that this server has. They change when an administrator configures one. */
export const integrationTypesQuery = queryOptions({
  queryKey: ["integrationTypes"],
  queryFn: ({ signal }) => dataOf(api.get("/api/integrations/types/", { signal })),
  staleTime: 5 * 60_000,
});

export interface IntegrationsView {
  /** null for all types */
  type: string | null;
  search: string;
  ordering: "-created" | "name";
  page: number;
}

export const integrationsQuery = ({ type, search, ordering, page }: IntegrationsView) =>
  queryOptions({
    queryKey: [...integrationsKey, "list", { type, search, ordering, page }],
    queryFn: ({ signal }) => {
      const query = { ...(search && { search }), ordering, page, limit: integrationsPageSize };
      return dataOf(
        type === null
          ? api.get("/api/integrations/", { query, signal })
          : api.get("/api/integrations/{type}/", { path: { type }, query, signal }),
      );
    },
    placeholderData: keepPreviousData,
    refetchInterval: 15_000,
  });

export interface IntegrationName {
  type: string;
  id: string;
}

const keyOf = ({ type, id }: IntegrationName) => [...integrationsKey, type, id];

export const healthQuery = ({ type, id }: IntegrationName) =>
  queryOptions({
    queryKey: [...keyOf({ type, id }), "health"],
    queryFn: ({ signal }) => dataOf(api.get("/api/integrations/{type}/{id}/health/", { path: { type, id }, signal })),
    refetchInterval: 60_000,
  });

/** maximum of a list */
const mostOfPage = 100;

/** One integration, from the lists of its type. Null if it doesn’t exist. */
export const integrationQuery = (name: IntegrationName) =>
  queryOptions({
    queryKey: [...keyOf(name), "record"],
    queryFn: async ({ signal }): Promise<Integration | null> => {
      for (let page = 1; ; page += 1) {
        const query = { page, limit: mostOfPage };
        const { results } = await dataOf(
          api.get("/api/integrations/{type}/", { path: { type: name.type }, query, signal }),
        );
        const found = results.find(({ id }) => id === name.id);
        if (found || results.length < mostOfPage) return found ?? null;
      }
    },
    refetchInterval: 30_000,
  });

/** Those of these IDs that exist, by ID. The service has no list by IDs, which don't name the type that an address needs. */
export const integrationsOfQuery = (ids: readonly string[]) =>
  queryOptions({
    queryKey: [...integrationsKey, "of", ids],
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, Integration>> => {
      const found = new Map<string, Integration>();
      for (let page = 1; ; page += 1) {
        const { results } = await dataOf(api.get("/api/integrations/", { query: { page, limit: mostOfPage }, signal }));
        for (const one of results) if (ids.includes(one.id)) found.set(one.id, one);
        if (found.size === ids.length || results.length < mostOfPage) return found;
      }
    },
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  });

export const createIntegration = (type: string, body: CreateIntegrationBody, key: string): Promise<Integration> =>
  dataOf(api.post("/api/integrations/{type}/", { path: { type }, body, idempotencyKey: key }));

export const updateIntegration = ({ type, id }: IntegrationName, body: UpdateIntegrationBody): Promise<Integration> =>
  dataOf(api.patch("/api/integrations/{type}/{id}/", { path: { type, id }, body }));

export const removeIntegration = ({ type, id }: IntegrationName) =>
  dataOf(api.delete("/api/integrations/{type}/{id}/", { path: { type, id } }));

export const makeSecret = (id: string) => dataOf(api.put("/api/integrations/webhook/{id}/secret/", { path: { id } }));

/** Returns the provider's URL for the authorization. The browser returns from there to `return_to`, a path of ours. */
export const beginConsent = (
  type: string,
  query: { name?: string; integration_id?: string; return_to: string },
): Promise<{ url: string }> => dataOf(api.get("/api/integrations/{type}/connect/", { path: { type }, query }));

/** Sends a test and returns its result and its record in the log. */
export async function testIntegration(name: IntegrationName): Promise<Tested & { deliveryId: string | null }> {
  const { type, id } = name;
  const tested = await dataOf(api.post("/api/integrations/{type}/{id}/test/", { path: { type, id } }));
  const log = await api.get("/api/integrations/{type}/{id}/deliveries/", {
    path: { type, id },
    query: { event: "test", limit: 1 },
  });
  return { ...tested, deliveryId: log.ok ? (log.data.results[0]?.id ?? null) : null };
}

export const deliveriesPageSize = 20;

/** Filters as the API takes them: days or timestamps, both included. */
export interface DeliveriesView extends DeliveriesQuery {
  ordering: "-created" | "created" | "-duration_ms";
  page: number;
}

export const deliveriesKey = (name: IntegrationName) => [...keyOf(name), "deliveries"];

const soonMs = 60_000;
const isPending = ({ next_attempt_at: next }: Delivery, now: number): boolean =>
  next !== null && new Date(next).getTime() < now + soonMs;

/** Reloads often while an attempt is near, or until `closelyUntil` (ms) after a retry. */
export const deliveriesQuery = (name: IntegrationName, view: DeliveriesView, closelyUntil = 0) =>
  queryOptions({
    queryKey: [...deliveriesKey(name), view],
    queryFn: ({ signal }) => {
      const { page, ...query } = view;
      return dataOf(
        api.get("/api/integrations/{type}/{id}/deliveries/", {
          path: { type: name.type, id: name.id },
          query: { ...query, page, limit: deliveriesPageSize, include: "form" },
          signal,
        }),
      );
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state: { data } }) => {
      const now = Date.now();
      return data?.results.some((delivery) => isPending(delivery, now)) ? oftenMs : intervalUntil(closelyUntil, 15_000);
    },
  });

export const deliveryQuery = ({ type, id }: IntegrationName, deliveryId: string, closelyUntil: number) =>
  queryOptions({
    queryKey: [...keyOf({ type, id }), "delivery", deliveryId],
    queryFn: ({ signal }) =>
      dataOf(
        api.get("/api/integrations/{type}/{id}/deliveries/{delivery_id}/", {
          path: { type, id, delivery_id: deliveryId },
          signal,
        }),
      ),
    refetchInterval: () => intervalUntil(closelyUntil, 5_000),
  });

export const retryDelivery = ({ type, id }: IntegrationName, deliveryId: string) =>
  dataOf(
    api.post("/api/integrations/{type}/{id}/deliveries/{delivery_id}/retry/", {
      path: { type, id, delivery_id: deliveryId },
    }),
  );

/** Replays with the filters of the list. Tests are skipped. */
export function replayDeliveries({ type, id }: IntegrationName, view: DeliveriesView) {
  const { status, event, from_date: from, to_date: to } = view;
  const body = {
    ...(status && { status }),
    ...(event && event !== "test" && { event }),
    ...(from && { from_date: from }),
    ...(to && { to_date: to }),
  };
  return dataOf(api.post("/api/integrations/{type}/{id}/deliveries/replay/", { path: { type, id }, body }));
}

/** The number of forms whose events it receives. */
export const attachedCountQuery = ({ type, id }: IntegrationName) =>
  queryOptions({
    queryKey: [...keyOf({ type, id }), "forms", "count"],
    queryFn: async ({ signal }) => {
      const query = { limit: 1 };
      const { count } = await dataOf(
        api.get("/api/integrations/{type}/{id}/forms/", { path: { type, id }, query, signal }),
      );
      return count;
    },
  });

/** The first hundred forms whose events it receives. */
export const attachedFormsQuery = (name: IntegrationName) =>
  queryOptions({
    queryKey: [...keyOf(name), "forms"],
    queryFn: ({ signal }) =>
      dataOf(
        api.get("/api/integrations/{type}/{id}/forms/", {
          path: { type: name.type, id: name.id },
          query: { limit: mostOfPage },
          signal,
        }),
      ),
  });
