import type { DeliveriesView } from "../api/queries/integrations.ts";
import { readPageSearch } from "../app/pageSearch.ts";
import { readDay } from "../app/readDay.ts";
import { readReturn, readUuid } from "./integrationsSearch.ts";

const statuses: readonly unknown[] = ["success", "error"] satisfies DeliveriesView["status"][];
const events: readonly unknown[] = [
  "session.completed",
  "session.started",
  "session.abandoned",
  "test",
] satisfies DeliveriesView["event"][];
const orderings: readonly unknown[] = ["created", "-duration_ms"] satisfies DeliveriesView["ordering"][];

/** What the address of an integration says; what has its default is left out, and so is what is no value. */
export interface DeliveriesSearch {
  status?: DeliveriesView["status"] | undefined;
  event?: DeliveriesView["event"] | undefined;
  /** days of UTC (ISO 8601), both counted */
  from?: string | undefined;
  to?: string | undefined;
  ordering?: DeliveriesView["ordering"] | undefined;
  page?: number | undefined;
  /** the record that is looked at */
  delivery?: string | undefined;
  /** it has just been connected, or why it has not */
  connected?: string | undefined;
  error?: string | undefined;
}

export function readDeliveriesSearch(given: Record<string, unknown>): DeliveriesSearch {
  const [from, to] = [readDay(given.from), readDay(given.to)];
  return {
    status: statuses.includes(given.status) ? (given.status as DeliveriesView["status"]) : undefined,
    event: events.includes(given.event) ? (given.event as DeliveriesView["event"]) : undefined,
    from,
    // the service refuses a period that ends before it begins
    to: from !== undefined && to !== undefined && to < from ? undefined : to,
    ordering: orderings.includes(given.ordering) ? (given.ordering as DeliveriesView["ordering"]) : undefined,
    ...readPageSearch(given),
    delivery: readUuid(given.delivery),
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
