import { Closed, Nullable, type Static, Type } from "../../domain/schema.ts";
import { ResponsesQuery } from "./sessions.ts";

/** Statistics of a form's sessions (decisions §6, features §19). Rates are 0–1, or null if there is no data. */
export const InsightsQuery = Closed({
  ...ResponsesQuery.properties,
  search: Type.Optional(Type.String()),
  compare: Type.Optional(
    Type.Enum(["previous"], {
      description:
        "Adds `previous`: the figures of the equally long period before `started_at_from`, which is then required. " +
        "Without `started_at_to` the period ends now.",
    }),
  ),
});

const count = () => Type.Integer({ minimum: 0 });
const rate = () => Nullable(Type.Number({ minimum: 0, maximum: 1 }));
const middle = () => Nullable(Type.Number());

export const Bucket = Closed(
  { from: Type.Number(), to: Type.Number(), count: count() },
  {
    description:
      "Counts values from `from` up to below `to`; the last bucket includes `to`. A step of a scale has `from` = `to`.",
  },
);

export const Nps = Closed(
  {
    promoters: count(),
    passives: count(),
    detractors: count(),
    score: Nullable(Type.Number({ minimum: -100, maximum: 100 })),
  },
  { description: "Net Promoter Score: answers of 9–10, 7–8 and 0–6. `score` isn't rounded, and null without answers." },
);

export const FunnelStep = Closed({
  node_id: Type.String(),
  page_id: Nullable(Type.String()),
  title: Type.String(),
  /** sessions with the node on their path */
  reached: count(),
  /** answers */
  answered: count(),
  skipped: count(),
  /** sessions that aren't completed, with this current node */
  left: count(),
  drop_off_rate: rate(),
  /** median time spent on its answers */
  median_seconds: middle(),
});

export const Share = Closed({
  /** an option's value, or `row.column` of a matrix; null for other text */
  value: Nullable(Type.String()),
  label: Type.String(),
  count: count(),
});

const figures = {
  /** for choices, matrices and rankings (options ranked first) */
  distribution: Type.Optional(Type.Array(Share)),
  /** for numbers, scales and ratings; null without answers */
  statistics: Type.Optional(Closed({ min: middle(), max: middle(), mean: middle(), median: middle() })),
  /** beside `statistics`: one bucket per step of a scale or rating, else at most 20 between round edges */
  histogram: Type.Optional(Type.Array(Bucket)),
};

export const FieldInsight = Closed(
  { key: Type.String(), title: Type.String(), question_type: Type.String(), answers: count(), ...figures },
  {
    description:
      "A field of records. Numbers have `statistics` and a `histogram`, yes or no and options have a `distribution`.",
  },
);

export const QuestionInsight = Closed({
  node_id: Type.String(),
  question_type: Type.String(),
  title: Type.String(),
  answers: count(),
  ...figures,
  /** of opinion scales from 0 to 10 */
  nps: Type.Optional(Nps),
  /** of records: rows of all answers. `statistics` and `histogram` are of the number of rows of an answer */
  rows: Type.Optional(count()),
  /** of records: figures of each field. `answers` counts rows with a value */
  fields: Type.Optional(Type.Array(FieldInsight)),
});

export const CalculationInsight = Closed(
  {
    key: Type.String(),
    title: Type.String(),
    /** completed sessions with a known value */
    answers: count(),
    statistics: Closed({ min: middle(), max: middle(), mean: middle(), median: middle() }),
    histogram: Type.Array(Bucket),
    bands: Type.Array(Closed({ key: Type.String(), label: Type.String(), count: count() })),
  },
  { description: "A calculation's values in completed sessions." },
);

const sessions = () =>
  Closed({
    /** all that match */
    started: count(),
    completed: count(),
    abandoned: count(),
    in_progress: count(),
    completion_rate: rate(),
    median_duration_seconds: middle(),
  });

/** at most 20 buckets between round edges */
const score = () => Closed({ min: middle(), median: middle(), max: middle(), histogram: Type.Array(Bucket) });

export const Insights = Closed({
  sessions: sessions(),
  /** by UTC day of the start; days with sessions */
  by_day: Type.Array(Closed({ date: Type.String({ format: "date" }), started: count(), completed: count() })),
  /** nodes of the current version, or of `version` */
  funnel: Type.Array(FunnelStep),
  /** null of a small period */
  questions: Nullable(Type.Array(QuestionInsight)),
  /** null of a small period */
  score: Nullable(score()),
  /** calculations of the current version, or of `version`; each session counts with its own version's value */
  calculations: Type.Array(CalculationInsight),
  /** of the period before, with `compare=previous`; else null */
  previous: Nullable(Closed({ sessions: sessions(), score: Nullable(score()) })),
  endings: Type.Optional(Type.Null()),
  is_small: Type.Optional(Type.Boolean()),
});

export type InsightsQuery = Static<typeof InsightsQuery>;
export type Insights = Static<typeof Insights>;
export type Scores = NonNullable<Insights["score"]>;
/** Not of a small period. */
export type WholeInsights = Insights & { questions: QuestionInsight[]; score: Scores };
export type FunnelStep = Static<typeof FunnelStep>;
export type CalculationInsight = Static<typeof CalculationInsight>;
export type QuestionInsight = Static<typeof QuestionInsight>;
