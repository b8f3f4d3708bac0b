import { compilePart } from "../../../../../shared/domain/graph/calculations/compile.ts";
import { innerParts, type Part } from "../../../../../shared/domain/graph/calculations/expression.ts";
import { bandOf } from "../../../../../shared/domain/graph/calculations/results.ts";
import { compileSound } from "../../../../../shared/domain/graph/calculations/sound.ts";
import type { WalkView } from "../../../../../shared/domain/graph/evaluate.ts";
import { outlineOf } from "../../../../../shared/domain/graph/outline.ts";
import { simulateOutline } from "../../../../../shared/domain/graph/simulate.ts";
import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import type { DryRun } from "./dryRun.ts";

/** A score of a dry run. */
export interface ScoreResult {
  value: number | null;
  /** key of its band */
  band: string | null;
  /** values of its parts by path, such as `value.sum.0` */
  parts: Readonly<Record<string, number | null>>;
}

/** Results by key, without those of scores with problems. */
export type ScoreResults = Readonly<Record<string, ScoreResult>>;

/** Evaluates the scores and each of their parts, by the code of sessions. Runs in the worker. */
export function evaluateScores(graph: Graph, { answers, hidden }: DryRun, today: string): ScoreResults {
  const outline = outlineOf(graph);
  const compiled = compileSound(outline);
  if (!compiled) return {};
  const given = Object.fromEntries(answers.map(({ node_id, answer }) => [node_id, answer]));
  const walk = simulateOutline(outline, { answers: given, hidden, today });
  // the walk also passes optional questions that aren't answered yet
  const steps = new Map(walk.steps.flatMap((step) => (step.node_id in given ? [[step.node_id, step]] : [])));
  const bare: WalkView = {
    answer: (id) => steps.get(id)?.answer ?? null,
    points: (id) => steps.get(id)?.score_awarded ?? null,
    score: walk.total_score,
    started_on: today,
    hidden,
  };
  const view: WalkView = { ...bare, calculation: compiled.reader(bare) };
  const result = ({ key, bands }: (typeof compiled.list)[number]): ScoreResult => {
    const part = outline.calculations.get(key)?.value;
    const value = view.calculation?.(key) ?? null;
    const values = allParts(part).map((one) => [one.path, compilePart(one, outline.questions)(view)]);
    return { value, band: bandOf(bands, value)?.key ?? null, parts: Object.fromEntries(values) };
  };
  return Object.fromEntries(compiled.list.map((calculation) => [calculation.key, result(calculation)]));
}

const allParts = (part: Part | null | undefined): Part[] => (part ? [part, ...innerParts(part).flatMap(allParts)] : []);
