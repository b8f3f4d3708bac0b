import { Link } from "@tanstack/react-router";
import type { Delivery } from "../../../../shared/api/shapes/integrations.ts";
import * as words from "../../strings/en/dashboard/deliveries.ts";
import { millisecondsText } from "../../strings/en/dashboard/numbers.ts";
import { exactTimeText } from "../../ui/dates.ts";
import { stateOf } from "./attempts.ts";
import type { DeliveriesSearch } from "./search.ts";
import styles from "./timeline.module.css";

interface Props {
  delivery: Delivery;
  /** all to deliver its event, oldest first */
  attempts: readonly Delivery[];
  search: DeliveriesSearch;
}

/** Every attempt to deliver the event, oldest first, then the next one. */
export function Timeline({ delivery, attempts, search }: Props) {
  const next = attempts.at(-1)?.next_attempt_at ?? null;
  return (
    <section className={styles.section}>
      <h3 className={styles.title}>{words.attempts}</h3>
      <ol className={styles.timeline}>
        {attempts.map((attempt) => (
          <li key={attempt.id} data-status={stateOf(attempt, attempts)}>
            <Link
              to="/integrations/$type/$id"
              params={{ type: attempt.integration_type, id: attempt.integration_id }}
              search={{ ...search, delivery: attempt.id }}
              resetScroll={false}
              aria-current={attempt.id === delivery.id || undefined}
              className={styles.attempt}
            >
              {resultOf(attempt)}
            </Link>
            <span className={styles.time}>{exactTimeText(attempt.created)}</span>
          </li>
        ))}
        {next !== null && (
          <li data-status="pending">
            <span>{words.nextAttempt}</span>
            <span className={styles.time}>{nextText(next)}</span>
          </li>
        )}
      </ol>
    </section>
  );
}

const resultOf = ({ status, response_code: code, duration_ms: ms }: Delivery): string =>
  `${words.result(words.statuses[status], code)}, ${millisecondsText(ms)}`;

/** Returns "Now" for a time that has come: the attempt is in progress. */
const nextText = (next: string): string =>
  new Date(next).getTime() <= Date.now() ? words.atOnce : exactTimeText(next);
