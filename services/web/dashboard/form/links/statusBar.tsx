import { useQuery } from "@tanstack/react-query";
import type { LinkCounts } from "../../../../../shared/api/shapes/links.ts";
import { nextReminder, nextReminderTo } from "../../../strings/en/dashboard/linkMails.ts";
import * as words from "../../../strings/en/dashboard/links.ts";
import { numberText } from "../../../strings/en/dashboard/numbers.ts";
import { recentDayText } from "../../../ui/dates.ts";
import { linkMailsQuery, unansweredQuery } from "../../api/queries/links.ts";
import styles from "./links.module.css";
import type { LinksSearch } from "./linksSearch.ts";

/** Each person is in one of them. */
const parts = ["completed", "started", "unused", "expired", "revoked"] as const;
const shown = [...parts, "undeliverable"] as const;

interface Props {
  slug: string;
  counts: LinkCounts;
  shown: LinksSearch["show"];
  onShow: (show: LinksSearch["show"]) => void;
}

/** How many people have answered. Each state filters the list; those of no one are left out. */
export function StatusBar({ slug, counts, shown: current, onShow }: Props) {
  const hasPeople = (name: (typeof shown)[number]) => counts[name] > 0;
  return (
    <div className={styles.bar}>
      <div className={styles.parts} aria-hidden="true">
        {parts.filter(hasPeople).map((name) => (
          <span key={name} data-state={name} style={{ flexGrow: counts[name] }} />
        ))}
      </div>
      <div className={styles.below}>
        <ul className={styles.legend}>
          {shown.filter(hasPeople).map((name) => (
            <li key={name}>
              <button
                type="button"
                className={styles.state}
                data-state={name}
                aria-pressed={current === name}
                aria-label={`${numberText(counts[name])} ${words.legend[name]}. ${words.showOnly(words.filterNames[name])}`}
                onClick={() => onShow(current === name ? undefined : name)}
              >
                <strong>{numberText(counts[name])}</strong> {words.legend[name]}
              </button>
            </li>
          ))}
        </ul>
        <NextReminder slug={slug} />
      </div>
    </div>
  );
}

/** When the next people are reminded, by the newest invitations. Their number is that of all who haven't answered. */
function NextReminder({ slug }: { slug: string }) {
  const { data } = useQuery(linkMailsQuery(slug, 1));
  const [next] = (data?.results ?? []).flatMap(({ next_reminder_at: at }) => at ?? []).sort();
  const { data: unanswered } = useQuery(unansweredQuery(slug));
  if (next === undefined) return null;
  const day = recentDayText(next, new Date());
  return <p className={styles.next}>{unanswered ? nextReminderTo(day, unanswered) : nextReminder(day)}</p>;
}
