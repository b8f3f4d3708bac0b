import { Closed, Nullable, type Static, Type } from "../schema.ts";
import { ResponsesQuery } from "./sessions.ts";

/** Figures of a form's sessions (decisions §6). Rates are 0–1, null over nothing. */
export const InsightsQuery = Closed({ ...ResponsesQuery.properties, search: Type.Optional(Type.String()) });

const count = () => Type.Integer({ minimum: 0 });
const rate = () => Nullable(Type.Number({ minimum: 0, maximum: 1 }));
const middle = () => Nullable(Type.Number());

export const FunnelStep = Closed({
  node_id: Type.String(),
  title: Type.String(),
  /** sessions with the node on their path */
  reached: count(),
  /** answers */
  answered: count(),
  skipped: count(),
  /** not completed, and standing here */
  left: count(),
  drop_off_rate: rate(),
  /** of the time spent on its answers */
  median_seconds: middle(),
});

export const Share = Closed({
  /** an option's value, `row.column` of a matrix; null: other text */
  value: Nullable(Type.String()),
  label: Type.String(),
  count: count(),
});

export const QuestionInsight = Closed({
  node_id: Type.String(),
  question_type: Type.String(),
  title: Type.String(),
  answers: count(),
  /** of choices, matrices and rankings (which is ranked first) */
  distribution: Type.Optional(Type.Array(Share)),
  /** of numbers, scales and ratings; null over nothing */
  statistics: Type.Optional(Closed({ min: middle(), max: middle(), mean: middle(), median: middle() })),
});

export const Insights = Closed({
  sessions: Closed({
    /** all that match */
    started: count(),
    completed: count(),
    abandoned: count(),
    in_progress: count(),
    completion_rate: rate(),
    median_duration_seconds: middle(),
  }),
  /** by UTC day of the start; days with sessions */
  by_day: Type.Array(Closed({ date: Type.String({ format: "date" }), started: count(), completed: count() })),
  /** the nodes of the current version, or of `version` */
  funnel: Type.Array(FunnelStep),
  questions: Type.Array(QuestionInsight),
  /** of all sessions that match, those under way included */
  score: Closed({
    min: middle(),
    median: middle(),
    max: middle(),
    /** at most ten bins, both ends included */
    histogram: Type.Array(Closed({ from: Type.Integer(), to: Type.Integer(), count: count() })),
  }),
});

export type InsightsQuery = Static<typeof InsightsQuery>;
export type Insights = Static<typeof Insights>;
export type FunnelStep = Static<typeof FunnelStep>;
export type QuestionInsight = Static<typeof QuestionInsight>;
