import { invalid } from "../../shared/errors.ts";
import type { DeliveriesQuery } from "../../shared/shapes/integrations.ts";
import type { DeliveryFilters } from "./store/deliveries.ts";

const day = 24 * 60 * 60 * 1000;

/** A date means that UTC day, the whole of it in `to_date` (decisions §1). 400 when the range is the wrong way round. */
export function filtersOf({ status, event, from_date, to_date }: DeliveriesQuery): DeliveryFilters {
  const from = from_date ? new Date(startOf(from_date)) : null;
  const before = to_date ? new Date(startOf(to_date) + (isDate(to_date) ? day : 1)) : null;
  if (from && before && from >= before) throw invalid(["from_date: must not be after to_date"]);
  return { status: status ?? null, event: event ?? null, from, before };
}

const isDate = (text: string): boolean => text.length === "2026-01-31".length;
const startOf = (text: string): number => Date.parse(isDate(text) ? `${text}T00:00:00Z` : text);
