import type { Insights } from "../../../../shared/api/shapes/insights.ts";
import * as words from "../../strings/en/dashboard/insights.ts";
import { durationText, numberText, percentText } from "../../strings/en/dashboard/numbers.ts";
import { cardClass } from "../../ui/card.ts";
import { FollowedLink } from "../../ui/follow.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Sparkline } from "../../ui/plots/sparkline.tsx";
import type { SessionFilters } from "../form/sessionFilters.ts";
import { type Change, changeOf, daysIn, type TileName } from "./changes.ts";
import { untilToday } from "./insightsSearch.ts";
import { useLinks } from "./links.ts";
import styles from "./tiles.module.css";
import type { Bucket } from "./timeline.ts";

interface Props {
  slug: string;
  filters: SessionFilters;
  insights: Insights;
  buckets: readonly Bucket[];
  today: string;
}

/** The main figures, with their change against the period before. Counts link to their responses. */
export function Tiles({ slug, filters, insights: { sessions, previous }, buckets, today }: Props) {
  const { started_at_from: from, started_at_to: to = today } = untilToday(filters, new Date());
  const days = from === undefined ? null : daysIn(from, to);
  const links = useLinks();
  const counts = {
    started: links.responsesHref(slug, filters),
    completed: links.responsesHref(slug, { ...filters, status: "completed" }),
  };
  const texts: Record<TileName, string> = {
    started: numberText(sessions.started),
    completed: numberText(sessions.completed),
    rate: percentText(sessions.completion_rate),
    duration: durationText(sessions.median_duration_seconds),
  };
  const rates = buckets.flatMap(({ started, completed }) => (started === 0 ? [] : [completed / started]));
  const lines: Partial<Record<TileName, number[]>> = {
    started: buckets.map(({ started }) => started),
    completed: buckets.map(({ completed }) => completed),
    rate: rates,
  };
  const names = Object.keys(words.figures) as TileName[];
  return (
    <section aria-label={words.figuresTitle}>
      <dl className={styles.tiles}>
        {names.map((name) => (
          <div key={name} className={`${cardClass} ${styles.tile}`}>
            <dt className={styles.name}>{words.figures[name]}</dt>
            <dd className={styles.value}>
              {name === "started" || name === "completed" ? (
                <CountLink name={words.figures[name]} count={sessions[name]} href={counts[name]} />
              ) : (
                texts[name]
              )}
            </dd>
            <dd className={styles.spark}>
              <Line values={lines[name] ?? []} isRate={name === "rate"} />
            </dd>
            {previous && days !== null && (
              <ChangeText change={changeOf(name, sessions, previous.sessions)} days={days} />
            )}
          </div>
        ))}
      </dl>
    </section>
  );
}

function CountLink({ name, count, href }: { name: string; count: number; href: string | undefined }) {
  if (count === 0 || href === undefined) return numberText(count);
  return (
    <FollowedLink className={styles.link} href={href} label={words.figureLink(name, count)}>
      {numberText(count)}
    </FollowedLink>
  );
}

const Line = ({ values, isRate }: { values: readonly number[]; isRate: boolean }) =>
  values.length > 1 && <Sparkline counts={values} color={isRate ? "chart-good" : "chart-1"} />;

function ChangeText({ change, days }: { change: Change | null; days: number }) {
  if (!change) return null;
  const { direction, text } = change;
  return (
    <dd className={styles.change}>
      <span className={styles[direction]}>
        {direction !== "same" && (
          <>
            <Icon name={direction === "up" ? "trending-up" : "trending-down"} size={14} />
            <span className="visually-hidden">{words.directions[direction]} </span>
          </>
        )}
        {text}
      </span>{" "}
      <span className={styles.period}>{words.comparedWith(days)}</span>
    </dd>
  );
}
