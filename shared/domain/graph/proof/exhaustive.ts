import type { Range } from "../calculations/ranges.ts";
import { canBePassedOver, type Outline, type OutlineEdge, type OutlineGuard, type OutlineNode } from "../outline.ts";
import { nameOf } from "../reasonText.ts";
import type { Operand } from "../types.ts";
import { costOf, type KeptKeys, type Leaving, leavings } from "./arrivals.ts";
import { type Asked, askedBy, askedByKey, decidingAt, isDerived, keyOf } from "./asked.ts";
import type { Budget } from "./budget.ts";
import type { ProofContext } from "./context.ts";
import { otherText } from "./lists.ts";
import { type State, truthOfEdge } from "./truth.ts";
import { type Variable, variableOf } from "./variables.ts";

/**
 * Findings about a node's edges (decisions §4.4 `not_exhaustive`, `edge_shadowed`, `condition_unsatisfiable`): whether every
 * possible answer matches an edge, which edges never match, and which never match first.
 *
 * `findIndependently` tries all combinations of the operands' outcomes. If earlier answers matter, `findByArrivals` follows the
 * walks to the node. Both try a superset of the real states, so a problem that they don't find doesn't exist.
 */
export interface EdgeFindings {
  variables: readonly Variable[];
  /** some states that match no edge; empty if there are none */
  missed: readonly Leaving[];
  /** edges that can match */
  possible: ReadonlySet<OutlineEdge>;
  /** edges that can match first */
  taken: ReadonlySet<OutlineEdge>;
  /** by edge, some states in which it is evaluated and doesn't match */
  refused: ReadonlyMap<OutlineEdge, readonly Leaving[]>;
}

/** Maximum states kept per finding. Several, because not every state is possible. */
const keptLimit = 4;
/** Maximum variables, because of the number of combinations. */
const variableLimit = 16;

/** Tries all combinations of outcomes. Null if there are too many. Throws if the budget runs out. */
export function findIndependently(node: OutlineNode, context: ProofContext, budget: Budget): EdgeFindings | null {
  const edges = node.edges.filter(context.isSound);
  const variables = variablesOf(askedByKey(edges), leavingAt(node, context, budget), context, budget);
  if (!variables) return null;
  const starts = variables.map((variable) => firstOutcome(variable, node, context, budget));
  const count = variables.reduce(
    (product, { outcomes }, at) => product * (outcomes.length - (starts[at] as number)),
    1,
  );
  budget.spend(count * costOf(node, variables));
  return findingsOf(edges, variables, product(variables, starts));
}

/** Considers only edges that read nothing but the node's own answer. Other edges count as possible. */
export function findByOwnAnswer(node: OutlineNode, context: ProofContext, budget: Budget): EdgeFindings | null {
  const ownKey = keyOf({ type: "answer", node_id: node.id });
  const isOwn = (edge: OutlineEdge) => context.isSound(edge) && askedBy(edge).every(({ key }) => key === ownKey);
  const own = findIndependently({ ...node, edges: node.edges.filter(isOwn) }, context, budget);
  return own?.missed.length === 0 ? { ...own, possible: new Set(node.edges), taken: new Set(node.edges) } : null;
}

/** Like `findIndependently`, but only with states that can arrive. Null if there are too many outcomes. */
export function findByArrivals(
  node: OutlineNode,
  arrivals: Arrivals,
  context: ProofContext,
  budget: Budget,
): EdgeFindings | null {
  const edges = node.edges.filter(context.isSound);
  const asked = [...askedByKey(edges)].filter(([key]) => isDerived(key));
  const derived = variablesOf(new Map(asked), leavingAt(node, context, budget), context, budget);
  if (!derived) return null;
  const starts = derived.map((variable) => firstOutcome(variable, node, context, budget));
  const arrived = arrivals.leaving.get(node) ?? [];
  const outcomes = derived.reduce((count, one, at) => count * (one.outcomes.length - (starts[at] as number)), 1);
  const variables = [...arrivals.variables, ...derived];
  budget.spend(arrived.length * outcomes * costOf(node, variables));
  const states = derived.reduce<readonly Leaving[]>(
    (some, { outcomes }, at) =>
      some.flatMap((one) =>
        outcomes
          .slice(starts[at])
          .map((_, outcome) => ({ ...one, state: [...one.state, outcome + (starts[at] ?? 0)] })),
      ),
    arrived,
  );
  return findingsOf(edges, variables, states);
}

