import type { Calculation } from "../../../../../shared/domain/graph/types.ts";
import { unknown, value as valueText, summary as words } from "../../../strings/en/dashboard/builder/scores.ts";
import type { Reading } from "../conditions/operands.ts";
import type { ScoreResult } from "../problems/evaluateScores.ts";
import { nameOfBand } from "./bands.ts";
import { formulaText } from "./formula/formulaText.ts";
import { readSimple } from "./simple.ts";

/** Returns what a score is made of: `Sum of 7 questions, at least 5 answered · 3 bands`. */
export function summaryOf({ value, bands = [] }: Calculation, reading: Reading): string {
  const parts = bands.length > 0 ? [words.bands(bands.length)] : [];
  const simple = readSimple(value);
  if (!simple) return [formulaText(value, reading), ...parts].join(" · ");
  const { method, items, atLeast, factor } = simple;
  if (items.length === 0) return words.noQuestions;
  const sum = [words.of(words[method], items.length), atLeast !== null && words.atLeast(atLeast)];
  return [sum.filter(Boolean).join(", "), factor !== null && words.times(factor), ...parts].filter(Boolean).join(" · ");
}

/** Returns a result with the name of its band. */
export function resultText({ bands = [] }: Calculation, result: ScoreResult | null): string {
  if (!result || result.value === null) return unknown;
  const at = bands.findIndex(({ key }) => key === result.band);
  const band = bands[at];
  return valueText(result.value, band ? nameOfBand(band, at) : null);
}
