import type { Condition, Edge, Graph, GraphNode, Json } from "../../shared/domain/graph/types.ts";

/** Seeded random graphs with `show_if` on nodes and options, and the same graphs with edges instead (features §11.1). */

export type Random = () => number;

/** mulberry32: the same numbers for the same seed */
export function randomOf(seed: number): Random {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
const chance = (random: Random, share: number): boolean => random() < share;

const values = ["a", "b", "c"];
const options = () => values.map((value) => ({ value, label: value.toUpperCase() }));
const points = { mode: "options", points: { a: 1, b: 2, c: -4, yes: 3, no: -1 } };

/** Each type with its config, answers and comparisons. */
const kinds: [string, () => Record<string, unknown>, Json[], { op: string; right: Json }[]][] = [
  [
    "yes_no",
    () => ({ scoring: { ...points, points: { yes: 3, no: -1 } } }),
    ["yes", "no"],
    [{ op: "eq", right: "yes" }],
  ],
  [
    "dropdown",
    () => ({ options: options(), scoring: { ...points, points: { a: 1, b: 2, c: -4 } } }),
    values,
    [
      { op: "eq", right: "a" },
      { op: "in", right: ["b", "c"] },
    ],
  ],
  [
    "checkbox",
    () => ({ options: options(), min_selections: 2 }),
    [["a", "b"], ["c"], ["b", "c"], ["a"], ["b"]],
    [
      { op: "includes_any", right: ["a"] },
      { op: "count_gte", right: 2 },
    ],
  ],
  ["ranking", () => ({ options: options(), min_ranked: 2 }), [["a", "b"], ["c", "a"], ["b"], ["a"], ["c"]], []],
  ["star_rating", () => ({ max: 3, scoring: { mode: "value" } }), [1, 2, 3], [{ op: "gte", right: 2 }]],
];

export interface ShowIfSample {
  graph: Graph;
  /** possible answers by node; some may not be offered */
  answers: ReadonlyMap<string, readonly Json[]>;
}

/** Returns a publishable graph of three to seven questions. Each has a last edge without a condition. */
export function showIfGraph(random: Random): ShowIfSample {
  const count = 3 + Math.floor(random() * 5);
  const chosen = Array.from({ length: count }, () => pick(random, kinds));
  const idOf = (at: number) => (at < count ? `q${at}` : "end");
  const leaf = (upTo: number): Condition => {
    const at = Math.floor(random() * (upTo + 1));
    const comparisons = chosen[at]?.[3] ?? [];
    if (chance(random, 0.1)) return { left: { type: "score" }, op: "gte", right: Math.floor(random() * 6) - 1 };
    if (chance(random, 0.1)) return { left: { type: "hidden", key: "plan" }, op: "eq", right: "pro" };
    const left = { type: "answer" as const, node_id: idOf(at) };
    const isAnswered = comparisons.length === 0 || chance(random, 0.2);
    return { left, ...(isAnswered ? { op: pick(random, ["answered", "not_answered"]) } : pick(random, comparisons)) };
  };
  const condition = (upTo: number): Condition => {
    if (chance(random, 0.6)) return leaf(upTo);
    if (chance(random, 0.3)) return { not: leaf(upTo) };
    const parts = [leaf(upTo), leaf(upTo)];
    return chance(random, 0.5) ? { all: parts } : { any: parts };
  };
  const nodes = chosen.map(([questionType, config], at): GraphNode => {
    const own = config();
    if (at > 0 && Array.isArray(own.options) && chance(random, 0.4)) {
      own.options = own.options.map((option) => ({
        ...option,
        ...(chance(random, 0.8) && { show_if: condition(at - 1) }),
      }));
    }
    const showIf = at > 0 && chance(random, 0.5) ? { show_if: condition(at - 1) } : {};
    const data = { title: `Q${at}`, is_required: chance(random, 0.5), config: own, ...showIf };
    return { id: idOf(at), question_type: questionType, data };
  });
  const edges = nodes.flatMap(({ id }, at): Edge[] => {
    const to = () => idOf(at + 1 + Math.floor(random() * (count - at)));
    const jumps = chance(random, 0.4) ? [{ from: id, to: to(), condition: condition(at) }] : [];
    return [...jumps, { from: id, to: idOf(at + 1), condition: null }];
  });
  return {
    graph: {
      schema_version: "2.0",
      entry_node_id: "q0",
      nodes: [...nodes, { id: "end", question_type: "end_screen", data: { config: { show_score: true } } }],
      edges,
      hidden_fields: ["plan"],
    },
    answers: new Map(chosen.map(([, , answers], at) => [idOf(at), answers])),
  };
}

/**
 * Returns the same graph without `show_if`: an edge to a node with a condition becomes edges to that node, and past it along
 * each of its own edges. Options without a condition stay all. The result can be large.
 */
export function edgeExpanded(graph: Graph): Graph {
  const byId = new Map(graph.nodes.map((node) => [node.id, node]));
  const edgesOf = (id: string) => graph.edges.filter(({ from }) => from === id);
  const past = (edge: Edge, from: string, given: Condition[]): Edge[] => {
    const own = edge.condition === null ? given : [...given, edge.condition as Condition];
    const shown = shownIfOf(byId.get(edge.to) as GraphNode);
    const to = (conditions: Condition[]): Edge => ({
      from,
      to: edge.to,
      condition: conditions.length === 0 ? null : { all: conditions },
    });
    if (!shown) return [to(own)];
    const hidden = [...own, { not: shown }];
    return [to([...own, shown]), ...edgesOf(edge.to).flatMap((next) => past(next, from, hidden))];
  };
  return {
    ...graph,
    nodes: graph.nodes.map(withoutConditions),
    edges: graph.nodes.flatMap(({ id }) => edgesOf(id).flatMap((edge) => past(edge, id, []))),
  };
}

type Option = { show_if?: Condition };

/** Written apart from the code under test: the node's own condition, and that some option is offered. */
function shownIfOf({ data }: GraphNode): Condition | null {
  const options = (data.config?.options ?? []) as Option[];
  const canRunOut = options.length > 0 && options.every(({ show_if }) => show_if);
  const parts = [
    ...(data.show_if ? [data.show_if as Condition] : []),
    ...(canRunOut ? [{ any: options.map(({ show_if }) => show_if as Condition) }] : []),
  ];
  return parts.length > 0 ? { all: parts } : null;
}

function withoutConditions({ data, ...node }: GraphNode): GraphNode {
  const { show_if: _, config, ...rest } = data;
  const { options, ...others } = (config ?? {}) as { options?: Option[] };
  const plain = options && { options: options.map(({ show_if: _showIf, ...option }) => option) };
  // the twin has no hidden options, so it accepts the few that are left
  const least = {
    ...("min_selections" in others && { min_selections: 0 }),
    ...("min_ranked" in others && { min_ranked: 1 }),
  };
  return { ...node, data: { ...rest, config: { ...others, ...plain, ...least } } };
}
