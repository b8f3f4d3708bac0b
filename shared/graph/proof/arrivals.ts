import type { Outline, OutlineNode } from "../outline.ts";
import { type Truth, truthOf, type Variable, type Way } from "./variables.ts";

/**
 * How some variables can be when a walk stands at a node: what earlier answers have led here (decisions §4.4: a proof may
 * rely on earlier answers). Every walk is followed from the entry, with a set of states at each node; what a condition
 * reads beside these variables may be either way, so the result is never too small. null: too much to follow.
 */
export interface Budget {
  left: number;
}

/** A state: which way each variable is, in the order of the variables. */
export type State = readonly Way[];

const stateLimit = 1_000;

export function arrivalsAt(
  target: OutlineNode,
  variables: readonly Variable[],
  order: readonly OutlineNode[],
  outline: Outline,
  budget: Budget,
): State[] | null {
  const states = new Map<OutlineNode, Map<string, State>>();
  if (outline.entry) states.set(outline.entry, statesOf(initial(variables), variables));
  for (const node of order) {
    const here = states.get(node);
    if (!here) continue;
    if (node === target) return [...here.values()];
    const answered = [...here.values()].flatMap((state) => afterAnswer(state, node, variables, outline));
    budget.left -= answered.length * (node.edges.length + 1) * 4;
    if (budget.left < 0 || answered.length > stateLimit) return null;
    for (const [next, state] of leave(node, answered, variables, outline)) {
      const there = states.get(next) ?? new Map<string, State>();
      there.set(signature(state, variables), state);
      if (there.size > stateLimit) return null;
      states.set(next, there);
    }
  }
  return [];
}

/** Nothing is answered yet; a hidden field is as the link gave it. */
function initial(variables: readonly Variable[]): State[] {
  return variables.reduce<State[]>(
    (states, { left, ways }) => {
      const possible = left.type === "hidden" ? ways : ways.filter(({ value }) => value === null).slice(0, 1);
      return states.flatMap((state) => possible.map((way) => [...state, way]));
    },
    [[]],
  );
}

function afterAnswer(state: State, node: OutlineNode, variables: readonly Variable[], { questions }: Outline): State[] {
  const at = variables.findIndex(({ left }) => left.type === "answer" && left.node_id === node.id);
  const ways = variables[at]?.ways;
  if (!ways) return [state];
  const isRequired = questions.get(node.id)?.is_required === true;
  return ways.filter(({ value }) => value !== null || !isRequired).map((way) => state.with(at, way));
}

function* leave(
  node: OutlineNode,
  states: readonly State[],
  variables: readonly Variable[],
  outline: Outline,
): Iterable<[OutlineNode, State]> {
  const truths = node.edges.map((edge) => (edge.condition ? truthOf(edge.condition, node.id, outline) : always));
  for (const state of states) {
    const ways = new Map(variables.map(({ key }, index) => [key, state[index] as Way]));
    for (const [index, edge] of node.edges.entries()) {
      // a condition that is none is an error of its own; here it may be either way
      const truth = edge.fault === null ? (truths[index] as Truth)(ways) : undefined;
      if (truth !== false && edge.to) yield [edge.to, state];
      if (truth === true) break;
    }
  }
}

const always: Truth = () => true;

function statesOf(states: State[], variables: readonly Variable[]): Map<string, State> {
  return new Map(states.map((state) => [signature(state, variables), state]));
}

const signature = (state: State, variables: readonly Variable[]): string =>
  state.map((way, at) => variables[at]?.ways.indexOf(way)).join(" ");