/** Returns whether a condition of a node can be true. Null if that isn't known. Throws if the budget runs out. */
export function canHold(guard: OutlineGuard, node: OutlineNode, context: ProofContext, budget: Budget): boolean | null {
  const asked = askedByKey([guard]);
  const isRule = guard.guard.kind === "valid_if";
  const derived = (isRule ? leavingAt : arrivingAt)(node, context, budget);
  const variables = variablesOf(asked, derived, context, budget);
  if (!variables) return null;
  const ownKey = keyOf({ type: "answer", node_id: node.id });
  // a rule checks an answer that is given
  const starts = variables.map(({ key, left }) => {
    return key === ownKey || (isDerived(key) && !derived(left).canLack) ? 1 : 0;
  });
  const count = variables.reduce((product, { outcomes }) => product * outcomes.length, 1);
  budget.spend(count * (costOf(node, variables) + 4 * asked.size));
  const holds = truthOfEdge(guard, variables);
  if (!some(product(variables, starts), ({ state }) => holds(state) !== false)) return false;
  if (variables.every(({ key }) => isDerived(key) || key === ownKey)) return true;
  const arrivals = arrivalsOfAll(node, context, budget, [guard]);
  const arrived = arrivals?.leaving.get(node) ?? [];
  if (!arrivals || arrived.length === 0) return null;
  const own = arrivals.variables.findIndex(({ key }) => key === ownKey);
  const holdsThere = truthOfEdge(guard, arrivals.variables);
  budget.spend(arrived.length * costOf(node, arrivals.variables));
  return arrived.some(({ state }) => (!isRule || state[own] !== 0) && holdsThere(state) !== false);
}

/** Possible states of variables at each node. */
export interface Arrivals {
  variables: readonly Variable[];
  leaving: ReadonlyMap<OutlineNode, readonly Leaving[]>;
}

/**
 * Returns the states of all variables that conditions read on paths to a node and at the node, except derived ones. `further` are
 * conditions that are evaluated at the node.
 */
export function arrivalsOfAll(
  node: OutlineNode,
  context: ProofContext,
  budget: Budget,
  further: readonly OutlineEdge[] = [],
): Arrivals | null {
  const { outline, reachability, order, isSound } = context;
  if (!order) return null;
  budget.spend(order.length + outline.edges.length);
  const onPaths = order.filter((earlier) => earlier === node || reachability.isAncestor(earlier.at, node.at));
  budget.spend(onPaths.reduce((sum, earlier) => sum + costOf(earlier, []), 0));
  const asked = askedByKey([...onPaths.flatMap(decidingAt), ...further].filter(isSound));
  return arrivalsOf(asked, onPaths, context, budget, { node, keys: further.flatMap(askedBy).map(({ key }) => key) });
}

/** Returns the states of these variables at all nodes, because several nodes read the same ones. */
export function arrivalsOfKeys(keys: readonly string[], context: ProofContext, budget: Budget): Arrivals | null {
  const { order } = context;
  if (!order) return null;
  const { cost, asked } = wholeOf(context, order);
  budget.spend(cost);
  const isMeant = new Set(keys);
  return arrivalsOf(new Map([...asked].filter(([key]) => isMeant.has(key))), order, context, budget);
}

/** All deciding conditions of a graph. */
interface Whole {
  cost: number;
  asked: ReadonlyMap<string, Asked[]>;
}

const wholes = new WeakMap<ProofContext, Whole>();

/** Adds up and groups the conditions of a graph once, because each node at stake needs them. */
function wholeOf(context: ProofContext, order: readonly OutlineNode[]): Whole {
  const known = wholes.get(context);
  if (known) return known;
  const { outline, isSound } = context;
  const shown = outline.nodes.flatMap((node) => node.shown ?? []);
  const whole = {
    cost: order.reduce((sum, node) => sum + costOf(node, []), 0),
    asked: askedByKey([...shown, ...outline.edges].filter(isSound)),
  };
  wholes.set(context, whole);
  return whole;
}

function arrivalsOf(
  asked: Map<string, Asked[]>,
  order: readonly OutlineNode[],
  context: ProofContext,
  budget: Budget,
  kept?: KeptKeys,
): Arrivals | null {
  for (const key of asked.keys()) if (isDerived(key)) asked.delete(key);
  const variables = variablesOf(asked, () => noRange, context, budget);
  return variables && { variables, leaving: leavings(variables, order, context.outline, budget, kept) };
}

