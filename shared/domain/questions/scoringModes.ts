import type { Family } from "../conditions/operators.ts";
import type { ScoringMode } from "./question.ts";

/** Ways to score answers (decisions §4.3). */
export const scoringModes: Record<Exclude<Family, "count">, readonly ScoringMode[]> = {
  text: ["exact"],
  num: ["ranges", "value", "exact"],
  date: ["exact"],
  one: ["options", "exact"],
  many: ["options", "exact"],
  rank: ["exact"],
  row: ["matrix", "exact"],
};
