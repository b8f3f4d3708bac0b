import { Link } from "@tanstack/react-router";
import type { ListedDelivery } from "../../../../shared/api/shapes/integrations.ts";
import * as words from "../../strings/en/dashboard/deliveries.ts";
import { millisecondsText } from "../../strings/en/dashboard/numbers.ts";
import { recentDayText } from "../../ui/dates.ts";
import { Icon } from "../../ui/icon.tsx";
import { type AttemptState, stateOf } from "./attempts.ts";
import styles from "./deliveryList.module.css";
import type { DeliveriesSearch } from "./search.ts";

interface Props {
  deliveries: readonly ListedDelivery[];
  search: DeliveriesSearch;
  /** id of the delivery that is shown beside the list */
  selected: string | undefined;
}

/** Delivery attempts. Each row opens one. */
export function DeliveryList({ deliveries, search, selected }: Props) {
  const now = new Date();
  return (
    <ul className={styles.list} aria-label={words.title}>
      {deliveries.map((delivery) => (
        <li key={delivery.id}>
          <Row
            delivery={delivery}
            state={stateOf(delivery, deliveries)}
            search={search}
            isSelected={delivery.id === selected}
            now={now}
          />
        </li>
      ))}
    </ul>
  );
}

const stateIcons = {
  success: "circle-check",
  error: "circle-alert",
  retrying: "refresh-cw",
  retried: "refresh-cw",
  skipped: "circle-dot",
} as const;

const clock = new Intl.DateTimeFormat(undefined, { timeStyle: "medium" });

interface RowProps extends Pick<Props, "search"> {
  delivery: ListedDelivery;
  state: AttemptState;
  isSelected: boolean;
  now: Date;
}

function Row({ delivery, state, search, isSelected, now }: RowProps) {
  const { id, event, response_code: code, created, duration_ms: ms, attempt, status, form } = delivery;
  // failures are attempts, several of which can be of one event
  const isNumbered = status === "error" || attempt > 1;
  // with seconds, by which attempts of one minute differ
  const time = `${recentDayText(created, now)}, ${clock.format(new Date(created))}`;
  const facts = [...(isNumbered ? [words.attempt(attempt)] : []), millisecondsText(ms), time];
  return (
    <Link
      to="/integrations/$type/$id"
      params={{ type: delivery.integration_type, id: delivery.integration_id }}
      search={{ ...search, delivery: id }}
      resetScroll={false}
      className={styles.row}
      aria-current={isSelected || undefined}
      data-state={state}
    >
      <Icon name={stateIcons[state]} size={18} />
      <strong>{words.events[event]}</strong> <code>{code ?? words.noReply}</code>{" "}
      <span className={styles.about}>
        <span className={styles.state}>{words.states[state]}</span>
        {form && <bdi>{` · ${form.title}`}</bdi>}
      </span>{" "}
      <span className={styles.facts}>{facts.join(" · ")}</span>
    </Link>
  );
}
