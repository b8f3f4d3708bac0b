/** `data.config.scoring` (decisions §4.3): one schema per mode. The family determines the modes of a type (../scoring.ts). */

import type { Json } from "../../json.ts";
import { awardLimit } from "../../limits.ts";
import { Closed, field, type Static, Type } from "../../schema.ts";
import { scoringDefaults } from "../defaults.ts";
import type { ScoringMode } from "../question.ts";

const pointsLimit = 1000;
const Points = (title = "Points") =>
  Type.Integer({ ...field("integer", title), minimum: -pointsLimit, maximum: pointsLimit });
const Bound = (title: string) =>
  Type.Integer({ ...field("integer", title), minimum: -awardLimit, maximum: awardLimit });

export const OptionsScoring = Closed({
  mode: Type.Literal("options"),
  points: Type.Record(Type.String(), Points(), { title: "Points per option" }),
  min: Type.Optional(Bound("Minimum points")),
  max: Type.Optional(Bound("Maximum points")),
});

export const ExactScoring = Closed({
  mode: Type.Literal("exact"),
  correct: Type.Unsafe<Json>(field("answer", "Correct answer")),
  points: Points("Points for the correct answer"),
  penalty: Type.Optional(
    Type.Integer({
      ...field("integer", "Penalty"),
      minimum: 0,
      maximum: pointsLimit,
      default: scoringDefaults.penalty,
    }),
  ),
});

export const ScoreRange = Closed({
  from: Type.Number(field("number", "From")),
  to: Type.Number(field("number", "To", "The range includes both ends.")),
  points: Points(),
});

export const RangesScoring = Closed({
  mode: Type.Literal("ranges"),
  ranges: Type.Array(ScoreRange, { ...field("group", "Ranges"), minItems: 1, maxItems: 100 }),
});

export const ValueScoring = Closed({
  mode: Type.Literal("value"),
  multiplier: Type.Optional(
    Type.Number({
      ...field("number", "Multiplier", "Points are the answer times this, rounded half away from zero."),
      minimum: -pointsLimit,
      maximum: pointsLimit,
      default: scoringDefaults.multiplier,
    }),
  ),
});

export const MatrixScoring = Closed({
  mode: Type.Literal("matrix"),
  points: Type.Record(Type.String(), Type.Record(Type.String(), Points()), {
    title: "Points per row and column",
  }),
});

const byMode = {
  options: OptionsScoring,
  exact: ExactScoring,
  ranges: RangesScoring,
  value: ValueScoring,
  matrix: MatrixScoring,
} satisfies Record<ScoringMode, unknown>;

const byTag = { ...field("scoring", "Scoring"), discriminator: { propertyName: "mode" } };

export const Scoring = Type.Union(Object.values(byMode), byTag);

/** Returns the scoring schema for these modes. */
export const scoringOf = (modes: readonly ScoringMode[]) =>
  Type.Union(
    modes.map((mode) => byMode[mode]),
    byTag,
  );

export type OptionsScoring = Static<typeof OptionsScoring>;
export type ExactScoring = Static<typeof ExactScoring>;
export type RangesScoring = Static<typeof RangesScoring>;
export type ValueScoring = Static<typeof ValueScoring>;
export type MatrixScoring = Static<typeof MatrixScoring>;
export type Scoring = OptionsScoring | ExactScoring | RangesScoring | ValueScoring | MatrixScoring;
