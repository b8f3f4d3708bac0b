import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Delivery } from "../../../../shared/domain/shapes/integrations.ts";
import * as words from "../../strings/en/dashboard/deliveries.ts";
import { millisecondsText, none } from "../../strings/en/dashboard/numbers.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { type Column, DataTable } from "../../ui/dataTable.tsx";
import { exactTimeText } from "../../ui/dates.ts";
import { problemText } from "../../ui/failed.tsx";
import { tell } from "../../ui/toasts.tsx";
import { retryDelivery } from "../api/queries/integrations.ts";
import type { DeliveriesSearch } from "../integrations/deliveriesSearch.ts";
import styles from "./deliveryTable.module.css";

interface Props {
  deliveries: readonly Delivery[];
  /** The address of the integration whose page this is; absent on a page with deliveries of several. */
  search?: DeliveriesSearch;
  canRetry: boolean;
  onRetry(): void;
}

/** Attempts to deliver events, one row each. */
export function DeliveryTable({ deliveries, search, canRetry, onRetry }: Props) {
  const retry = useMutation({
    mutationFn: (delivery: Delivery) =>
      retryDelivery({ type: delivery.integration_type, id: delivery.integration_id }, delivery.id),
    onSuccess: () => {
      tell(words.queued);
      onRetry();
    },
    onError: (error) => tell(problemText(error)),
  });
  const nameOf = ({ event, integration_name: name, created }: Delivery) =>
    [search ? words.events[event] : words.eventTo(words.events[event], name), exactTimeText(created)] as const;
  const actions: Column<Delivery> = {
    title: words.columns.actions,
    cell: (delivery) => (
      <div className={styles.actions}>
        <Link
          to="/integrations/$type/$id"
          params={{ type: delivery.integration_type, id: delivery.integration_id }}
          search={{ ...search, delivery: delivery.id }}
          resetScroll={!search}
          aria-label={words.showOf(...nameOf(delivery))}
        >
          {words.show}
        </Link>
        {delivery.event !== "test" && canRetry && (
          <Button
            look="plain"
            aria-label={words.retryOf(...nameOf(delivery))}
            isPending={retry.isPending && retry.variables.id === delivery.id}
            onPress={() => retry.mutate(delivery)}
          >
            {words.retry}
          </Button>
        )}
      </div>
    ),
  };
  return (
    <DataTable
      caption={words.title}
      columns={[...(search ? [] : [integration]), ...columns, actions]}
      rows={deliveries}
      keyOf={({ id }) => id}
    />
  );
}

const integration: Column<Delivery> = {
  title: words.columns.integration,
  cell: ({ integration_name: name }) => name,
};

const columns: readonly Column<Delivery>[] = [
  { title: words.columns.time, cell: ({ created }) => exactTimeText(created) },
  { title: words.columns.result, cell: Result },
  { title: words.columns.event, cell: ({ event }) => words.events[event] },
  { title: words.columns.duration, cell: ({ duration_ms: ms }) => millisecondsText(ms), isNumber: true },
  { title: words.columns.attempt, cell: ({ attempt }) => attempt, isNumber: true },
  { title: words.columns.next, cell: ({ next_attempt_at: next }) => nextText(next) },
];

function Result({ status, response_code: code, error_message: message }: Delivery) {
  return (
    <>
      <div className={styles.result}>
        <Badge kind={status === "success" ? "good" : "danger"}>{words.statuses[status]}</Badge> {code}
      </div>
      {message && <p className={styles.message}>{message}</p>}
    </>
  );
}

/** A time that has come is now: the attempt is under way. */
export function nextText(next: string | null): string {
  if (next === null) return none;
  return new Date(next).getTime() <= Date.now() ? words.atOnce : exactTimeText(next);
}
