import fc from "fast-check";
import { analyze } from "../../../shared/domain/graph/analyze.ts";
import { type CompiledGraph, compileGraph } from "../../../shared/domain/graph/compile.ts";
import type { Condition, Edge, Graph, GraphNode, Json } from "../../../shared/domain/graph/types.ts";
import { context } from "../../support/graphs.ts";

/**
 * Compares the proof with brute force (decisions §4.4): for two or three questions with few answers, each edge is never true,
 * never taken or taken, each `show_if` is never true or can be, and some answer matches no edge, exactly as trying all answers
 * shows. `npm run test:exhaustive` tries more graphs.
 */
const runs = Number(process.env.BRUTE_FORCE_RUNS ?? 2_000);

const options = ["a", "b", "c"].map((value) => ({ value, label: value }));
const kinds: [string, object, Json[], { op: string; right: Json }[]][] = [
  [
    "yes_no",
    {},
    ["yes", "no"],
    [
      { op: "eq", right: "yes" },
      { op: "neq", right: "yes" },
    ],
  ],
  [
    "dropdown",
    { options },
    ["a", "b", "c"],
    [
      { op: "eq", right: "a" },
      { op: "in", right: ["a", "b"] },
      { op: "not_in", right: ["b"] },
      { op: "eq", right: "c" },
    ],
  ],
  [
    "star_rating",
    { max: 3 },
    [1, 2, 3],
    [
      { op: "lte", right: 1 },
      { op: "gt", right: 1 },
      { op: "between", right: [2, 3] },
      { op: "eq", right: 4 },
    ],
  ],
  [
    "checkbox",
    { options: options.slice(0, 2) },
    [["a"], ["b"], ["a", "b"], ["b", "a"]],
    [
      { op: "includes_any", right: ["a"] },
      { op: "includes_all", right: ["a", "b"] },
      { op: "count_lte", right: 1 },
      { op: "equals_set", right: ["b"] },
    ],
  ],
];

interface Small {
  graph: Graph;
  answers: Map<string, (Json | null)[]>;
}

const question = fc.record({ kind: fc.nat(kinds.length - 1), is_required: fc.boolean() });

/**
 * Generates consecutive questions with edges to later ones. Conditions read the questions so far. Some nodes also have an edge
 * without a condition.
 */
const small: fc.Arbitrary<Small> = fc.array(question, { minLength: 2, maxLength: 3 }).chain((questions) => {
  const ids = [...questions.map((_, at) => `q${at}`), "end"];
  const nodes = questions.map(({ kind, is_required }, at): GraphNode => {
    const [questionType, config] = kinds[kind] as (typeof kinds)[number];
    return { id: `q${at}`, question_type: questionType, data: { title: "?", is_required, config: { ...config } } };
  });
  const leaf = (upTo: number): fc.Arbitrary<Condition> =>
    fc.tuple(fc.nat(upTo), fc.nat(4)).map(([at, which]) => {
      const comparisons = kinds[questions[at]?.kind ?? 0]?.[3] ?? [];
      const left = { type: "answer" as const, node_id: `q${at}` };
      return { left, ...(comparisons[which] ?? { op: which % 2 ? "answered" : "not_answered" }) };
    });
  const conditionAt = (at: number): fc.Arbitrary<Condition> =>
    fc.oneof(
      leaf(at),
      fc.array(leaf(at), { minLength: 2, maxLength: 3 }).map((all) => ({ all })),
      fc.array(leaf(at), { minLength: 2, maxLength: 2 }).map((any) => ({ any })),
      leaf(at).map((not) => ({ not })),
    );
  const edgesAt = (at: number): fc.Arbitrary<Edge[]> => {
    const to = fc.constantFrom(...ids.slice(at + 1));
    const edge = fc.record({ from: fc.constant(`q${at}`), to, condition: conditionAt(at) });
    const last = fc.record({
      from: fc.constant(`q${at}`),
      to: fc.constant(ids[at + 1] ?? ""),
      condition: fc.constant(null),
    });
    const isLast = at === questions.length - 1;
    return fc
      .tuple(fc.array(edge, { minLength: 1, maxLength: isLast ? 7 : 3 }), last, fc.nat(isLast ? 2 : 6))
      .map(([edges, last, dice]) => (dice > 0 ? [...edges, last] : edges));
  };
  const showIf = (at: number) => (at === 0 ? fc.constant(null) : fc.option(conditionAt(at - 1), { freq: 2 }));
  const showIfs = fc.tuple(...questions.map((_, at) => showIf(at)));
  return fc.tuple(fc.tuple(...questions.map((_, at) => edgesAt(at))), showIfs).map(([edges, showIfs]) => ({
    graph: {
      schema_version: "2.0" as const,
      entry_node_id: "q0",
      nodes: [
        ...nodes.map((node, at) => ({ ...node, data: { ...node.data, ...(showIfs[at] && { show_if: showIfs[at] }) } })),
        { id: "end", question_type: "end_screen", data: {} },
      ],
      edges: edges.flat(),
    },
    answers: new Map(
      questions.map(({ kind, is_required }, at) => [
        `q${at}`,
        [...(is_required ? [] : [null]), ...(kinds[kind]?.[2] ?? [])],
      ]),
    ),
  }));
});

