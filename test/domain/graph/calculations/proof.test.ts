import fc from "fast-check";
import { analyze } from "../../../../shared/domain/graph/analyze.ts";
import { compileGraph } from "../../../../shared/domain/graph/compile.ts";
import { type OutlineNode, outlineOf } from "../../../../shared/domain/graph/outline.ts";
import { Budget } from "../../../../shared/domain/graph/proof/budget.ts";
import { calculationRanges } from "../../../../shared/domain/graph/proof/calculationRanges.ts";
import { inOrder } from "../../../../shared/domain/graph/proof/context.ts";
import { scoreRanges } from "../../../../shared/domain/graph/proof/scoreRange.ts";
import { reachabilityOf } from "../../../../shared/domain/graph/reachability.ts";
import { simulate } from "../../../../shared/domain/graph/simulate.ts";
import { type Visit, viewOf } from "../../../../shared/domain/graph/traverse.ts";
import type { Condition, Edge, Graph, Json } from "../../../../shared/domain/graph/types.ts";
import { expressionOf } from "../../../support/calculations.ts";
import { context } from "../../../support/graphs.ts";

/**
 * Compares the proof about calculations with all walks of small graphs (features §12): every value lies in its range, no warning is
 * false, and no walk of a proven graph gets stuck. `npm run test:exhaustive` tries more graphs.
 */
const runs = Number(process.env.BRUTE_FORCE_RUNS ?? 600);

const kinds: [string, object, Json[]][] = [
  ["star_rating", { max: 3, scoring: { mode: "value" } }, [1, 2, 3]],
  ["number_scale", { min: -1, max: 1, step: 0.5 }, [-1, -0.5, 0, 0.5, 1]],
  ["number_scale", { min: 0, max: 2, scoring: { mode: "ranges", ranges: [{ from: 1, to: 2, points: 5 }] } }, [0, 1, 2]],
];

const comparisonOf = (keys: string[]): fc.Arbitrary<Condition> =>
  fc
    .record({
      key: fc.constantFrom(...keys),
      op: fc.constantFrom("lt", "gte", "lte", "gt", "eq", "neq", "answered", "not_answered"),
      right: fc.oneof(fc.integer({ min: -3, max: 9 }), fc.constantFrom(0.5, 2.25)),
    })
    .map(({ key, op, right }) => ({
      left: { type: "calculation", key },
      op,
      ...(op.endsWith("answered") ? {} : { right }),
    }));

const small: fc.Arbitrary<Graph> = fc
  .array(fc.record({ kind: fc.nat(kinds.length - 1), is_required: fc.boolean() }), { minLength: 2, maxLength: 3 })
  .chain((questions) => {
    const ids = questions.map((_, at) => `q${at}`);
    const keys = ["k0", "k1"];
    const calculations = keys.map((key, earlier) =>
      fc
        .tuple(expressionOf({ numbers: ids, scored: ids, earlier }), fc.integer({ min: 0, max: 2 }))
        .map(([value, decimals]) => ({ key, title: key, decimals, value })),
    );
    const condition = fc.oneof(
      comparisonOf(keys),
      fc.array(comparisonOf(keys), { minLength: 2, maxLength: 2 }).map((all) => ({ all })),
      comparisonOf(keys).map((not) => ({ not })),
      fc.constant({ left: { type: "answer" as const, node_id: "q0" }, op: "gte", right: 1 }),
    );
    const edgesAt = (at: number): fc.Arbitrary<Edge[]> => {
      const to = fc.constantFrom(...ids.slice(at + 1), "end");
      const edge = fc.record({ from: fc.constant(`q${at}`), to, condition });
      const last = { from: `q${at}`, to: ids[at + 1] ?? "end", condition: null };
      return fc
        .tuple(fc.array(edge, { maxLength: 3 }), fc.nat(4))
        .map(([edges, dice]) => (dice > 0 || edges.length === 0 ? [...edges, last] : edges));
    };
    return fc.tuple(fc.tuple(...calculations), fc.tuple(...ids.map((_, at) => edgesAt(at)))).map(
      ([calculations, edges]): Graph => ({
        schema_version: "2.0",
        entry_node_id: "q0",
        nodes: [
          ...questions.map(({ kind, is_required }, at) => {
            const [questionType, config] = kinds[kind] as (typeof kinds)[number];
            return {
              id: `q${at}`,
              question_type: questionType,
              data: { title: "?", is_required, config: { ...config } },
            };
          }),
          { id: "end", question_type: "end_screen", data: {} },
        ],
        edges: edges.flat(),
        calculations,
      }),
    );
  });

