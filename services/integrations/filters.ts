import type { DeliveriesQuery } from "../../shared/domain/shapes/integrations.ts";
import { dateRange } from "../../shared/platform/dateRange.ts";
import type { DeliveryFilters } from "./store/deliveries.ts";

/** Returns the filters of a list or replay (decisions §1, §7). 400 if the dates are reversed. */
export function filtersOf(query: DeliveriesQuery): DeliveryFilters {
  return { status: query.status ?? null, event: query.event ?? null, ...dateRange(query, "from_date", "to_date") };
}
