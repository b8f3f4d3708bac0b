import { hiddenValueLimit } from "../../limits.ts";
import type { CheckContext, CompiledQuestion } from "../../questions/question.ts";
import type { Json } from "../types.ts";
import type { Budget } from "./budget.ts";
import { candidatesOf } from "./candidates.ts";
import type { ProofContext } from "./context.ts";
import { otherText } from "./lists.ts";
import { checkSteps, type Outcome, truthTest, type Variable } from "./variables.ts";

/** Returns a concrete value of an outcome: undefined if it is unanswered, null if none was found. */
export function realValue(
  variable: Variable,
  outcome: Outcome,
  context: ProofContext,
  budget: Budget,
): Json | null | undefined {
  if (outcome.value === null) return undefined;
  const { left } = variable;
  const question = left.type === "answer" ? context.outline.questions.get(left.node_id) : undefined;
  const isExact = !outcome.opaque && !JSON.stringify(outcome.value).includes(otherText);
  const values = question?.fields
    ? withRows([outcome.value], question.fields, budget)
    : isExact
      ? [outcome.value]
      : guesses(variable).map((text) => withText(outcome.value, text));
  return values.find((value) => isThisOutcome(value, variable, outcome, context, budget)) ?? null;
}

function isThisOutcome(
  value: Json,
  variable: Variable,
  outcome: Outcome,
  { outline }: ProofContext,
  budget: Budget,
): boolean {
  const at = variable.outcomes.indexOf(outcome);
  const { left } = variable;
  if (left.type === "answer" && !isAccepted(value, outline.questions.get(left.node_id), budget)) return false;
  if (left.type === "hidden" && !(typeof value === "string" && value.length <= hiddenValueLimit)) return false;
  return variable.asked.every(
    (asked) => truthTest(asked, outline, budget)(value) === variable.truths.get(asked.id)?.[at],
  );
}

/** Returns an answer that a question accepts on any day, or null if none was found. */
export function anyAnswer(question: CompiledQuestion, budget: Budget): Json | null {
  if (!question.domain) return null;
  const { min_length } = question.config;
  const least = "x".repeat(Math.max(1, typeof min_length === "number" ? min_length : 1));
  const found =
    question.domain.family === "text" ? [least, ...someTexts] : (candidatesOf(question.domain, [], budget) ?? []);
  const values = question.fields ? withRows(found, question.fields, budget) : found;
  return values.map((value) => withText(value, "x")).find((value) => isAccepted(value, question, budget)) ?? null;
}

/** Replaces the items of lists by rows that have only the required fields. Empty if no value of one was found. */
function withRows(lists: readonly Json[], fields: NonNullable<CompiledQuestion["fields"]>, budget: Budget): Json[] {
  const required = [...fields].filter(([, field]) => field.is_required);
  const row = required.map(([key, field]) => [key, anyAnswer(field, budget)] as const);
  if (row.some(([, value]) => value === null)) return [];
  return lists.map((list) => (list as Json[]).map(() => Object.fromEntries(row)));
}

/** Two distant days, because answers of an example must be valid on every day. */
const days: readonly CheckContext[] = ["1000-01-01", "9000-01-01"].map((today) => ({
  today,
  isIssuedFile: () => true,
}));

function isAccepted(value: Json, question: CompiledQuestion | undefined, budget: Budget): boolean {
  if (!question) return false;
  budget.spend(checkSteps(question, value) * days.length);
  return days.every((day) => question.check(value, day).kind === "answer");
}

const someTexts = ["x", "Ada", "ada@example.org", "+442083661177", "2026-01-31", "123", "12345678", "AB12"];

/** Returns texts that are likely to satisfy the comparisons. */
function guesses({ asked }: Variable): string[] {
  const rights = asked.map(({ comparison }) => comparison.right);
  const named = rights.filter((right) => typeof right === "string").map((text) => text.replace(/^\^|\$$/g, ""));
  const short = named.filter((text) => text.length <= hiddenValueLimit).slice(0, 6);
  const pairs = short.flatMap((one) => short.map((other) => one + other));
  const lengths = rights
    .filter((right) => typeof right === "number")
    .flatMap((length) => [length - 1, length, length + 1]);
  const long = lengths.filter((length) => length > 0 && length <= 20_000).slice(0, 12);
  const around = short.flatMap((text) => [text, `${text}x`, `x${text}`, `x${text}x`]);
  const padded = long.flatMap((length) => ["", ...short].map((text) => text.padEnd(length, "x")));
  return [...someTexts, ...around, ...pairs, ...padded];
}

/** Replaces `otherText` in a value by a text. */
function withText(value: Json, text: string): Json {
  if (value === otherText) return text;
  return Array.isArray(value) ? value.map((item) => (item === otherText ? text : item)) : value;
}
