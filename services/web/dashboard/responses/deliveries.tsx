import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import type { Delivery } from "../../../../shared/api/shapes/integrations.ts";
import { states } from "../../strings/en/dashboard/deliveries.ts";
import { millisecondsText } from "../../strings/en/dashboard/numbers.ts";
import * as words from "../../strings/en/dashboard/responses.ts";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { recentTimeText } from "../../ui/dates.ts";
import { problemText } from "../../ui/failed.tsx";
import { Loaded } from "../../ui/loaded.tsx";
import { tell } from "../../ui/toasts.tsx";
import { retryDelivery } from "../api/queries/integrations.ts";
import { responseDeliveriesQuery } from "../api/queries/responses.ts";
import { useCan } from "../api/rights.ts";
import { type AttemptState, stateOf } from "../deliveries/attempts.ts";
import styles from "./answers.module.css";

/** Delivery attempts of a response, newest first, updated live. */
export function Deliveries({ slug, id }: { slug: string; id: string }) {
  const query = useQuery(responseDeliveriesQuery(slug, id));
  const can = useCan();
  return (
    <Loaded query={query}>
      {(deliveries) =>
        deliveries.length === 0 ? (
          <p className={styles.note}>
            {words.noDeliveries}{" "}
            {can("integrations:read") && (
              <Link to="/forms/$slug/integrations" params={{ slug }}>
                {words.toIntegrations}
              </Link>
            )}
          </p>
        ) : (
          <ul className={styles.list} aria-label={words.tabs.deliveries}>
            {deliveries.map((delivery) => (
              <Row key={delivery.id} slug={slug} id={id} delivery={delivery} state={stateOf(delivery, deliveries)} />
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}

interface RowProps {
  slug: string;
  id: string;
  delivery: Delivery;
  state: AttemptState;
}

function Row({ slug, id, delivery, state }: RowProps) {
  const { integration_id, integration_type: type, integration_name: name, event, status, response_code } = delivery;
  const { attempt, duration_ms: ms, created, next_attempt_at: next, error_message: message } = delivery;
  const now = new Date();
  const can = useCan();
  const facts = [words.attempt(attempt), ...(ms === null ? [] : [millisecondsText(ms)]), recentTimeText(created, now)];
  return (
    <li className={styles.row}>
      <div className={styles.answer}>
        <div className={styles.question}>
          <h3 dir="auto">{name}</h3>
          {status === "success" && <Badge kind="good">{words.delivered(response_code)}</Badge>}
          {state === "retried" && <Badge>{states.retried}</Badge>}
          {status === "error" && state !== "retried" && (
            <Badge kind="danger">{words.notDelivered(response_code)}</Badge>
          )}
          {status === "skipped" && <Badge>{states.skipped}</Badge>}
        </div>
        <p className={styles.what}>
          {!can("integrations:read") ? (
            words.events[event]
          ) : type === "mail" ? (
            <Link to="/forms/$slug/integrations" params={{ slug }}>
              {words.events[event]}
            </Link>
          ) : (
            <Link to="/integrations/$type/$id" params={{ type, id: integration_id }} search={{ delivery: delivery.id }}>
              {words.events[event]}
            </Link>
          )}{" "}
          · {facts.join(" · ")}
        </p>
        {message && <p className={styles.what}>{message}</p>}
        {next !== null && <p className={styles.what}>{words.nextAttempt(recentTimeText(next, now))}</p>}
        {status !== "skipped" && type !== "mail" && can("integrations:write") && (
          <Retry slug={slug} id={id} delivery={delivery} />
        )}
      </div>
    </li>
  );
}

function Retry({ slug, id, delivery }: { slug: string; id: string; delivery: Delivery }) {
  const queryClient = useQueryClient();
  const { integration_name: name, integration_type: type, integration_id } = delivery;
  const retry = useMutation({
    mutationFn: () => retryDelivery({ type, id: integration_id }, delivery.id),
    onSuccess: () => tell(words.retried),
    onError: (error) => tell(problemText(error)),
    onSettled: () => queryClient.invalidateQueries({ queryKey: responseDeliveriesQuery(slug, id).queryKey }),
  });
  return (
    <div>
      <Button
        size="small"
        icon="refresh-cw"
        aria-label={words.retryOf(name)}
        isPending={retry.isPending}
        onPress={() => retry.mutate()}
      >
        {words.retryDelivery}
      </Button>
    </div>
  );
}
