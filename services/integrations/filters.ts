import type { DeliveriesQuery } from "../../shared/domain/shapes/integrations.ts";
import { dateRange } from "../../shared/platform/dateRange.ts";
import type { DeliveryFilters } from "./store/deliveries.ts";

/** Which deliveries a list or a replay asks for (decisions §1, §7). 400 when the dates are the wrong way round. */
export function filtersOf(query: DeliveriesQuery): DeliveryFilters {
  return { status: query.status ?? null, event: query.event ?? null, ...dateRange(query, "from_date", "to_date") };
}
