import type { Insights } from "../../../shared/api/shapes/insights.ts";

/** Figures of sessions that don't show one person's answers (teams §20.21.5). */

/** Fewest sessions of a period whose answers are counted for callers without `responses:read`. */
const fewest = 5;

type Period = Pick<Insights, "sessions" | "score">;

const isSmall = ({ sessions }: Period): boolean => sessions.started < fewest;
const countsOf = ({ sessions }: Period): Period => ({
  sessions: { ...sessions, median_duration_seconds: null },
  score: null,
});

/** Returns insights for a caller who may not read responses: of periods with few sessions, only how many there were. */
export function withoutFew(insights: Insights): Insights {
  const previous = insights.previous && (isSmall(insights.previous) ? countsOf(insights.previous) : insights.previous);
  if (!isSmall(insights)) return { ...insights, previous };
  const nothing = { funnel: [], questions: null, endings: null, calculations: [] };
  return { ...countsOf(insights), by_day: insights.by_day, ...nothing, previous, is_small: true };
}
