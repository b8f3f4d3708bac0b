import { domainOf } from "../domains.ts";
import { compileCondition, type WalkView } from "../evaluate.ts";
import type { OutlineEdge, OutlineNode } from "../outline.ts";
import type { Example, Json } from "../types.ts";
import type { Leaving } from "./arrivals.ts";
import { askedBy } from "./asked.ts";
import type { Budget } from "./budget.ts";
import type { ProofContext } from "./context.ts";
import { anyAnswer, realValue } from "./values.ts";
import { comparisonSteps, type Variable } from "./variables.ts";

/**
 * Answers that lead to a node and leave it as a proof says (decisions §9.1 `example`). What a proof found stands for many
 * answers, and may not come about at all: here it is made into values, and walked.
 */
export interface Witness {
  node: OutlineNode;
  leaving: Leaving;
  variables: readonly Variable[];
}

/** A node's edges in their order, up to the one that is taken, and whether each is true. */
export type Tried = readonly { edge: OutlineEdge; holds: boolean }[];

/** null where such answers were not found, or where they do not do what was said. */
export function exampleOf(
  { node, leaving, variables }: Witness,
  context: ProofContext,
  budget: Budget,
  isAsSaid: (tried: Tried) => boolean,
): Example | null {
  const trail = trailOf(node, leaving);
  const answers: [string, Json][] = [];
  const hidden: [string, string][] = [];
  for (const [at, variable] of variables.entries()) {
    if (variable.left.type !== "hidden") continue;
    const way = variable.ways[trail[0]?.leaving.state[at] as number];
    const value = way && realValue(variable, way, context, budget);
    if (value === null) return null;
    if (value !== undefined) hidden.push([variable.left.key, String(value)]);
  }
  for (const step of trail) {
    const value = answerAt(step, variables, context, budget);
    if (value === null) return null;
    if (value !== undefined) answers.push([step.node.id, value]);
  }
  const planned = { answers: new Map(answers), hidden: Object.fromEntries(hidden) };
  const walked = walkTo(node, planned, context, budget);
  if (!walked || !isAsSaid(walked.tried)) return null;
  return { answers: Object.fromEntries(walked.given), ...(hidden.length > 0 && { hidden: planned.hidden }) };
}

/** From the entry to this node. */
function trailOf(node: OutlineNode, leaving: Leaving) {
  const trail = [{ node, leaving }];
  for (let { before } = leaving; before; { before } = before.leaving) trail.push(before);
  return trail.reverse();
}

/** undefined: skipped, or a screen; null: no such answer is known. */
function answerAt(
  { node, leaving }: { node: OutlineNode; leaving: Leaving },
  variables: readonly Variable[],
  context: ProofContext,
  budget: Budget,
): Json | null | undefined {
  const question = context.outline.questions.get(node.id);
  const at = variables.findIndex(({ left }) => left.type === "answer" && left.node_id === node.id);
  const variable = variables[at];
  const way = variable?.ways[leaving.state[at] as number];
  if (variable && way) return realValue(variable, way, context, budget);
  return question?.is_required && !question.is_screen ? anyAnswer(question, budget) : undefined;
}

interface Planned {
  answers: ReadonlyMap<string, Json>;
  hidden: Readonly<Record<string, string>>;
}

/**
 * What the edges of `target` say when the walk with these answers leaves it, and what was answered on the way; null where it
 * does not come there. By the score it may come another way than was planned: a required question there gets any answer.
 */
function walkTo(target: OutlineNode, { answers, hidden }: Planned, context: ProofContext, budget: Budget) {
  let score = 0;
  const given = new Map<string, Json>();
  for (let node: OutlineNode | null = context.outline.entry; node; ) {
    const question = context.outline.questions.get(node.id);
    const isNeeded = question?.is_required && !question.is_screen;
    const answer = answers.get(node.id) ?? (isNeeded ? anyAnswer(question, budget) : null);
    if (answer !== null) {
      given.set(node.id, answer);
      score += question?.score(answer) ?? 0;
    } else if (isNeeded) return null;
    const tried = tryEdges(node, { answer: (id) => given.get(id) ?? null, score, hidden }, context, budget);
    if (!tried) return null;
    if (node === target) return { tried, given };
    const last = tried.at(-1);
    node = last?.holds ? last.edge.to : null;
  }
  return null;
}

function tryEdges(node: OutlineNode, view: WalkView, context: ProofContext, budget: Budget): Tried | null {
  const tried: { edge: OutlineEdge; holds: boolean }[] = [];
  for (const edge of node.edges) {
    if (!context.isSound(edge)) return null;
    for (const { left, comparison } of askedBy(edge)) {
      // a question that is not right in itself has no answers to speak of
      if (!domainOf(left, context.outline.questions)) return null;
      const value =
        left.type === "answer" ? view.answer(left.node_id) : left.type === "hidden" ? view.hidden[left.key] : 0;
      budget.spend(comparisonSteps(comparison, value ?? null) + 20);
    }
    const holds = edge.condition ? compileCondition(edge.condition, node.id, context.outline.questions)(view) : true;
    tried.push({ edge, holds });
    if (holds) break;
  }
  return tried;
}