/** Tries all answers and returns the facts about each edge and each reached node. */
function tryAll({ graph, answers }: Small) {
  const compiled = compileGraph(graph);
  const indexes = Map.groupBy(graph.edges.keys(), (index) => graph.edges[index]?.from ?? "");
  const seen = {
    come: new Set<string>(),
    shown: new Set<string>(),
    possible: new Set<number>(),
    taken: new Set<number>(),
    missed: new Set<string>(),
  };
  const walk = (nodeId: string, given: ReadonlyMap<string, Json | null>) => {
    if (nodeId === "end") return;
    seen.come.add(nodeId);
    const isShown = isShownTo(compiled, nodeId, (id) => given.get(id) ?? null);
    if (isShown) seen.shown.add(nodeId);
    for (const answer of isShown ? (answers.get(nodeId) ?? []) : [null]) {
      const view = {
        answer: (id: string) => (id === nodeId ? answer : (given.get(id) ?? null)),
        score: 0,
        hidden: {},
      };
      const edges = compiled.nodes.get(nodeId)?.edges ?? [];
      const holding = (indexes.get(nodeId) ?? []).filter((_, at) => edges[at]?.matches(view));
      for (const index of holding) seen.possible.add(index);
      const [first] = holding;
      if (first === undefined) seen.missed.add(nodeId);
      else {
        seen.taken.add(first);
        walk(graph.edges[first]?.to ?? "", new Map(given).set(nodeId, answer));
      }
    }
  };
  walk("q0", new Map());
  return seen;
}

function isShownTo(compiled: CompiledGraph, nodeId: string, answer: (id: string) => Json | null): boolean {
  return compiled.nodes.get(nodeId)?.guards?.isShown({ answer, score: 0, hidden: {} }) ?? true;
}

/** Calls `expect` only on failure, because it runs a million times. */
function same(actual: unknown, expected: unknown): void {
  if (actual !== expected) expect(actual).toBe(expected);
}

test("agrees with brute force about each edge", () => {
  const counts = { never: 0, shadowed: 0, missed: 0, taken: 0, hidden: 0 };
  fc.assert(
    fc.property(small, (sample) => {
      const { graph } = sample;
      const problems = analyze(graph);
      // graphs with other errors have no further findings
      fc.pre(problems.every(({ code, severity }) => severity === "warning" || code === "not_exhaustive"));
      const seen = tryAll(sample);
      const said = new Map(problems.map(({ code, node_id, edge_index }) => [edge_index ?? `${code} ${node_id}`, code]));
      for (const id of seen.come) {
        const isMissed = seen.missed.has(id);
        same(said.has(`not_exhaustive ${id}`), isMissed);
        counts.missed += isMissed ? 1 : 0;
        const isHidden = !seen.shown.has(id);
        same(said.has(`condition_unsatisfiable ${id}`), isHidden);
        counts.hidden += isHidden ? 1 : 0;
      }
      for (const [index, { from, condition }] of graph.edges.entries()) {
        if (!seen.come.has(from)) continue;
        const isNever = condition !== null && !seen.possible.has(index);
        const expected = isNever ? "condition_unsatisfiable" : seen.taken.has(index) ? undefined : "edge_shadowed";
        same(said.get(index), expected);
        counts[isNever ? "never" : expected ? "shadowed" : "taken"] += 1;
      }
      for (const { code, node_id, edge_index, example } of problems) {
        if (code !== "not_exhaustive" && code !== "condition_unsatisfiable") continue;
        const isOfNode = code === "condition_unsatisfiable" && edge_index === undefined;
        if (example) replay(sample, example.answers, node_id ?? "", edge_index, isOfNode);
        else same(code === "not_exhaustive" && seen.come.has(node_id ?? ""), false);
      }
    }),
    { numRuns: runs, seed: 20260101, maxSkipsPerRun: 10 },
  );
  expect(Math.min(...Object.values(counts))).toBeGreaterThan(runs / 40);
});

/** Simulates an example and checks that it shows the problem: no edge matches, this edge doesn't match, or the node is hidden. */
function replay(
  { graph }: Small,
  answers: Record<string, Json>,
  nodeId: string,
  edgeIndex: number | undefined,
  isOfNode: boolean,
): void {
  const compiled = compileGraph(graph);
  const given: Record<string, Json> = {};
  let at = "q0";
  for (; at !== "end"; ) {
    const node = compiled.nodes.get(at);
    if (!isShownTo(compiled, at, (id) => given[id] ?? null)) {
      if (at === nodeId && isOfNode) return;
    } else {
      const answer = answers[at] ?? null;
      same(node?.question.check(answer, context).kind, answer === null ? "skip" : "answer");
      given[at] = answer;
    }
    const holding = node?.edges.map((edge) =>
      edge.matches({ answer: (id) => given[id] ?? null, score: 0, hidden: {} }),
    );
    if (at === nodeId) {
      const own = graph.edges.flatMap((edge, index) => (edge.from === at ? [index] : []));
      const place = edgeIndex === undefined ? -1 : own.indexOf(edgeIndex);
      same(edgeIndex === undefined ? holding?.includes(true) : holding?.slice(0, place + 1).includes(true), false);
      return;
    }
    at = node?.edges[holding?.indexOf(true) ?? -1]?.to ?? "end";
  }
  throw new Error(`the example does not lead to ${nodeId}`);
}
