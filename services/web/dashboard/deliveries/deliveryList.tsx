import { Link } from "@tanstack/react-router";
import type { Delivery } from "../../../../shared/api/shapes/integrations.ts";
import * as words from "../../strings/en/dashboard/deliveries.ts";
import { millisecondsText } from "../../strings/en/dashboard/numbers.ts";
import { recentTimeText } from "../../ui/dates.ts";
import { Icon } from "../../ui/icon.tsx";
import styles from "./deliveryList.module.css";
import type { DeliveriesSearch } from "./search.ts";

interface Props {
  deliveries: readonly Delivery[];
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
          <Row delivery={delivery} search={search} isSelected={delivery.id === selected} now={now} />
        </li>
      ))}
    </ul>
  );
}

const statusIcons = { success: "circle-check", error: "circle-alert", skipped: "circle-dot" } as const;

interface RowProps extends Pick<Props, "search"> {
  delivery: Delivery;
  isSelected: boolean;
  now: Date;
}

function Row({ delivery, search, isSelected, now }: RowProps) {
  const { id, status, event, response_code: code, created, duration_ms: ms, attempt, next_attempt_at: next } = delivery;
  const facts = [...(attempt > 1 ? [words.attempt(attempt)] : []), millisecondsText(ms)];
  return (
    <Link
      to="/integrations/$type/$id"
      params={{ type: delivery.integration_type, id: delivery.integration_id }}
      search={{ ...search, delivery: id }}
      resetScroll={false}
      className={styles.row}
      aria-current={isSelected || undefined}
      data-status={status}
    >
      <Icon name={statusIcons[status]} size={18} />
      <span className={styles.what}>
        <span className={status === "skipped" ? styles.note : "visually-hidden"}>{words.statuses[status]} </span>
        <strong>{words.events[event]}</strong> <span className={styles.note}>{recentTimeText(created, now)}</span>
      </span>{" "}
      <span className={styles.result}>
        <span className={styles.code}>{code ?? words.noReply}</span>{" "}
        <span className={styles.note}>
          {facts.join(" · ")}
          {next !== null && `\u00A0· ${words.pending}`}
        </span>
      </span>
    </Link>
  );
}
