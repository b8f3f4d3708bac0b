import type { CompiledQuestion } from "../../questions/question.ts";
import { exceptUnknown } from "../calculations/compile.ts";
import { domainOf } from "../domains.ts";
import { compileCondition, type WalkView } from "../evaluate.ts";
import type { Outline, OutlineEdge, OutlineNode } from "../outline.ts";
import type { Condition, Json } from "../types.ts";
import { askedBy } from "./asked.ts";
import type { Budget } from "./budget.ts";
import type { ProofContext } from "./context.ts";
import { comparisonSteps } from "./variables.ts";

/** A node as a walk with concrete answers meets it (features §11.1, §11.2). */
interface ShownNode {
  isShown: boolean;
  /** the question with the options that are offered */
  question: CompiledQuestion | undefined;
  /** Returns whether the options and rules allow an answer. `view` includes it. */
  accepts(answer: Json, view: WalkView): boolean;
}

/** Returns null if a condition of the node is invalid. `view` has no answer to the node. */
export function shownTo(node: OutlineNode, view: WalkView, context: ProofContext, budget: Budget): ShownNode | null {
  const question = context.outline.questions.get(node.id);
  if (node.guards.length === 0) return { isShown: true, question, accepts: () => true };
  const isShown = node.shown ? evaluated(node.shown, view, context, budget) : true;
  const options = node.guards.filter(({ guard }) => guard.kind === "option");
  const offered = options.map((option) => evaluated(option, view, context, budget));
  if (isShown === null || offered.includes(null)) return null;
  const hidden = new Set(options.flatMap(({ guard }, at) => (offered[at] ? [] : [String(guard.option)])));
  const rules = node.guards.filter(({ guard }) => guard.kind === "valid_if");
  return {
    isShown,
    question: question && hidden.size > 0 ? { ...question, ...question.without(hidden) } : question,
    accepts: (answer, after) =>
      !(Array.isArray(answer) ? answer : [answer]).some((value) => typeof value === "string" && hidden.has(value)) &&
      rules.every((rule) => evaluated(rule, after, context, budget) !== false),
  };
}

/** Evaluates the condition of an edge or node. Null if it is invalid or can't be known. */
export function evaluated(
  edge: OutlineEdge,
  view: WalkView,
  { outline, isSound, calculations }: ProofContext,
  budget: Budget,
): boolean | null {
  if (!isSound(edge)) return null;
  for (const { left, comparison } of askedBy(edge)) {
    // an invalid question has no answers
    if (!domainOf(left, outline.questions)) return null;
    const value =
      left.type === "answer" ? view.answer(left.node_id) : left.type === "hidden" ? view.hidden[left.key] : 0;
    const calculated = left.type === "calculation" ? (calculations?.list.length ?? 0) * 20 : 0;
    budget.spend(comparisonSteps(comparison, value ?? null) + calculated + 20);
  }
  return edge.condition ? holdsIn(edge.condition, edge.source.from, outline, view) : true;
}

/** Null if the result depends on the day of the start. */
const holdsIn = (condition: Condition, from: string, { questions }: Outline, view: WalkView): boolean | null =>
  exceptUnknown(() => compileCondition(condition, from, questions)(view));
