import type { GraphNode } from "../graph/types.ts";
import { isObject } from "../json.ts";
import type { Report } from "./config/declaration.ts";
import { configChecks, configs } from "./config/index.ts";
import type { Scoring } from "./config/scoring.ts";
import { reportScoring } from "./config/scoringFaults.ts";
import { compileQuestion, configOf, isQuestionType, scoredBy } from "./index.ts";
import type { CompiledQuestion, Parsed, QuestionType } from "./question.ts";

/**
 * A draft's question, as publishing reads it: strict, no coercion, no unknown keys, every problem is reported at once. The node's
 * type must be a known one (`isQuestionType`). Problems are "<key>: <message>" with dotted keys of `data.config`.
 */
export function readQuestion(node: GraphNode): Parsed<CompiledQuestion> {
  const problems = shapeProblems(node) ?? agreementProblems(node);
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: compileQuestion(node) };
}

/** The same problems as publishing gives them, `config.<key>: <message>`; of a type that is not known, none. */
export function configProblems(node: GraphNode): string[] {
  if (!isQuestionType(node.question_type)) return [];
  const read = readQuestion({ ...node, data: node.data ?? {} });
  return read.ok ? [] : read.problems.map((problem) => `config.${problem}`);
}

function shapeProblems({ question_type, data }: GraphNode): string[] | null {
  const problems = configChecks.get(question_type as QuestionType)?.(data.config ?? {}) ?? [];
  return problems.length > 0 ? problems : null;
}

/** Of keys that depend on one another, then of the scoring, which needs the rest to be right. */
function agreementProblems(node: GraphNode): string[] {
  const problems: string[] = [];
  const report: Report = (key, message) => problems.push(`${key}: ${message}`);
  const declaration: { agree?(config: unknown, report: Report): void } = configs[node.question_type as QuestionType];
  declaration.agree?.(configOf(node), report);
  const scoring = isObject(node.data.config) ? (node.data.config.scoring as Scoring | undefined) : undefined;
  if (problems.length === 0 && scoring) {
    const scored = scoredBy(node);
    if (scored) reportScoring(scoring, scored, report);
  }
  return problems;
}
