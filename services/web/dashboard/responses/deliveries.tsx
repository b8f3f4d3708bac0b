import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Delivery } from "../../../../shared/domain/shapes/integrations.ts";
import { responseDeliveriesQuery, retryDelivery } from "../../api/queries/responses.ts";
import { Badge } from "../../parts/badge.tsx";
import { Button } from "../../parts/button.tsx";
import { type Column, DataTable } from "../../parts/dataTable.tsx";
import { timeText } from "../../parts/dates.ts";
import { problemText } from "../../parts/failed.tsx";
import { Loaded } from "../../parts/loaded.tsx";
import { mutedClass } from "../../parts/muted.ts";
import { Section } from "../../parts/section.tsx";
import { tell } from "../../parts/toasts.tsx";
import { millisecondsText, none } from "../../strings/en/dashboard/numbers.ts";
import * as words from "../../strings/en/dashboard/responses.ts";
import styles from "./responses.module.css";

/** What was sent of a response, an attempt each, newest first; an attempt that is made while somebody looks appears. */
export function Deliveries({ slug, id }: { slug: string; id: string }) {
  const query = useQuery(responseDeliveriesQuery(slug, id));
  return (
    <Section title={words.deliveriesTitle}>
      <Loaded query={query}>
        {(deliveries) =>
          deliveries.length === 0 ? (
            <p className={mutedClass}>
              {words.noDeliveries}{" "}
              <Link to="/forms/$slug/integrations" params={{ slug }}>
                {words.toIntegrations}
              </Link>
            </p>
          ) : (
            <DataTable
              caption={words.deliveriesTitle}
              columns={columns(slug, id)}
              rows={deliveries}
              keyOf={(delivery) => delivery.id}
            />
          )
        }
      </Loaded>
    </Section>
  );
}

const columns = (slug: string, id: string): Column<Delivery>[] => [
  { title: words.deliveryColumns.integration, cell: ({ integration_name: name }) => name },
  { title: words.deliveryColumns.event, cell: Event },
  { title: words.deliveryColumns.result, cell: Result },
  { title: words.deliveryColumns.attempt, isNumber: true, cell: ({ attempt }) => attempt },
  { title: words.deliveryColumns.duration, isNumber: true, cell: ({ duration_ms: ms }) => millisecondsText(ms) },
  { title: words.deliveryColumns.time, cell: ({ created }) => timeText(created) },
  {
    title: words.deliveryColumns.next,
    cell: ({ next_attempt_at: next }) => (next === null ? none : timeText(next)),
  },
  {
    title: words.deliveryColumns.actions,
    cell: (delivery) => <Retry slug={slug} id={id} delivery={delivery} />,
  },
];

function Event({ id, event, integration_id, integration_type: type }: Delivery) {
  return (
    <Link to="/integrations/$type/$id" params={{ type, id: integration_id }} search={{ delivery: id }}>
      {words.events[event]}
    </Link>
  );
}

function Result({ status, response_code: code, error_message: message }: Delivery) {
  return status === "success" ? (
    <Badge kind="good">{words.delivered(code)}</Badge>
  ) : (
    <>
      <Badge kind="danger">{words.notDelivered(code)}</Badge>
      {message && <p className={styles.message}>{message}</p>}
    </>
  );
}

function Retry({ slug, id, delivery }: { slug: string; id: string; delivery: Delivery }) {
  const queryClient = useQueryClient();
  const name = delivery.integration_name;
  const retry = useMutation({
    mutationFn: () => retryDelivery(delivery),
    onSuccess: () => tell(words.retried(name)),
    onError: (error) => tell(problemText(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: responseDeliveriesQuery(slug, id).queryKey }),
  });
  return (
    <Button look="plain" aria-label={words.retryOf(name)} isPending={retry.isPending} onPress={() => retry.mutate()}>
      {words.retryDelivery}
    </Button>
  );
}
