import type { ReactNode } from "react";
import type { Insights } from "../../../../shared/domain/shapes/insights.ts";
import * as words from "../../strings/en/dashboard/insights.ts";
import { durationText, numberText, percentText } from "../../strings/en/dashboard/numbers.ts";
import { Figures } from "../../ui/figures.tsx";
import { useFollow } from "../../ui/follow.ts";
import { responsesHref, type SessionFilters } from "../form/sessionFilters.ts";

interface Props {
  slug: string;
  filters: SessionFilters;
  sessions: Insights["sessions"];
}

/** Each number of sessions leads to these sessions. */
export function SessionFigures({ slug, filters, sessions }: Props) {
  const follow = useFollow();
  const statuses = ["completed", "in_progress", "abandoned"] as const;
  const counted = [
    { name: words.figures.started, value: sessions.started, filters },
    ...statuses.map((status) => ({
      name: words.figures[status],
      value: sessions[status],
      filters: { ...filters, status },
    })),
  ];
  const linked = counted.map(({ name, value, filters }): [string, ReactNode] => [
    name,
    value === 0 ? (
      numberText(value)
    ) : (
      <a key={name} href={responsesHref(slug, filters)} onClick={follow} aria-label={words.figureLink(name, value)}>
        {numberText(value)}
      </a>
    ),
  ]);
  const others: [string, string][] = [
    [words.figures.rate, percentText(sessions.completion_rate)],
    [words.figures.duration, durationText(sessions.median_duration_seconds)],
  ];
  return (
    <section aria-label={words.figuresTitle}>
      <Figures figures={[...linked, ...others]} />
    </section>
  );
}
