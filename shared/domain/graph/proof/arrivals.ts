import type { Outline, OutlineNode } from "../outline.ts";
import { askedBy } from "./asked.ts";
import type { Budget } from "./budget.ts";
import { type State, truthOfEdge } from "./truth.ts";
import type { Variable } from "./variables.ts";

/**
 * How some variables can be when a walk leaves a node: what was answered there and before (decisions §4.4: a proof may
 * rely on earlier answers). Every walk is followed from the entry, with a set of states at each node; what a condition
 * reads beside these variables may be either way, so the result is never too small. The score is no such variable: it is
 * not one answer's.
 */
export interface Leaving {
  state: State;
  /** Where the walk was before, and how it left from there; null at the entry. */
  before: { node: OutlineNode; leaving: Leaving } | null;
}

/** By node, for those of `order` that a walk may come to. `order` has each node before those that its edges lead to. */
export function leavings(
  variables: readonly Variable[],
  order: readonly OutlineNode[],
  outline: Outline,
  budget: Budget,
): ReadonlyMap<OutlineNode, readonly Leaving[]> {
  const isAsked = new Set(order);
  const lastAsked = lastAskedAt(variables, order, budget);
  const arriving = new Map<OutlineNode, Map<string, Leaving>>();
  const left = new Map<OutlineNode, readonly Leaving[]>();
  if (outline.entry) arriving.set(outline.entry, initial(variables, budget));
  for (const [place, node] of order.entries()) {
    const here = arriving.get(node);
    if (!here) continue;
    const leaving = answered([...here.values()], node, variables, outline, budget);
    left.set(node, leaving);
    arriving.delete(node);
    budget.spend(costOf(node, variables) * (leaving.length + 1));
    const edges = node.edges.map((edge) => ({ to: edge.to, holds: truthOfEdge(edge, variables) }));
    for (const one of leaving) {
      // what nothing asks any more is forgotten, so that states fall together
      const state = one.state.map((way, at) => ((lastAsked[at] as number) > place ? way : 0));
      for (const { to, holds } of edges) {
        const truth = holds(one.state);
        if (truth !== false && to && isAsked.has(to)) add(arriving, to, { state, before: { node, leaving: one } });
        if (truth === true) break;
      }
    }
  }
  return left;
}

/** By variable, the place in `order` of the last node with an edge that asks it. */
function lastAskedAt(variables: readonly Variable[], order: readonly OutlineNode[], budget: Budget): number[] {
  const places = new Map<string, number>();
  for (const [place, node] of order.entries()) {
    budget.spend(costOf(node, []));
    for (const { key } of node.edges.flatMap(askedBy)) places.set(key, place);
  }
  return variables.map(({ key }) => places.get(key) ?? -1);
}

/** Of trying all edges of a node once. */
export function costOf({ edges }: OutlineNode, variables: readonly unknown[]): number {
  return (
    edges.reduce((sum, { condition }) => sum + 1 + (condition ? sizeOf(condition) : 0), 1) * 2 + variables.length * 2
  );
}

const sizes = new WeakMap<object, number>();

/** All parts of a condition. */
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

/** Nothing is answered yet; a hidden field is as the link gave it. */
function initial(variables: readonly Variable[], budget: Budget): Map<string, Leaving> {
  const choices = variables.map(({ left, ways }) => (left.type === "hidden" ? [...ways.keys()] : [0]));
  budget.spend(choices.reduce((count, list) => count * list.length, 1) * (variables.length + 1) * 4);
  const states = choices.reduce<number[][]>(
    (rows, list) => rows.flatMap((row) => list.map((at) => [...row, at])),
    [[]],
  );
  return new Map(states.map((state) => [state.join(" "), { state, before: null }]));
}

/** Each state with each way that the node's own answer can be. */
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
  const first = questions.get(node.id)?.is_required ? 1 : 0;
  budget.spend(arrived.length * variable.ways.length * (variables.length + 4));
  return arrived.flatMap(({ state, before }) =>
    variable.ways.slice(first).map((_, way) => ({ state: state.with(at, way + first), before })),
  );
}
