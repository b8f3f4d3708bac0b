import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import * as words from "../../strings/en/dashboard/assistants.ts";
import { spreadRowClass } from "../../ui/buttonRow.tsx";
import { cardClass } from "../../ui/card.ts";
import { recentTimeText } from "../../ui/dates.ts";
import { mutedClass } from "../../ui/muted.ts";
import { auditQuery } from "../api/queries/audit.ts";
import { Sentence } from "../audit/entryRow.tsx";
import { useWorkspace } from "../members/useWorkspace.ts";
import styles from "./assistants.module.css";

const shown = 3;

/** The last entries of a key in the audit log. */
export function Recent({ keyId, lookAgainMs }: { keyId: string; lookAgainMs: number }) {
  const { id } = useWorkspace();
  const { data } = useQuery({ ...auditQuery(id, { actor_id: keyId, page: 1 }), refetchInterval: lookAgainMs });
  const entries = data?.results.slice(0, shown) ?? [];
  return (
    <section className={cardClass} aria-label={words.recent}>
      <div className={spreadRowClass}>
        <h2 className={styles.title}>{words.recent}</h2>
        <Link to="/settings/audit" search={{ actor: keyId, since: "all" }}>
          {words.auditLog}
        </Link>
      </div>
      {entries.length === 0 ? (
        <p className={mutedClass}>{words.noChanges}</p>
      ) : (
        <ul className={styles.tools}>
          {entries.map((entry) => (
            <li key={entry.id} className={styles.tool}>
              <span className={styles.entry}>
                <Sentence entry={entry} />
              </span>
              <time className={mutedClass} dateTime={entry.occurred_at}>
                {recentTimeText(entry.occurred_at, new Date())}
              </time>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
