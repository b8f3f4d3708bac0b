import { isObject } from "../json.ts";
import type { Report } from "./config/declaration.ts";
import { configChecks, configs } from "./config/index.ts";
import type { Scoring } from "./config/scoring.ts";
import { reportScoring } from "./config/scoringFaults.ts";
import { compileQuestion, configOf, isQuestionType, scoredBy } from "./index.ts";
import type { CompiledQuestion, Parsed, QuestionNode, QuestionType } from "./question.ts";

/**
 * Reads a draft's question strictly, without coercion or unknown keys, and reports all problems. The type must be known
 * (`isQuestionType`). Problems are "<key>: <message>" with dotted keys of `data.config`.
 */
export function readQuestion(node: QuestionNode): Parsed<CompiledQuestion> {
  const problems = shapeProblems(node) ?? agreementProblems(node);
  return problems.length > 0 ? { ok: false, problems } : { ok: true, value: compileQuestion(node) };
}

/** Returns the problems as in validation, `config.<key>: <message>`. Empty for unknown types. */
export function configProblems(node: QuestionNode): string[] {
  if (!isQuestionType(node.question_type)) return [];
  const read = readQuestion({ ...node, data: node.data ?? {} });
  return read.ok ? [] : read.problems.map((problem) => `config.${problem}`);
}

function shapeProblems({ question_type, data }: QuestionNode): string[] | null {
  const problems = configChecks.get(question_type as QuestionType)?.(data.config ?? {}) ?? [];
  return problems.length > 0 ? problems : null;
}

/** Returns problems of keys that depend on each other, or else of scoring, which needs a valid config. */
function agreementProblems(node: QuestionNode): string[] {
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
