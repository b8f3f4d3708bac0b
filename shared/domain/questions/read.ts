import type { Fault } from "../fault.ts";
import type { Json } from "../json.ts";
import type { Report } from "./config/declaration.ts";
import { reportDefault } from "./config/defaultAnswer.ts";
import { configChecks, configs } from "./config/index.ts";
import type { Scoring } from "./config/scoring.ts";
import { reportScoring } from "./config/scoringFaults.ts";
import { compileQuestion, configOf, isQuestionType, scoredBy } from "./index.ts";
import type { CompiledQuestion, QuestionNode, QuestionType } from "./question.ts";

export type ReadQuestion = { ok: true; value: CompiledQuestion } | { ok: false; faults: readonly Fault[] };

/**
 * Reads a draft's question strictly, without coercion or unknown keys, and reports all problems. The type must be known
 * (`isQuestionType`). Places of faults start at `data.config`.
 */
export function readQuestion(node: QuestionNode): ReadQuestion {
  const faults = shapeFaults(node) ?? agreementFaults(node);
  return faults.length > 0 ? { ok: false, faults } : { ok: true, value: compileQuestion(node) };
}

/** Returns the faults of a node's `data.config`. Empty for unknown types. */
export function configFaults(node: QuestionNode): readonly Fault[] {
  if (!isQuestionType(node.question_type)) return [];
  const read = readQuestion({ ...node, data: node.data ?? {} });
  return read.ok ? [] : read.faults;
}

function shapeFaults({ question_type, data }: QuestionNode): Fault[] | null {
  const faults = configChecks.get(question_type as QuestionType)?.(data.config ?? {}) ?? [];
  return faults.length > 0 ? faults : null;
}

/** Returns faults of keys that depend on each other, or else of the default and of scoring, which need a valid config. */
function agreementFaults(node: QuestionNode): Fault[] {
  const faults: Fault[] = [];
  const report: Report = (at, reason) => faults.push({ at, reason });
  const declaration: { agree?(config: unknown, report: Report): void } = configs[node.question_type as QuestionType];
  declaration.agree?.(configOf(node), report);
  const { scoring, default: given } = (node.data.config ?? {}) as { scoring?: Scoring; default?: Json };
  const scored = faults.length === 0 && (scoring || given !== undefined) ? scoredBy(node) : null;
  if (scored && given !== undefined) reportDefault(given, scored, report);
  if (scored && scoring) reportScoring(scoring, scored, report);
  return faults;
}
