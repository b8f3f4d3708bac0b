import { nameOf } from "../conditionTypes.ts";
import type { OutlineEdge, OutlineNode } from "../outline.ts";
import { costOf, type Leaving, leavings } from "./arrivals.ts";
import { type Asked, askedBy, askedByKey, keyOf } from "./asked.ts";
import type { Budget } from "./budget.ts";
import type { ProofContext } from "./context.ts";
import { otherText } from "./lists.ts";
import { type State, truthOfEdge } from "./truth.ts";
import { type Variable, variableOf } from "./variables.ts";

/**
 * What the edges of a node do (decisions §4.4 `not_exhaustive`, `edge_shadowed`, `condition_unsatisfiable`): whether one is
 * true for every answer that can arrive there, which are never true, and which never come first.
 *
 * At first each way in which what they read can be is tried, each independent of the others: `findIndependently`. Where earlier
 * answers have a say, the walks that lead there are followed: `findByArrivals`. Both only ever try too much, so what they
 * do not find is not there.
 */
export interface EdgeFindings {
  variables: readonly Variable[];
  /** Some of those that no edge takes; none: proven that there are none. */
  missed: readonly Leaving[];
  /** Edges that may be true, and those that may be taken. */
  possible: ReadonlySet<OutlineEdge>;
  taken: ReadonlySet<OutlineEdge>;
  /** By edge, some in which it is looked at and is not true. */
  refused: ReadonlyMap<OutlineEdge, readonly Leaving[]>;
}

/** So many are kept of each: not every one comes about. */
const keptLimit = 4;
/** What more variables than these could be has too many combinations to try. */
const variableLimit = 16;

/** null: too many ways to list. Throws when the budget does not suffice. */
export function findIndependently(node: OutlineNode, context: ProofContext, budget: Budget): EdgeFindings | null {
  const edges = node.edges.filter(context.isSound);
  const variables = variablesOf(askedByKey(edges), node, context, budget);
  if (!variables) return null;
  const starts = variables.map((variable) => firstWay(variable, node, context));
  const count = variables.reduce((product, { ways }, at) => product * (ways.length - (starts[at] as number)), 1);
  budget.spend(count * costOf(node, variables));
  return findingsOf(edges, variables, product(variables, starts));
}

/** Only over the edges that read the node's own answer alone: of the others nothing is known, and nothing is said. */
export function findByOwnAnswer(node: OutlineNode, context: ProofContext, budget: Budget): EdgeFindings | null {
  const ownKey = keyOf({ type: "answer", node_id: node.id });
  const isOwn = (edge: OutlineEdge) => context.isSound(edge) && askedBy(edge).every(({ key }) => key === ownKey);
  const own = findIndependently({ ...node, edges: node.edges.filter(isOwn) }, context, budget);
  return own?.missed.length === 0 ? { ...own, possible: new Set(node.edges), taken: new Set(node.edges) } : null;
}

/** As `findIndependently`, over what can really arrive; null without an order, or where there are too many ways to list. */
export function findByArrivals(
  node: OutlineNode,
  arrivals: Arrivals,
  context: ProofContext,
  budget: Budget,
): EdgeFindings | null {
  const edges = node.edges.filter(context.isSound);
  const asked = askedByKey(edges).get("score");
  const score = asked ? variableOf("score", asked, context.outline, context.score(node), budget) : undefined;
  if (score === null) return null;
  const arrived = arrivals.leaving.get(node) ?? [];
  const ways = score ? score.ways.length - 1 : 1;
  const variables = score ? [...arrivals.variables, score] : arrivals.variables;
  budget.spend(arrived.length * ways * costOf(node, variables));
  const states = score
    ? arrived.flatMap((one) => score.ways.slice(1).map((_, way) => ({ ...one, state: [...one.state, way + 1] })))
    : arrived;
  return findingsOf(edges, variables, states);
}

/** How some variables can be, at each node. */
export interface Arrivals {
  variables: readonly Variable[];
  leaving: ReadonlyMap<OutlineNode, readonly Leaving[]>;
}

/** Of all that is asked on the way to a node, and there: all there is to know but the score. */
export function arrivalsOfAll(node: OutlineNode, context: ProofContext, budget: Budget): Arrivals | null {
  const { outline, reachability, order, isSound } = context;
  if (!order) return null;
  budget.spend(order.length + outline.edges.length);
  const onTheWay = order.filter((earlier) => earlier === node || reachability.isAncestor(earlier.at, node.at));
  budget.spend(onTheWay.reduce((sum, earlier) => sum + costOf(earlier, []), 0));
  const asked = askedByKey(onTheWay.flatMap(({ edges }) => edges).filter(isSound));
  return arrivalsOf(asked, onTheWay, context, budget);
}

