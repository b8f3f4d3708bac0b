import type { DeliveriesView } from "../api/queries/integrations.ts";
import type { DeliveriesSearch } from "../deliveries/search.ts";
import { dayEnd, dayStart } from "../url/days.ts";
import { readPageSearch } from "../url/pageSearch.ts";
import { readDay } from "../url/readDay.ts";
import { readReturn, readUuid } from "./integrationsSearch.ts";

const statuses: readonly unknown[] = ["success", "error", "skipped"] satisfies DeliveriesView["status"][];
const events: readonly unknown[] = [
  "session.completed",
  "session.started",
  "session.abandoned",
  "session.updated",
  "test",
] satisfies DeliveriesView["event"][];
const orderings: readonly unknown[] = ["created", "-duration_ms"] satisfies DeliveriesView["ordering"][];

const tabs: readonly unknown[] = ["settings", "forms", "secret"] satisfies DeliveriesSearch["tab"][];

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
  ...(from && { from_date: dayStart(from) }),
  ...(to && { to_date: dayEnd(to) }),
  ordering: ordering ?? "-created",
  page: page ?? 1,
});