interface Seen {
  node: string;
  values: (number | null)[];
  /** results of the node's edges, in order */
  matches: boolean[];
}

/** Follows all walks. A walk without a matching edge ends there. */
function allWalks(graph: Graph): Seen[] {
  const compiled = compileGraph(graph);
  const answersOf = new Map(
    graph.nodes.map(({ id, question_type, data }) => {
      const [, , answers = []] =
        kinds.find(
          ([type, config]) => type === question_type && JSON.stringify(config) === JSON.stringify(data.config),
        ) ?? [];
      return [id, [...(data.is_required ? [] : [null]), ...answers]];
    }),
  );
  const seen: Seen[] = [];
  const walk = (visits: readonly Visit[], current: string): void => {
    const node = compiled.nodes.get(current);
    if (!node || node.question.is_end) return;
    for (const value of answersOf.get(current) ?? []) {
      const score = value === null ? null : node.question.score(value);
      const next = [...visits, { node_id: current, answer: value, score_awarded: score }];
      const view = viewOf(compiled, next, { hidden: {}, started_on: "2026-06-01" });
      const matches = node.edges.map((edge) => edge.matches(view));
      const values = ["k0", "k1"].map((key) => view.calculation?.(key) ?? null);
      seen.push({ node: current, values, matches });
      const to = node.edges[matches.indexOf(true)]?.to;
      if (to) walk(next, to);
    }
  };
  walk([], "q0");
  return seen;
}

/** Problems other than those of a random graph's structure. */
const isKnown = (code: string) => !["node_unreachable", "condition_ref"].includes(code);

test("the proof is right about all walks of small graphs", () => {
  let [proven, missed, warned] = [0, 0, 0];
  fc.assert(
    fc.property(small, (graph) => {
      const problems = analyze(graph);
      fc.pre(problems.every(({ code }) => isKnown(code)));
      const seen = allWalks(graph);
      const isStuck = (id: string) => seen.some(({ node, matches }) => node === id && !matches.includes(true));
      const unproven = new Set(problems.flatMap(({ code, node_id }) => (code === "not_exhaustive" ? [node_id] : [])));
      for (const { id } of graph.nodes) {
        if (unproven.has(id)) missed += isStuck(id) ? 1 : 0;
        else {
          proven += 1;
          expect([id, isStuck(id)]).toEqual([id, false]);
        }
      }
      for (const { code, edge_index = -1, example, node_id } of problems) {
        const edge = graph.edges[edge_index];
        const place = graph.edges.filter(({ from }) => from === edge?.from).indexOf(edge as Edge);
        const here = seen.filter(({ node }) => node === edge?.from);
        if (code === "condition_unsatisfiable") expect(here.filter(({ matches }) => matches[place])).toEqual([]);
        if (code === "edge_shadowed") expect(here.filter(({ matches }) => matches.indexOf(true) === place)).toEqual([]);
        if (code === "edge_shadowed" || code === "condition_unsatisfiable") warned += 1;
        if (code === "not_exhaustive" && example) {
          expect(simulate(graph, { ...example, today: context.today }).stopped).toMatchObject({
            node_id,
            reason: "no_edge",
          });
        }
      }
    }),
    { numRuns: runs },
  );
  expect([proven, missed, warned].map((count) => count > runs / 50)).toEqual([true, true, true]);
});

