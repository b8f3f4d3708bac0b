import { afterAll, expect, test } from "@jest/globals";
import { Analysis } from "../../../services/forms/analysis/analysis.ts";
import type { Condition, Graph, GraphNode } from "../../../shared/domain/graph/types.ts";

/**
 * Drafts at the limits of decisions §4, each the worst case for one part of the proof. All are proven or abandoned
 * within the proof's budget and a heap of 128 MiB, half of which the idle thread needs.
 */
const analysis = new Analysis({ cpuMs: 55_000, memoryMiB: 128 });
afterAll(() => analysis.stop());

let seed = 1;
/** Returns 0 to n − 1, the same in every run. */
function random(n: number): number {
  seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
  return Math.floor((seed / 2 ** 32) * n);
}

const list = <T>(length: number, make: (at: number) => T): T[] => Array.from({ length }, (_, at) => make(at));
const options = (count: number) => list(count, (at) => ({ value: `v${at}`, label: "x" }));
const some = (count: number) => options(count).flatMap(({ value }) => (random(2) ? [value] : []));
const at = (node: number, path?: string) => ({ type: "answer" as const, node_id: `q${node}`, ...(path && { path }) });
const node = (id: number, questionType = "yes_no", config: object = {}): GraphNode => ({
  id: `q${id}`,
  question_type: questionType,
  data: { title: "?", is_required: true, config: { ...config } },
});

/** Nodes in a row. Conditions lead up to three nodes on. */
function row(count: number, nodeAt: (at: number) => GraphNode, conditions: (at: number) => Condition[]): Graph {
  const ids = [...list(count, (at) => `q${at}`), "end"];
  const edges = list(count, (at) => [
    ...conditions(at).map((condition) => ({
      from: `q${at}`,
      to: ids[Math.min(at + 1 + random(3), count)] ?? "end",
      condition,
    })),
    { from: `q${at}`, to: ids[at + 1] ?? "end", condition: { op: "answered" } },
  ]).flat();
  const end = { id: "end", question_type: "end_screen", data: {} };
  return {
    schema_version: "2.0",
    entry_node_id: "q0",
    nodes: [...list(count, nodeAt), end],
    edges: edges.slice(0, 5000),
    hidden_fields: ["a", "b", "c"],
  };
}

test.each<[string, () => Graph]>([
  [
    "pairs of answers",
    () =>
      row(999, node, (to) => [
        {
          all: [
            { left: at(Math.max(0, to - 1)), op: "eq", right: "yes" },
            { op: "eq", right: "no" },
          ],
        },
      ]),
  ],
  [
    "any earlier answers",
    () =>
      row(
        999,
        (id) => node(id, "multiple_choice", { options: options(8) }),
        (to) =>
          list(4, () => ({ all: list(3, () => ({ left: at(random(to + 1)), op: "in", right: ["v0", ...some(8)] })) })),
      ),
  ],
  [
    "sets of 100 options",
    () =>
      row(
        999,
        (id) => node(id, id < 20 ? "checkbox" : "yes_no", id < 20 ? { options: options(100) } : {}),
        (to) =>
          to > 20 ? list(2, () => ({ left: at(random(20)), op: "includes_any", right: ["v0", ...some(100)] })) : [],
      ),
  ],
  [
    "places of rankings",
    () =>
      row(
        999,
        (id) => node(id, id < 30 ? "ranking" : "yes_no", id < 30 ? { options: options(25), min_ranked: 1 } : {}),
        (to) =>
          to > 30 ? list(4, () => ({ left: at(random(30), `v${random(25)}`), op: "lte", right: random(25) })) : [],
      ),
  ],
  [
    "lengths and parts of a text",
    () =>
      row(
        1,
        (id) => node(id, "short_text"),
        () =>
          list(4000, (k) => ({
            all: [
              { op: "length_gte", right: k },
              { op: "contains", right: "abcdef"[k % 6] ?? "" },
            ],
          })),
      ),
  ],
  [
    "numbers by the smallest step",
    () =>
      row(
        1,
        (id) => node(id, "number", { min: 0, step: 5e-324 }),
        () => list(40, () => ({ op: "in", right: list(900, (k) => (k + 1) * 1e305) })),
      ),
  ],
  [
    "hidden fields",
    () =>
      row(999, node, () =>
        list(4, () => ({
          any: ["a", "b", "c"].map((key) => ({
            left: { type: "hidden" as const, key },
            op: "eq",
            right: `x${random(30)}`,
          })),
        })),
      ),
  ],
  [
    "deep conditions",
    () =>
      row(
        100,
        (id) => node(id, "opinion_scale"),
        (to) =>
          list(40, () => ({
            all: list(5, () => ({
              any: [
                { left: at(random(to + 1)), op: "gte", right: random(11) },
                { op: "eq", right: random(11) },
              ],
            })),
          })),
      ),
  ],
  [
    "cells of large matrices",
    () =>
      row(
        500,
        (id) =>
          node(
            id,
            id < 20 ? "matrix" : "yes_no",
            id < 20 ? { rows: list(50, (key) => ({ key: `r${key}`, label: "r" })), columns: options(20) } : {},
          ),
        (to) =>
          to > 20
            ? list(5, () => ({
                all: list(3, () => ({ left: at(random(20), `r${random(50)}`), op: "in", right: [`v${random(20)}`] })),
              }))
            : [],
      ),
  ],
  [
    "patterns",
    () =>
      row(
        300,
        (id) => node(id, "short_text", { max_length: 10, pattern: `[a-z]{90}${id}` }),
        (to) => [{ op: "matches", right: `.{500}${to}` }],
      ),
  ],
])("analyzes %s within its budget", async (_name, make) => {
  const problems = await analysis.problemsOf("a", JSON.stringify(make()), undefined);
  expect(problems.length).toBeLessThanOrEqual(100);
  expect(problems.filter(({ reason }) => reason.kind === "answers_too_slow")).toEqual([]);
});
