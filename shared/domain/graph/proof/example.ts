import type { WalkView } from "../evaluate.ts";
import type { OutlineEdge, OutlineNode } from "../outline.ts";
import { type Visit, viewOf } from "../traverse.ts";
import type { Example, Json } from "../types.ts";
import type { Leaving } from "./arrivals.ts";
import type { Budget } from "./budget.ts";
import type { ProofContext } from "./context.ts";
import { evaluated, shownTo } from "./shown.ts";
import { anyAnswer, realValue } from "./values.ts";
import type { Variable } from "./variables.ts";

/**
 * A proof's finding, to be turned into an example (decisions §9.1). It represents many answers and may be impossible, so the
 * example is built from concrete values and simulated.
 */
export interface Witness {
  node: OutlineNode;
  leaving: Leaving;
  variables: readonly Variable[];
}

/** A node's edges in order up to the first match, each with its result. */
export type Tried = readonly { edge: OutlineEdge; matches: boolean }[];

/** Returns answers that confirm a finding, or null if there are none. */
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
    const outcome = variable.outcomes[trail[0]?.leaving.state[at] as number];
    const value = outcome && realValue(variable, outcome, context, budget);
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

/** Returns the steps from the entry to this node. */
function trailOf(node: OutlineNode, leaving: Leaving) {
  const trail = [{ node, leaving }];
  for (let { before } = leaving; before; { before } = before.leaving) trail.push(before);
  return trail.reverse();
}

/** Returns the answer of a step: undefined if skipped and for screens, null if none was found. */
function answerAt(
  { node, leaving }: { node: OutlineNode; leaving: Leaving },
  variables: readonly Variable[],
  context: ProofContext,
  budget: Budget,
): Json | null | undefined {
  const question = context.outline.questions.get(node.id);
  const at = variables.findIndex(({ left }) => left.type === "answer" && left.node_id === node.id);
  const variable = variables[at];
  const outcome = variable?.outcomes[leaving.state[at] as number];
  if (variable && outcome) return realValue(variable, outcome, context, budget);
  return question?.is_required && !question.is_screen ? anyAnswer(question, budget) : undefined;
}

interface Planned {
  answers: ReadonlyMap<string, Json>;
  hidden: Readonly<Record<string, string>>;
}

/**
 * Walks to `target` with these answers. Returns the results of its edges and the given answers, or null if the walk doesn't reach
 * it. Because of the score, the path can differ from the plan, and required questions on it get any valid answer.
 */
function walkTo(target: OutlineNode, { answers, hidden }: Planned, context: ProofContext, budget: Budget) {
  const given = new Map<string, Json>();
  const visits: Visit[] = [];
  for (let node: OutlineNode | null = context.outline.entry; node; ) {
    const view = (): WalkView => viewOf(context, visits, { hidden });
    const shown = shownTo(node, view(), context, budget);
    if (!shown) return null;
    const { question } = shown;
    const isNeeded = question?.is_required && !question.is_screen;
    const answer = shown.isShown ? (answers.get(node.id) ?? (isNeeded ? anyAnswer(question, budget) : null)) : null;
    if (answer !== null) {
      given.set(node.id, answer);
      visits.push({ node_id: node.id, answer, score_awarded: question?.score(answer) ?? null });
    } else if (isNeeded && shown.isShown) return null;
    if (answer !== null && !shown.accepts(answer, view())) return null;
    const tried = tryEdges(node, view(), context, budget);
    if (!tried) return null;
    if (node === target) return { tried, given };
    const last = tried.at(-1);
    node = last?.matches ? last.edge.to : null;
  }
  return null;
}

function tryEdges(node: OutlineNode, view: WalkView, context: ProofContext, budget: Budget): Tried | null {
  const tried: { edge: OutlineEdge; matches: boolean }[] = [];
  for (const edge of node.edges) {
    const matches = evaluated(edge, view, context, budget);
    if (matches === null) return null;
    tried.push({ edge, matches });
    if (matches) break;
  }
  return tried;
}
