import { searchLengthLimit } from "../../../../shared/domain/search.ts";
import type { IntegrationsView } from "../api/queries/integrations.ts";
import { readPageSearch } from "../url/pageSearch.ts";

/** Query of the list. Defaults are left out. */
export interface IntegrationsSearch {
  type?: string | undefined;
  search?: string | undefined;
  ordering?: "name" | undefined;
  page?: number | undefined;
  /** reason why an authorization failed (docs/integrations.md) */
  error?: string | undefined;
}

/** Format of a reason, ours or the provider's. */
const reason = /^[a-z_]{1,50}$/;
/** Format of a type. The API knows the types. */
const identifier = /^[a-z][a-z0-9_]{0,49}$/;
const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

export const readReason = (error: unknown): string | undefined =>
  reason.test(textOf(error)) ? textOf(error) : undefined;

export const readIntegrationsSearch = (given: Record<string, unknown>): IntegrationsSearch => ({
  type: identifier.test(textOf(given.type)) ? textOf(given.type) : undefined,
  search: textOf(given.search).slice(0, searchLengthLimit) || undefined,
  ordering: given.ordering === "name" ? "name" : undefined,
  ...readPageSearch(given),
  error: readReason(given.error),
});

export const integrationsViewOf = ({ type, search, ordering, page }: IntegrationsSearch): IntegrationsView => ({
  type: type ?? null,
  search: search ?? "",
  ordering: ordering ?? "-created",
  page: page ?? 1,
});

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i;
export const readUuid = (value: unknown): string | undefined => (uuid.test(textOf(value)) ? textOf(value) : undefined);

/** Reads the result of an authorization: the integration, or why it failed. */
export const readReturn = (given: Record<string, unknown>) => ({
  connected: readUuid(given.connected),
  error: readReason(given.error),
});
