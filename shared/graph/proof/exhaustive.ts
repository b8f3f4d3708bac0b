import { leavesOf } from "../conditions.ts";
import { nameOf } from "../conditionTypes.ts";
import type { Outline, OutlineEdge, OutlineNode } from "../outline.ts";
import type { Reachability } from "../reachability.ts";
import { arrivalsAt, type Budget } from "./arrivals.ts";
import { otherText, product } from "./lists.ts";
import { type ScoreRange, scoreRanges } from "./scoreRange.ts";
import { comparisonsByKey, keyOf, type Truth, truthOf, type Variable, variableOf, type Way } from "./variables.ts";

/**
 * Does some edge of a node hold for every answer that can arrive there (decisions §4.4 `not_exhaustive`)?
 *
 * First every way in which the variables of its conditions can be is tried, each independent of the others. Where no edge
 * is true for one of them, and it has to do with earlier answers, the walks that lead there are followed (arrivals.ts).
 * Nothing found is a proof; something found that is about the node's own answer is an example for the owner.
 */
export interface Verdict {
  kind: "proven" | "example" | "unproven";
  /** of `example`: an answer that no edge takes */
  example?: string;
  /** Edges whose condition can never be true, and those before which another edge is always taken. */
  never: ReadonlySet<OutlineEdge>;
  shadowed: ReadonlySet<OutlineEdge>;
}

export type Prover = (node: OutlineNode) => Verdict;

/** Comparisons that are tried for one node, and for all of an analysis (1,000 nodes stay under a second). */
const nodeLimit = 150_000;
const analysisLimit = 600_000;

const nothing: ReadonlySet<OutlineEdge> = new Set();
const unproven: Verdict = { kind: "unproven", never: nothing, shadowed: nothing };

/** `isSound`: has the analysis nothing else to say of this edge's condition? */
export function proverOf(
  outline: Outline,
  reachability: Reachability,
  isSound: (edge: OutlineEdge) => boolean,
): Prover {
  const order = reachability.cycles.length === 0 ? inOrder(outline) : null;
  const scores = scoreRanges(outline, order);
  const budget: Budget = { left: analysisLimit };
  return (node) => prove(node, { outline, reachability, order, score: scores(node), isSound, budget });
}

interface Surroundings {
  outline: Outline;
  reachability: Reachability;
  order: readonly OutlineNode[] | null;
  score: ScoreRange;
  isSound(edge: OutlineEdge): boolean;
  budget: Budget;
}

function prove(node: OutlineNode, around: Surroundings): Verdict {
  const edges = node.edges.filter(around.isSound);
  const variables = variablesOf(node, edges, edges, around);
  if (!variables) return unproven;
  const truths = truthsOf(node, edges, around.outline);
  const states = combinations(variables, costOf(edges), around.budget);
  if (!states) return unproven;
  const tried = tryAll(edges, truths, variables, states);
  const sets = { never: tried.never, shadowed: tried.shadowed };
  if (!tried.missed) return { kind: "proven", ...sets };
  const readsEarlier = variables.some(({ left }) => left.type === "hidden" || isEarlier(left, node));
  if (!readsEarlier) return { kind: "example", example: describe(tried.missed, variables), ...sets };
  return { ...proveFromArrivals(node, edges, truths, around), ...sets };
}

const isEarlier = (left: Variable["left"], node: OutlineNode) => left.type === "answer" && left.node_id !== node.id;

/** The same, over what can really arrive. The ways must tell apart what conditions on the way here ask, too. */
function proveFromArrivals(
  node: OutlineNode,
  edges: readonly OutlineEdge[],
  truths: readonly Truth[],
  around: Surroundings,
): Pick<Verdict, "kind" | "example"> {
  const { outline, reachability, order, budget } = around;
  if (!order) return { kind: "unproven" };
  const onTheWay = outline.edges.filter(
    (edge) => edge.from && reachability.isAncestor(edge.from.at, node.at) && around.isSound(edge),
  );
  const variables = variablesOf(node, edges, [...edges, ...onTheWay], around);
  if (!variables) return { kind: "unproven" };
  const earlier = variables.filter(({ left }) => isEarlier(left, node) || left.type === "hidden");
  const own = variables.filter((variable) => !earlier.includes(variable));
  const arrived = arrivalsAt(node, earlier, order, outline, budget);
  const choices = combinations(own, costOf(edges), budget);
  if (!arrived || !choices || !isAffordable(arrived.length * choices.length * costOf(edges), budget)) {
    return { kind: "unproven" };
  }
  const ordered = [...earlier, ...own];
  const states = arrived.flatMap((state) => choices.map((choice) => [...state, ...choice]));
  const { missed } = tryAll(edges, truths, ordered, states);
  return missed ? { kind: "example", example: describe(missed, ordered) } : { kind: "proven" };
}

