import type { Reply } from "../question.ts";
import type { Scored } from "../scoring.ts";
import { type Report, reportOrder } from "./declaration.ts";
import type { ExactScoring, MatrixScoring, OptionsScoring, RangesScoring, Scoring } from "./scoring.ts";

/** Reports scoring that doesn't fit the question or is inconsistent. Each key must be valid. */
export function reportScoring(scoring: Scoring, scored: Scored, report: Report): void {
  const said: Report = (key, message) => report(`scoring.${key}`, message);
  if (scoring.mode === "options") ofOptions(scoring, scored, said);
  if (scoring.mode === "exact") ofExact(scoring, scored, said);
  if (scoring.mode === "ranges") ofRanges(scoring, said);
  if (scoring.mode === "matrix") ofMatrix(scoring, scored, said);
}

function ofOptions(scoring: OptionsScoring, { domain }: Scored, report: Report) {
  reportOrder(scoring, report);
  if (domain.family !== "one" && domain.family !== "many") return;
  if (!domain.open) reportUnknown(scoring.points, domain.values, "points", "option", report);
}

function ofExact({ correct }: ExactScoring, { check }: Scored, report: Report) {
  const reply: Reply = check(correct);
  if (reply.kind === "skip") report("correct", "must be an answer, not an empty value");
  if (reply.kind === "problem") report("correct", reply.message);
}

function ofMatrix({ points }: MatrixScoring, { domain }: Scored, report: Report) {
  if (domain.family !== "row") return;
  reportUnknown(points, domain.rows, "points", "row", report);
  for (const [row, cells] of Object.entries(points)) {
    reportUnknown(cells, domain.columns, `points.${row}`, "column", report);
  }
}

function reportUnknown(points: object, known: readonly string[], path: string, what: string, report: Report) {
  for (const key of Object.keys(points)) {
    if (!known.includes(key)) report(`${path}.${key}`, `this question has no ${what} "${key}"`);
  }
}

function ofRanges({ ranges }: RangesScoring, report: Report) {
  ranges.forEach(({ from, to }, index) => {
    if (from > to) report(`ranges.${index}.from`, `must not be more than to (${to})`);
  });
  const sorted = ranges.map((it, index) => ({ ...it, index })).sort((a, b) => a.from - b.from);
  // only the earlier range with the largest end can overlap
  let furthest = sorted[0];
  for (const it of sorted.slice(1)) {
    if (furthest && it.from <= furthest.to) report(`ranges.${it.index}`, `overlaps ranges.${furthest.index}`);
    if (furthest && it.to > furthest.to) furthest = it;
  }
}