test("every value lies in its range", () => {
  fc.assert(
    fc.property(small, (graph) => {
      const outline = outlineOf(graph);
      const reachability = reachabilityOf(outline);
      const order = inOrder(outline, reachability);
      const ranges = calculationRanges({ outline, reachability, order, scores: scoreRanges(outline, order) });
      const found = allWalks(graph).flatMap(({ node, values }) =>
        values.map((value, index) => {
          const range = ranges(`k${index}`, outline.byId.get(node) as OutlineNode, new Budget(1_000_000));
          const isWhole = outline.calculations.get(`k${index}`)?.isWhole ?? false;
          const isIn = value === null ? range.canLack : value >= range.least && value <= range.most;
          return isIn && (value === null || !isWhole || Number.isInteger(value)) ? null : { node, value, range };
        }),
      );
      expect(found.filter((one) => one !== null)).toEqual([]);
    }),
    { numRuns: runs },
  );
});

describe("a required sum of scores", () => {
  const scale = (id: string, isRequired = true) => ({
    id,
    question_type: "number_scale",
    data: { title: id, is_required: isRequired, config: { min: 0, max: 3 } },
  });
  const end = { id: "end", question_type: "end_screen", data: {} };
  const graphOf = (value: unknown, conditions: Condition[], isRequired = true): Graph => ({
    schema_version: "2.0",
    entry_node_id: "a",
    nodes: [scale("a", isRequired), scale("b", isRequired), end],
    edges: [
      { from: "a", to: "b", condition: null },
      ...conditions.map((condition) => ({ from: "b", to: "end", condition })),
    ],
    calculations: [{ key: "k", value }],
  });
  const sum = { add: [{ answer: "a" }, { answer: "b" }] };
  const left = { type: "calculation" as const, key: "k" };
  const codes = (graph: Graph) => analyze(graph).map(({ code, edge_index }) => [code, edge_index]);

  it("proves two halves of its whole numbers", () => {
    expect(
      codes(
        graphOf(sum, [
          { left, op: "lte", right: 3 },
          { left, op: "gte", right: 4 },
        ]),
      ),
    ).toEqual([]);
  });
  it("finds a gap", () => {
    expect(
      codes(
        graphOf(sum, [
          { left, op: "lte", right: 3 },
          { left, op: "gte", right: 5 },
        ]),
      ),
    ).toEqual([["not_exhaustive", undefined]]);
  });
  it("counts null if a question can be skipped", () => {
    const graph = graphOf(
      sum,
      [
        { left, op: "lte", right: 3 },
        { left, op: "gte", right: 4 },
      ],
      false,
    );
    expect(codes(graph)).toEqual([["not_exhaustive", undefined]]);
  });
  it("warns about values beyond its range", () => {
    const graph = graphOf(sum, [
      { left, op: "gt", right: 6 },
      { left, op: "lte", right: 6 },
    ]);
    expect(codes(graph)).toEqual([["condition_unsatisfiable", 1]]);
  });
  it("knows the minutes of a time", () => {
    const time: Graph["nodes"][number] = {
      id: "at",
      question_type: "date",
      data: { title: "When?", is_required: true, config: { precision: "time", min: "08:00", max: "09:00" } },
    };
    const end: Graph["nodes"][number] = { id: "end", question_type: "end_screen", data: { title: "Bye" } };
    const at = { left: { type: "calculation", key: "minutes" } } as const;
    const edges = [
      { op: "gte", right: 480 },
      { op: "lt", right: 480 },
    ].map((compared) => ({ from: "at", to: "end", condition: { ...at, ...compared } }));
    const calculations = [{ key: "minutes", title: "Minutes", decimals: 0, value: { answer: "at" } }];
    const graph: Graph = { schema_version: "2.0", entry_node_id: "at", nodes: [time, end], edges, calculations };
    expect(codes(graph)).toEqual([["condition_unsatisfiable", 1]]);
  });
});