/** What the conditions of `edges` read, with ways that tell apart all that `asking` edges ask; null: too many. */
function variablesOf(
  node: OutlineNode,
  edges: readonly OutlineEdge[],
  asking: readonly OutlineEdge[],
  { outline, score }: Surroundings,
): Variable[] | null {
  const asked = comparisonsByKey(asking);
  const variables = [...comparisonsByKey(edges).keys()].map((key) => {
    const read = asked.get(key) ?? [];
    return variableOf(key, read, outline, score, canBeUnanswered(key, node, outline));
  });
  return variables.every((variable) => variable !== null) ? variables : null;
}

/** An earlier node may have been passed by; a matrix row's own absence is a way of its answer. */
function canBeUnanswered(key: string, node: OutlineNode, { questions }: Outline): boolean {
  if (key === "score") return false;
  const isOwn = key === keyOf({ type: "answer", node_id: node.id });
  return !(isOwn && questions.get(node.id)?.is_required === true);
}

function truthsOf(node: OutlineNode, edges: readonly OutlineEdge[], outline: Outline): Truth[] {
  return edges.map((edge) => (edge.condition ? truthOf(edge.condition, node.id, outline) : () => true));
}

/** Comparisons of one try. */
const costOf = (edges: readonly OutlineEdge[]): number =>
  edges.reduce((cost, { condition }) => cost + 1 + (condition ? leavesOf(condition).length : 0), 0);

function isAffordable(cost: number, budget: Budget): boolean {
  if (cost > nodeLimit || cost > budget.left) return false;
  budget.left -= cost;
  return true;
}

/** Every choice of one way for each variable; null: too many. */
function combinations(variables: readonly Variable[], cost: number, budget: Budget): Way[][] | null {
  const count = variables.reduce((total, { ways }) => total * ways.length, 1);
  return isAffordable(count * cost, budget) ? product(variables.map(({ ways }) => ways)) : null;
}

function tryAll(
  edges: readonly OutlineEdge[],
  truths: readonly Truth[],
  variables: readonly Variable[],
  states: readonly Way[][],
) {
  const possible = new Set<OutlineEdge>();
  const taken = new Set<OutlineEdge>();
  let missed: Way[] | null = null;
  const ways = new Map<string, Way>();
  for (const state of states) {
    for (const [at, { key }] of variables.entries()) ways.set(key, state[at] as Way);
    const holding = edges.filter((_, at) => truths[at]?.(ways) !== false);
    for (const edge of holding) possible.add(edge);
    const [first] = holding;
    if (first) taken.add(first);
    else missed ??= state;
  }
  const never = new Set(edges.filter((edge) => !possible.has(edge)));
  return { missed, never, shadowed: new Set(edges.filter((edge) => possible.has(edge) && !taken.has(edge))) };
}

/** The example in the owner's words: `the answer of `q1` = "b"`. */
function describe(state: readonly Way[], variables: readonly Variable[]): string {
  const parts = variables.map(({ left }, at) => {
    const { value, opaque } = state[at] as Way;
    if (value === null) return `${nameOf({ ...left, path: undefined } as typeof left)} is missing`;
    if (opaque || value === otherText) return `${nameOf(left)} is some other text`;
    const shown = JSON.stringify(value).replaceAll(JSON.stringify(otherText), "some other text");
    return `${nameOf({ ...left, path: undefined } as typeof left)} is ${shown}`;
  });
  return parts.join(" and ");
}

/** Each node before those that its edges lead to (Kahn), from the entry on. There is no cycle. */
function inOrder({ nodes, edges }: Outline): OutlineNode[] {
  const waiting = new Map<OutlineNode, number>(nodes.map((node) => [node, 0]));
  for (const { from, to } of edges) if (from && to) waiting.set(to, (waiting.get(to) ?? 0) + 1);
  const order = nodes.filter((node) => waiting.get(node) === 0);
  for (const node of order) {
    for (const { to } of node.edges) {
      if (!to) continue;
      const left = (waiting.get(to) ?? 0) - 1;
      waiting.set(to, left);
      if (left === 0) order.push(to);
    }
  }
  return order;
}