/** Of these keys alone, everywhere: other nodes ask the same of them. */
export function arrivalsOfKeys(keys: readonly string[], context: ProofContext, budget: Budget): Arrivals | null {
  const { outline, order, isSound } = context;
  if (!order) return null;
  const isMeant = new Set(keys);
  budget.spend(order.reduce((sum, node) => sum + costOf(node, []), 0));
  const edges = outline.edges.filter((edge) => isSound(edge) && askedBy(edge).some(({ key }) => isMeant.has(key)));
  const asked = askedByKey(edges);
  for (const key of asked.keys()) if (!isMeant.has(key)) asked.delete(key);
  return arrivalsOf(asked, order, context, budget);
}

function arrivalsOf(
  asked: Map<string, Asked[]>,
  order: readonly OutlineNode[],
  context: ProofContext,
  budget: Budget,
): Arrivals | null {
  asked.delete("score");
  const variables = variablesOf(asked, null, context, budget);
  return variables && { variables, leaving: leavings(variables, order, context.outline, budget) };
}

function variablesOf(
  asked: Map<string, Asked[]>,
  node: OutlineNode | null,
  context: ProofContext,
  budget: Budget,
): Variable[] | null {
  if (asked.size > variableLimit) return null;
  const score = node ? context.score(node) : { least: 0, most: 0 };
  const variables: Variable[] = [];
  for (const [key, list] of asked) {
    const variable = variableOf(key, list, context.outline, score, budget);
    if (!variable) return null;
    variables.push(variable);
  }
  return variables;
}

/** An earlier node may have been passed by; the score always is something, and so is the answer that must be given. */
function firstWay({ key }: Variable, node: OutlineNode, { outline }: ProofContext): number {
  if (key === "score") return 1;
  const isOwn = key === keyOf({ type: "answer", node_id: node.id });
  return isOwn && outline.questions.get(node.id)?.is_required ? 1 : 0;
}

/** Every choice of one way for each variable. */
function* product(variables: readonly Variable[], starts: readonly number[]): Iterable<Leaving> {
  if (variables.some(({ ways }, at) => ways.length <= (starts[at] as number))) return;
  const state = [...starts];
  for (;;) {
    yield { state: [...state], before: null };
    let at = 0;
    for (; at < state.length; at += 1) {
      state[at] = (state[at] as number) + 1;
      if ((state[at] as number) < (variables[at]?.ways.length ?? 0)) break;
      state[at] = starts[at] as number;
    }
    if (at === state.length) return;
  }
}

function findingsOf(
  edges: readonly OutlineEdge[],
  variables: readonly Variable[],
  states: Iterable<Leaving>,
): EdgeFindings {
  const truths = edges.map((edge) => truthOfEdge(edge, variables));
  const possible = new Set<OutlineEdge>();
  const taken = new Set<OutlineEdge>();
  const refused = new Map<OutlineEdge, Leaving[]>(edges.map((edge) => [edge, []]));
  const missed: Leaving[] = [];
  for (const one of states) {
    let isTaken = false;
    for (const [at, edge] of edges.entries()) {
      const holds = truths[at]?.(one.state) !== false;
      if (holds) possible.add(edge);
      if (holds && !isTaken) taken.add(edge);
      if (!holds && !isTaken) keep(refused.get(edge), one);
      isTaken ||= holds;
    }
    if (!isTaken) keep(missed, one);
  }
  return { variables, missed, possible, taken, refused };
}

function keep<T>(list: T[] | undefined, item: T): void {
  if (list && list.length < keptLimit) list.push(item);
}

/** What a node's edges read, in the owner's words: `the answer of `q1` is "b"`. */
export function describe(state: State, variables: readonly Variable[], node: OutlineNode): string {
  const isRead = new Set(node.edges.flatMap(askedBy).map(({ key }) => key));
  const parts = variables.flatMap(({ key, left, ways }, at) => {
    const way = ways[state[at] as number];
    if (!way || !isRead.has(key)) return [];
    const whole = nameOf({ ...left, path: undefined } as typeof left);
    if (way.value === null) return [`${whole} is missing`];
    if (way.opaque || way.value === otherText) return [`${whole} is some other text`];
    return [`${whole} is ${JSON.stringify(way.value).replaceAll(JSON.stringify(otherText), "some other text")}`];
  });
  return parts.join(" and ");
}
