import type { DeliveriesView } from "../api/queries/integrations.ts";
import { readPageSearch } from "../app/pageSearch.ts";
import { readDay } from "../app/readDay.ts";
import { readReturn, readUuid } from "./integrationsSearch.ts";

const statuses: readonly unknown[] = ["success", "error", "skipped"] satisfies DeliveriesView["status"][];
const events: readonly unknown[] = [
  "session.completed",
  "session.started",
  "session.abandoned",
  "test",
] satisfies DeliveriesView["event"][];
const orderings: readonly unknown[] = ["created", "-duration_ms"] satisfies DeliveriesView["ordering"][];

const tabs: readonly unknown[] = ["settings", "forms", "secret"] satisfies DeliveriesSearch["tab"][];

/** Query of an integration’s page. Defaults and invalid values are left out. */
export interface DeliveriesSearch {
  /** absent for the deliveries */
  tab?: "settings" | "forms" | "secret" | undefined;
  status?: DeliveriesView["status"] | undefined;
  event?: DeliveriesView["event"] | undefined;
  /** days in UTC (ISO 8601), both included */
  from?: string | undefined;
  to?: string | undefined;
  ordering?: DeliveriesView["ordering"] | undefined;
  page?: number | undefined;
  /** id of the delivery that is shown */
  delivery?: string | undefined;
  /** id of the integration that was just connected, or the reason why it wasn’t */
  connected?: string | undefined;
  error?: string | undefined;
}

export function readDeliveriesSearch(given: Record<string, unknown>): DeliveriesSearch {
  const [from, to] = [readDay(given.from), readDay(given.to)];
  return {
    status: statuses.includes(given.status) ? (given.status as DeliveriesView["status"]) : undefined,
    event: events.includes(given.event) ? (given.event as DeliveriesView["event"]) : undefined,
    from,
    // the API rejects a range that ends before it starts
    to: from !== undefined && to !== undefined && to < from ? undefined : to,
    ordering: orderings.includes(given.ordering) ? (given.ordering as DeliveriesView["ordering"]) : undefined,
    ...readPageSearch(given),
    delivery: readUuid(given.delivery),
    tab: tabs.includes(given.tab) ? (given.tab as DeliveriesSearch["tab"]) : undefined,
    ...readReturn(given),
  };
}

export const deliveriesViewOf = ({ status, event, from, to, ordering, page }: DeliveriesSearch): DeliveriesView => ({
  ...(status && { status }),
  ...(event && { event }),
  ...(from && { from_date: from }),
  ...(to && { to_date: to }),
  ordering: ordering ?? "-created",
  page: page ?? 1,
});
