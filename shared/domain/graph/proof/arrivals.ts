import type { Outline, OutlineNode } from "../outline.ts";
import { askedBy, decidingAt } from "./asked.ts";
import type { Budget } from "./budget.ts";
import { type State, truthOfEdge } from "./truth.ts";
import type { Variable } from "./variables.ts";

/**
 * A possible state of variables when a walk leaves a node, after its own answer (decisions §4.4: a proof can rely on earlier
 * answers). All walks are followed from the entry with a set of states per node. Operands that aren't variables count as unknown,
 * so the set is never too small. The score isn't a variable here, because it doesn't depend on one answer.
 */
export interface Leaving {
  state: State;
  /** previous node and its state; null at the entry */
  before: { node: OutlineNode; leaving: Leaving } | null;
}

/** Returns the leaving states of each node that a walk can reach. `order` is topological. */
export function leavings(
  variables: readonly Variable[],
  order: readonly OutlineNode[],
  outline: Outline,
  budget: Budget,
  kept?: KeptKeys,
): ReadonlyMap<OutlineNode, readonly Leaving[]> {
  const isAsked = new Set(order);
  const lastAsked = lastAskedAt(variables, order, budget, kept);
  const arriving = new Map<OutlineNode, Map<string, Leaving>>();
  const left = new Map<OutlineNode, readonly Leaving[]>();
  if (outline.entry) arriving.set(outline.entry, initial(variables, budget));
  for (const [index, node] of order.entries()) {
    const here = arriving.get(node);
    if (!here) continue;
    const leaving = answered([...here.values()], node, variables, outline, budget);
    left.set(node, leaving);
    arriving.delete(node);
    budget.spend(costOf(node, variables) * (leaving.length + 1));
    const edges = node.edges.map((edge) => ({ to: edge.to, matches: truthOfEdge(edge, variables) }));
    for (const one of leaving) {
      // variables that no later edge reads are reset, so that states merge
      const state = one.state.map((outcome, at) => ((lastAsked[at] as number) > index ? outcome : 0));
      for (const { to, matches } of edges) {
        const truth = matches(one.state);
        if (truth !== false && to && isAsked.has(to)) add(arriving, to, { state, before: { node, leaving: one } });
        if (truth === true) break;
      }
    }
  }
  return left;
}

/** Variables to keep until this node, because further conditions read them there. */
export interface KeptKeys {
  node: OutlineNode;
  keys: readonly string[];
}

/** Returns, by variable, the index in `order` of the last node with an edge that reads it. */
function lastAskedAt(
  variables: readonly Variable[],
  order: readonly OutlineNode[],
  budget: Budget,
  kept?: KeptKeys,
): number[] {
  const indexes = new Map<string, number>();
  for (const [index, node] of order.entries()) {
    budget.spend(costOf(node, []));
    for (const { key } of decidingAt(node).flatMap(askedBy)) indexes.set(key, index);
    if (node === kept?.node) for (const key of kept.keys) indexes.set(key, index);
  }
  return variables.map(({ key }) => indexes.get(key) ?? -1);
}

/** Returns the steps to evaluate all edges of a node once, and whether it is shown. */
export function costOf(node: OutlineNode, variables: readonly unknown[]): number {
  return (
    decidingAt(node).reduce((sum, { condition }) => sum + 1 + (condition ? sizeOf(condition) : 0), 1) * 2 +
    variables.length * 2
  );
}

const sizes = new WeakMap<object, number>();

/** Counts all parts of a condition. */
function sizeOf(condition: object): number {
  const known = sizes.get(condition);
  if (known !== undefined) return known;
  const { all, any, not } = condition as { all?: object[]; any?: object[]; not?: object };
  const parts = all ?? any ?? (not ? [not] : []);
  const size = 1 + parts.reduce((sum, part) => sum + sizeOf(part), 0);
  sizes.set(condition, size);
  return size;
}

function add(arriving: Map<OutlineNode, Map<string, Leaving>>, to: OutlineNode, leaving: Leaving): void {
  const there = arriving.get(to) ?? new Map<string, Leaving>();
  const signature = leaving.state.join(" ");
  if (!there.has(signature)) arriving.set(to, there.set(signature, leaving));
}

/** Returns the states at the entry: no answers, and any value of hidden fields. */
function initial(variables: readonly Variable[], budget: Budget): Map<string, Leaving> {
  const choices = variables.map(({ left, outcomes }) => (left.type === "hidden" ? [...outcomes.keys()] : [0]));
  budget.spend(choices.reduce((count, list) => count * list.length, 1) * (variables.length + 1) * 4);
  const states = choices.reduce<number[][]>(
    (rows, list) => rows.flatMap((row) => list.map((at) => [...row, at])),
    [[]],
  );
  return new Map(states.map((state) => [state.join(" "), { state, before: null }]));
}

/** Combines each state with each outcome of the node's own answer. A node that isn't shown has none. */
function answered(
  arrived: readonly Leaving[],
  node: OutlineNode,
  variables: readonly Variable[],
  { questions }: Outline,
  budget: Budget,
): Leaving[] {
  const at = variables.findIndex(({ left }) => left.type === "answer" && left.node_id === node.id);
  const variable = variables[at];
  if (!variable) return [...arrived];
  const shown = node.shown ? truthOfEdge(node.shown, variables) : () => true;
  const firstShown = questions.get(node.id)?.is_required && !node.can_run_out ? 1 : 0;
  budget.spend(arrived.length * variable.outcomes.length * (variables.length + 4));
  return arrived.flatMap(({ state, before }) => {
    const isShown = shown(state);
    const first = isShown ? firstShown : 0;
    const outcomes = isShown === false ? variable.outcomes.slice(0, 1) : variable.outcomes.slice(first);
    return outcomes.map((_, outcome) => ({ state: state.with(at, outcome + first), before }));
  });
}
