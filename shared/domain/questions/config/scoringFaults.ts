import type { Keys } from "../../fault.ts";
import type { Reply } from "../question.ts";
import type { Scored } from "../scoring.ts";
import { type Report, reportOrder } from "./declaration.ts";
import type { ExactScoring, MatrixScoring, OptionsScoring, RangesScoring, Scoring } from "./scoring.ts";

/** Reports scoring that doesn't fit the question or is inconsistent. Each key must be valid. */
export function reportScoring(scoring: Scoring, scored: Scored, report: Report): void {
  const said: Report = (at, reason) => report(["scoring", ...at], reason);
  if (scoring.mode === "options") ofOptions(scoring, scored, said);
  if (scoring.mode === "exact") ofExact(scoring, scored, said);
  if (scoring.mode === "ranges") ofRanges(scoring, said);
  if (scoring.mode === "matrix") ofMatrix(scoring, scored, said);
}

function ofOptions(scoring: OptionsScoring, { domain }: Scored, report: Report) {
  reportOrder(scoring, report);
  if (domain.family !== "one" && domain.family !== "many") return;
  if (!domain.open) reportUnknown(scoring.points, domain.values, ["points"], "option", report);
}

function ofExact({ correct }: ExactScoring, { check }: Scored, report: Report) {
  const reply: Reply = check(correct);
  if (reply.kind === "skip") report(["correct"], { kind: "correct_empty" });
  if (reply.kind === "problem")
    report(["correct"], { kind: "correct_refused", refusal: reply.reason, expected: reply.message });
}

function ofMatrix({ points }: MatrixScoring, { domain }: Scored, report: Report) {
  if (domain.family !== "row") return;
  reportUnknown(points, domain.rows, ["points"], "row", report);
  for (const [row, cells] of Object.entries(points)) {
    reportUnknown(cells, domain.columns, ["points", row], "column", report);
  }
}

type Part = "option" | "row" | "column";

function reportUnknown(points: object, known: readonly string[], at: Keys, part: Part, report: Report) {
  for (const key of Object.keys(points)) {
    if (!known.includes(key)) report([...at, key], { kind: "points_unknown", part, key });
  }
}

function ofRanges({ ranges }: RangesScoring, report: Report) {
  ranges.forEach(({ from, to }, index) => {
    if (from > to) report(["ranges", index, "from"], { kind: "above_setting", setting: "to", limit: to });
  });
  const sorted = ranges.map((it, index) => ({ ...it, index })).sort((a, b) => a.from - b.from);
  // only the earlier range with the largest end can overlap
  let furthest = sorted[0];
  for (const it of sorted.slice(1)) {
    if (furthest && it.from <= furthest.to)
      report(["ranges", it.index], { kind: "ranges_overlap", index: furthest.index });
    if (furthest && it.to > furthest.to) furthest = it;
  }
}