function variablesOf(
  asked: Map<string, Asked[]>,
  derived: DerivedRange,
  context: ProofContext,
  budget: Budget,
): Variable[] | null {
  if (asked.size > variableLimit) return null;
  const variables: Variable[] = [];
  for (const [key, list] of asked) {
    const variable = variableOf(key, list, context.outline, derived, budget);
    if (!variable) return null;
    variables.push(variable);
  }
  return variables;
}

/** Returns the range of a variable that depends on several answers. */
type DerivedRange = (left: Operand) => Range;

const noRange: Range = { least: 0, most: 0, canLack: false };

/** Returns the ranges when a walk leaves a node, with its answer. The score is always known. */
const leavingAt =
  (node: OutlineNode, context: ProofContext, budget: Budget): DerivedRange =>
  (left) =>
    left.type === "calculation"
      ? context.calculation(left.key, node, budget)
      : { ...context.scores.leaving(node), canLack: false };

/** Returns the ranges when a walk arrives at a node, which has no answer yet. */
const arrivingAt =
  (node: OutlineNode, context: ProofContext, budget: Budget): DerivedRange =>
  (left) =>
    left.type === "calculation"
      ? context.calculation(left.key, node, budget, "arriving")
      : { ...context.scores.arriving(node), canLack: false };

/**
 * Returns the index of the first possible outcome. The score and required answers of nodes that are always shown are never
 * unanswered.
 */
function firstOutcome({ key, left }: Variable, node: OutlineNode, context: ProofContext, budget: Budget): number {
  const { outline } = context;
  if (isDerived(key)) return leavingAt(node, context, budget)(left).canLack ? 0 : 1;
  const isOwn = key === keyOf({ type: "answer", node_id: node.id });
  const mustAnswer = !canBePassedOver(node) && outline.questions.get(node.id)?.is_required;
  return isOwn && mustAnswer ? 1 : 0;
}

function some<T>(items: Iterable<T>, isMeant: (item: T) => boolean): boolean {
  for (const item of items) if (isMeant(item)) return true;
  return false;
}

/** Yields every combination of outcomes. */
function* product(variables: readonly Variable[], starts: readonly number[]): Iterable<Leaving> {
  if (variables.some(({ outcomes }, at) => outcomes.length <= (starts[at] as number))) return;
  const state = [...starts];
  for (;;) {
    yield { state: [...state], before: null };
    let at = 0;
    for (; at < state.length; at += 1) {
      state[at] = (state[at] as number) + 1;
      if ((state[at] as number) < (variables[at]?.outcomes.length ?? 0)) break;
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
      const matches = truths[at]?.(one.state) !== false;
      if (matches) possible.add(edge);
      if (matches && !isTaken) taken.add(edge);
      if (!matches && !isTaken) keep(refused.get(edge), one);
      isTaken ||= matches;
    }
    if (!isTaken) keep(missed, one);
  }
  return { variables, missed, possible, taken, refused };
}

function keep<T>(list: T[] | undefined, item: T): void {
  if (list && list.length < keptLimit) list.push(item);
}

/** Describes a state for the owner: `the answer of `q1` is "b"`. */
export function describe(
  state: State,
  variables: readonly Variable[],
  node: OutlineNode,
  { byId }: Pick<Outline, "byId">,
): string {
  const isRead = new Set(
    decidingAt(node)
      .flatMap(askedBy)
      .map(({ key }) => key),
  );
  const parts = variables.flatMap(({ key, left, outcomes }, at) => {
    const outcome = outcomes[state[at] as number];
    if (!outcome || !isRead.has(key)) return [];
    const whole = nameOf({ ...left, path: undefined } as typeof left);
    if (outcome.value === null) {
      const isFull = left.type === "answer" && byId.get(left.node_id)?.can_run_out;
      return [isFull ? `${whole} is missing (all its options can be full)` : `${whole} is missing`];
    }
    if (outcome.opaque || outcome.value === otherText) return [`${whole} is some other text`];
    return [`${whole} is ${JSON.stringify(outcome.value).replaceAll(JSON.stringify(otherText), "some other text")}`];
  });
  return parts.join(" and ");
}
