import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as words from "../../strings/en/dashboard/security.ts";
import { cardClass } from "../../ui/card.ts";
import { recentTimeText, zoneName } from "../../ui/dates.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { mutedClass } from "../../ui/muted.ts";
import { Pager } from "../../ui/pager.tsx";
import { eventsPageSize, eventsQuery } from "../api/queries/security.ts";
import styles from "./security.module.css";

/** Events of the user's sign-in of the last 90 days. */
export function Events() {
  const [page, setPage] = useState(1);
  const query = useQuery(eventsQuery(page));
  return (
    <section className={`${cardClass} ${styles.flush}`} aria-label={words.events}>
      <div className={styles.head}>
        <div className={styles.texts}>
          <h2 className={styles.title}>{words.events}</h2>
          <p className={mutedClass}>{words.eventsText(zoneName())}</p>
        </div>
      </div>
      <Loaded query={query}>
        {({ count, results }) => (
          <>
            {count === 0 && <p className={styles.inset}>{words.noEvents}</p>}
            <ul className={styles.list} aria-label={words.events}>
              {results.map(({ id, kind, device, address, occurred_at: at }) => (
                <li key={id} className={styles.row}>
                  <div className={styles.texts}>
                    <h3 className={styles.name}>{words.kinds[kind]}</h3>
                    <p className={styles.detail}>{[device, address].filter(Boolean).join(" · ")}</p>
                  </div>
                  <span className={styles.detail}>{recentTimeText(at, new Date())}</span>
                </li>
              ))}
            </ul>
            <Pager count={count} size={eventsPageSize} page={page} onPage={setPage} />
          </>
        )}
      </Loaded>
    </section>
  );
}
