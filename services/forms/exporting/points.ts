import type { GraphNode, Operand } from "../../../shared/domain/graph/types.ts";
import type {
  ExactScoring,
  MatrixScoring,
  OptionsScoring,
  RangesScoring,
  Scoring,
  ValueScoring,
} from "../../../shared/domain/questions/config/scoring.ts";
import { scoringDefaults } from "../../../shared/domain/questions/defaults.ts";
import type { CompiledQuestion } from "../../../shared/domain/questions/question.ts";
import { type Computing, literal } from "./computing.ts";
import { all, type Formula } from "./formula.ts";
import { Unsayable } from "./losses.ts";

interface Scored {
  node: GraphNode;
  question: CompiledQuestion;
  computing: Computing;
  at: number;
}

/** Returns the points of a given answer (decisions §4.3) in the language of a format. Throws `Unsayable`. */
export function pointsOf(
  node: GraphNode,
  question: CompiledQuestion,
  computing: Computing,
  at: number,
): { text: string } {
  const scored = { node, question, computing, at };
  const scoring = node.data.config?.scoring as Scoring;
  switch (scoring.mode) {
    case "options":
      return { text: ofOptions(scoring, scored) };
    case "exact":
      return { text: ofExact(scoring, scored) };
    case "ranges":
      return { text: ofRanges(scoring, scored) };
    case "value":
      return { text: ofValue(scoring, scored) };
    case "matrix":
      return { text: ofMatrix(scoring, scored) };
  }
}

const comparison = ({ node, at }: Scored, op: string, right: unknown, path?: string): Formula => {
  const left: Operand = { type: "answer", node_id: node.id, ...(path !== undefined && { path }) };
  return { leaf: { left, op, right: right as string, at } };
};

/** Adds points, each under a condition. */
function added({ computing }: Scored, cases: readonly (readonly [Formula, number])[]): string {
  const parts = cases.filter(([, points]) => points !== 0).map(([when, points]) => chosen(computing, when, points));
  return parts.length > 0 ? parts.reduce((left, right) => computing.binary("+", left, right)) : "0";
}

const chosen = (computing: Computing, when: Formula, points: number): string =>
  computing.choose(computing.print(when), literal(points), "0");

function ofOptions({ points, min, max }: OptionsScoring, scored: Scored): string {
  const { domain } = scored.question;
  if (domain?.family === "one") {
    const clamped = (value: number) => Math.min(Math.max(value, min ?? value), max ?? value);
    const cases = domain.values.map(
      (value) =>
        [comparison(scored, "eq", value), clamped(Object.hasOwn(points, value) ? (points[value] ?? 0) : 0)] as const,
    );
    if (clamped(0) !== 0 && domain.open) throw new Unsayable("other answers have points.");
    return added(scored, cases);
  }
  if (domain?.family !== "many") throw new Unsayable("its points can't be computed.");
  const cases = domain.values.map(
    (value) =>
      [comparison(scored, "includes_any", [value]), Object.hasOwn(points, value) ? (points[value] ?? 0) : 0] as const,
  );
  const sum = added(scored, cases);
  if (min === undefined && max === undefined) return sum;
  throw new Unsayable("the sum of its points has limits.");
}

function ofExact({ correct, points, penalty = scoringDefaults.penalty }: ExactScoring, scored: Scored): string {
  const { computing, question } = scored;
  const family = question.domain?.family;
  const when =
    family === "many"
      ? comparison(scored, "equals_set", [correct].flat())
      : family === "row"
        ? all(
            question.domain?.family === "row"
              ? question.domain.rows.map((row) => inRow(correct as Cells, row, scored))
              : [],
          )
        : family === "rank"
          ? null
          : comparison(scored, "eq", correct);
  if (when === null) throw new Unsayable("the points of a ranking can't be computed.");
  return computing.choose(computing.print(when), literal(points), literal(0 - penalty + 0));
}

type Cells = Readonly<Record<string, string>>;

const inRow = (correct: Cells, row: string, scored: Scored): Formula =>
  Object.hasOwn(correct, row)
    ? comparison(scored, "eq", correct[row], row)
    : comparison(scored, "not_answered", undefined, row);

function ofRanges({ ranges }: RangesScoring, scored: Scored): string {
  const { computing } = scored;
  return ranges.reduceRight((rest, { from, to, points }) => {
    const within = comparison(scored, "between", [from, to]);
    return computing.choose(computing.print(within), literal(points), rest);
  }, "0");
}

function ofValue(
  { multiplier = scoringDefaults.multiplier }: ValueScoring,
  { node, question, computing }: Scored,
): string {
  const product =
    multiplier === 1
      ? computing.answer(node.id)
      : computing.binary("*", computing.answer(node.id), literal(multiplier));
  const { domain } = question;
  const isWhole =
    Number.isInteger(multiplier) && domain?.family === "num" && domain.step === 1 && Number.isInteger(domain.min ?? 0);
  return isWhole ? product : computing.round(product, 0);
}

function ofMatrix({ points }: MatrixScoring, scored: Scored): string {
  const cases = Object.entries(points).flatMap(([row, columns]) =>
    Object.entries(columns).map(([column, awarded]) => [comparison(scored, "eq", column, row), awarded] as const),
  );
  return added(scored, cases);
}
