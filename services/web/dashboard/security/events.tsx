import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import * as words from "../../strings/en/dashboard/security.ts";
import { recentTimeText, zoneName } from "../../ui/dates.ts";
import { Loaded } from "../../ui/loaded.tsx";
import { mutedClass } from "../../ui/muted.ts";
import { Pager } from "../../ui/pager.tsx";
import { CardRow, RowsCard } from "../../ui/rowsCard.tsx";
import { eventsPageSize, eventsQuery } from "../api/queries/security.ts";
import styles from "./security.module.css";

/** Events of the user's sign-in of the last 90 days. */
export function Events() {
  const [page, setPage] = useState(1);
  const query = useQuery(eventsQuery(page));
  return (
    <Loaded query={query}>
      {({ count, results }) => (
        <RowsCard
          title={words.events}
          text={words.eventsText(zoneName())}
          foot={<Pager count={count} size={eventsPageSize} page={page} onPage={setPage} />}
        >
          {count === 0 && <li className={styles.inset}>{words.noEvents}</li>}
          {results.map(({ id, kind, device, address, occurred_at: at }) => (
            <CardRow key={id} name={words.kinds[kind]} text={[device, address].filter(Boolean).join(" · ")}>
              <span className={mutedClass}>{recentTimeText(at, new Date())}</span>
            </CardRow>
          ))}
        </RowsCard>
      )}
    </Loaded>
  );
}
