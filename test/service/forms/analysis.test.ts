import { execFile } from "node:child_process";
import { join } from "node:path";
import { setImmediate } from "node:timers/promises";
import { promisify } from "node:util";
import { afterEach, expect, test } from "@jest/globals";
import { Analysis } from "../../../services/forms/analysis/analysis.ts";
import type { FormsService } from "../../../services/forms/service.ts";
import type { Condition, Graph } from "../../../shared/domain/graph/types.ts";
import { startForms } from "./stage.ts";

/** The analysis thread (services/forms/analysis). */
let analysis = new Analysis();
afterEach(() => analysis.stop());

const end = { id: "end", question_type: "end_screen", data: {} };
/** Returns the graph as JSON, as it comes from the database. */
const textOf = (count: number, edgesOf: (at: number) => Condition[]): string => JSON.stringify(graphOf(count, edgesOf));
const graphOf = (count: number, edgesOf: (at: number) => Condition[]): Graph => {
  const ids = [...Array.from({ length: count }, (_, at) => `q${at}`), "end"];
  const edges = ids
    .slice(0, -1)
    .flatMap((from, at) => edgesOf(at).map((condition) => ({ from, to: ids[at + 1] ?? "end", condition })));
  const nodes = ids.slice(0, -1).map((id) => ({
    id,
    question_type: "opinion_scale",
    data: { title: id, is_required: true, config: {} },
  }));
  return { schema_version: "2.0", entry_node_id: "q0", nodes: [...nodes, end], edges };
};
const easyGraph = graphOf(1, () => [{ op: "answered" }]);
const easy = JSON.stringify(easyGraph);
const at = (node: number) => ({ type: "answer" as const, node_id: `q${node}` });
/** Each node reads many earlier answers. */
const hard = textOf(900, (node) =>
  Array.from({ length: 5 }, (_, edge) => ({
    all: [0, 1, 2].map((part) => ({
      left: at((node * (part + 2) + edge) % (node + 1)),
      op: "lte",
      right: (node + edge) % 11,
    })),
  })),
);

test("returns the problems that the analysis finds", async () => {
  expect(await analysis.problemsOf("a", easy, undefined)).toEqual([]);
  const open = textOf(1, () => [{ op: "lte", right: 9 }]);
  expect(await analysis.problemsOf("a", open, undefined)).toMatchObject([
    { code: "not_exhaustive", node_id: "q0", example: { answers: { q0: 10 } } },
  ]);
});

test("never blocks this process on the hardest draft, and reports it as too hard", async () => {
  await analysis.problemsOf("a", easy, undefined);
  let turns = 0;
  let isProven = false;
  const count = () => {
    turns += 1;
    if (!isProven) setTimeout(count);
  };
  count();
  const problems = await analysis.problemsOf("a", hard, undefined);
  isProven = true;
  // in the same thread it would be one turn of the loop
  expect(turns).toBeGreaterThan(10);
  expect(problems.map(({ reason }) => reason.kind)).toContain("answers_too_complex");
  expect(problems.length).toBeLessThanOrEqual(100);
});

test("ends a thread that exceeds its time or memory, reports that draft and continues with the next", async () => {
  analysis = new Analysis({ cpuMs: 1 });
  const [given] = await analysis.problemsOf("a", hard, undefined);
  expect(given).toMatchObject({
    code: "not_exhaustive",
    reason: { kind: "answers_too_slow" },
  });
  await analysis.stop();
  analysis = new Analysis({ memoryMiB: 32 });
  const large = textOf(100_000, () => [{ op: "answered" }]);
  expect(await analysis.problemsOf("a", large, undefined)).toEqual([given]);
  await analysis.stop();
  analysis = new Analysis();
  expect(await analysis.problemsOf("a", easy, undefined)).toEqual([]);
});

test("loads only what it needs, so that it starts fast", async () => {
  const folder = join(import.meta.dirname, "../../..");
  const { stdout } = await promisify(execFile)(process.execPath, [
    "--import",
    join(import.meta.dirname, "../../support/loadedModules.ts"),
    join(folder, "services/forms/analysis/worker.ts"),
  ]);
  const loaded = (JSON.parse(stdout) as string[]).filter((url) => url.startsWith("file:"));
  const packages = new Set(loaded.flatMap((url) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? []));
  expect([...packages].sort()).toEqual(["big.js", "libphonenumber-js", "re2js", "typebox", "validator"]);
});

test("alternates between accounts and limits the waiting drafts of one account", async () => {
  analysis = new Analysis({ waiting: 3 });
  const order: string[] = [];
  const ask = (account: string) => analysis.problemsOf(account, easy, undefined).then(() => order.push(account));
  const asked = [ask("a"), ask("a"), ask("a"), ask("a"), ask("b"), ask("c")];
  await expect(analysis.problemsOf("a", easy, undefined)).rejects.toMatchObject({ code: 503 });
  await Promise.all(asked);
  expect(order).toEqual(["a", "b", "c", "a", "a", "a"]);
});

test("refuses a comparison that is too large or slow with a fix", async () => {
  const long = (letter: string): string => {
    const nodes = easyGraph.nodes.map((node) => ({
      ...node,
      data: { ...node.data, description: letter.repeat(1024 ** 2) },
    }));
    return JSON.stringify({
      ...easyGraph,
      nodes: [...nodes, ...nodes.map((node) => ({ ...node, id: `${node.id}2` }))],
    });
  };
  const [a, b] = [
    { name: 1, title: "A", graph: long("a") },
    { name: 2, title: "A", graph: long("b") },
  ];
  expect(JSON.parse(await analysis.diff("a", a, a))).toEqual({ from: 1, to: 1, is_breaking: false, changes: [] });
  const refused = (reason: string) => ({ code: 400, data: { errors: [expect.stringMatching(reason)] } });
  await expect(analysis.diff("a", a, b)).rejects.toMatchObject(refused("^to: the changes are larger than 4 MiB"));
  await analysis.stop();
  analysis = new Analysis({ cpuMs: 1 });
  await expect(analysis.diff("a", a, b)).rejects.toMatchObject(refused("^to: the comparison takes too long"));
});

test("has its thread before the service is ready", async () => {
  const stage = await startForms();
  try {
    const service = stage.broker.getLocalService("forms") as unknown as FormsService;
    const up = service.analysis.start().then(() => "up");
    expect(await Promise.race([up, setImmediate("loading")])).toBe("up");
  } finally {
    await stage.stop();
  }
});
