import { jest } from "@jest/globals";
import fc from "fast-check";
import { merge } from "../../../services/web/dashboard/builder/model/merging/merge.ts";
import { operations } from "../../../services/web/dashboard/builder/model/operations.ts";
import { knownBase } from "../../../services/web/dashboard/builder/saving/knownBase.ts";
import type { ReadAnswer, SaveAnswer } from "../../../services/web/dashboard/builder/saving/machine.ts";
import { mergeRead } from "../../../services/web/dashboard/builder/saving/mergeRead.ts";
import { openSaver, type Saver } from "../../../services/web/dashboard/builder/saving/saver.ts";
import type { Graph } from "../../../shared/domain/graph/types.ts";

/** A fake service that can lose requests and replies. Others can edit the same draft. */
type Fault = "none" | "request_lost" | "answer_lost";

function fakeService(graph: Graph) {
  const drafts = { graph, revision: 1 };
  let faults: Fault[] = [];
  let underWay = 0;
  let mostUnderWay = 0;
  let latency = 200;
  const log: Graph[] = [];
  const etag = () => `"${drafts.revision}"`;
  const answer = async <T>(act: () => T): Promise<T | { kind: "unreachable" }> => {
    const fault = faults.shift() ?? "none";
    underWay += 1;
    mostUnderWay = Math.max(mostUnderWay, underWay);
    await delay(latency);
    underWay -= 1;
    if (fault === "request_lost") return { kind: "unreachable" };
    const answered = act();
    return fault === "answer_lost" ? { kind: "unreachable" } : answered;
  };
  return {
    log,
    draft: () => drafts.graph,
    mostUnderWay: () => mostUnderWay,
    beSlow: () => {
      latency = 4_000;
    },
    fail: (...next: Fault[]) => {
      faults = next;
    },
    /** Changes the draft as another user. */
    change(change: (graph: Graph) => Graph) {
      drafts.graph = change(drafts.graph);
      drafts.revision += 1;
    },
    save: (sent: Graph, ifMatch: string | null) =>
      answer((): SaveAnswer => {
        if (ifMatch !== etag()) return { kind: "changed_elsewhere" };
        drafts.graph = JSON.parse(JSON.stringify(sent));
        drafts.revision += 1;
        log.push(sent);
        return { kind: "saved", etag: etag() };
      }),
    read: () => answer((): ReadAnswer => ({ kind: "read", graph: drafts.graph, etag: etag(), by: null })),
  };
}

const delay = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

const start: Graph = {
  schema_version: "2.0",
  entry_node_id: "a",
  nodes: ["a", "b", "c"].map((id) => ({ id, question_type: "short_text", data: { title: id } })),
  edges: [],
};

function opened() {
  const service = fakeService(start);
  const kept: { current: Graph | null } = { current: null };
  let lastSent: readonly Graph[] = [];
  const page = { graph: start };
  const saver: Saver = openSaver(
    { graph: start, etag: '"1"' },
    {
      service,
      keeper: {
        keep: ({ graph, sent }) => {
          kept.current = graph;
          lastSent = sent;
        },
        forget: () => {
          kept.current = null;
        },
      },
      adopt(graph) {
        page.graph = graph;
      },
      loadMerge: async () => mergeRead,
      check: async (_, { conflicts }) => conflicts,
    },
  );
  const title = (id: string, text: string) => {
    page.graph = operations.setData(page.graph, { id, title: text });
    saver.edited(page.graph);
  };
  return { service, saver, kept, sent: () => lastSent, page, title };
}

const titles = (graph: Graph) => graph.nodes.map(({ data }) => data.title);

beforeEach(() => {
  jest.useFakeTimers();
});
afterEach(() => {
  jest.useRealTimers();
});

test("saves one second after the last change, and at most five seconds after the first", async () => {
  const { service, saver, kept, title } = opened();
  title("a", "x");
  await pass(999);
  expect([service.log.length, saver.state().phase, titles(kept.current as Graph)]).toEqual([
    0,
    "changed",
    ["x", "b", "c"],
  ]);
  await pass(1);
  expect(saver.state().phase).toBe("saving");
  await pass(200);
  expect([saver.state().phase, kept.current, titles(service.draft())]).toEqual(["saved", null, ["x", "b", "c"]]);
  for (let at = 0; at < 12; at++) {
    title("a", `x${at}`);
    await pass(500);
  }
  expect(service.log.length).toBe(2);
  await pass(10_000);
  expect([service.log.length, titles(service.draft())]).toEqual([3, ["x11", "b", "c"]]);
});

test("keeps changes made during a save, and saves them afterwards, one request at a time", async () => {
  const { service, saver, page, title } = opened();
  service.beSlow();
  title("a", "x");
  await pass(1_100);
  title("b", "y");
  await pass(3_950);
  expect([saver.state().phase, titles(page.graph)]).toEqual(["changed", ["x", "y", "c"]]);
  await pass(5_200);
  expect([saver.state().phase, titles(service.draft())]).toEqual(["saved", ["x", "y", "c"]]);
  expect(service.mostUnderWay()).toBe(1);
});

test("keeps changes locally while offline, and saves them when the network returns", async () => {
  const { service, saver, kept, title } = opened();
  service.fail("request_lost", "request_lost", "request_lost", "request_lost");
  title("a", "x");
  await pass(1_200 + 1_200 + 2_200);
  expect([saver.state().phase, titles(kept.current as Graph)]).toEqual(["unreachable", ["x", "b", "c"]]);
  service.fail();
  saver.hurry();
  await pass(200);
  expect([saver.state().phase, kept.current, titles(service.draft())]).toEqual(["saved", null, ["x", "b", "c"]]);
});

test("resolves a lost reply without a conflict, despite later typing", async () => {
  const { service, saver, page, title } = opened();
  service.fail("answer_lost");
  title("a", "x");
  await pass(1_200);
  title("a", "xy");
  await pass(5_000);
  expect(saver.state()).toMatchObject({ phase: "saved", conflicts: [] });
  expect([titles(service.draft()), titles(page.graph)]).toEqual([
    ["xy", "b", "c"],
    ["xy", "b", "c"],
  ]);
});

test("stores an unfinished save with the local changes, so that it causes no conflict later", async () => {
  const { service, saver, sent, title } = opened();
  service.fail("answer_lost");
  title("a", "x");
  await pass(1_100);
  title("a", "xy");
  expect(sent().map(titles)).toEqual([["x", "b", "c"]]);
  await pass(200);
  const draft = service.draft();
  const { base, graph } = saver.state();
  expect(merge(knownBase({ base, graph, sent: sent() }, draft), graph, draft).conflicts).toEqual([]);
});

test("merges changes made elsewhere without losing any", async () => {
  const { service, saver, page, title } = opened();
  service.change((graph) => operations.setData(graph, { id: "b", title: "theirs" }));
  title("a", "mine");
  await pass(5_000);
  expect(saver.state().phase).toBe("saved");
  expect(titles(service.draft())).toEqual(["mine", "theirs", "c"]);
  expect(titles(page.graph)).toEqual(["mine", "theirs", "c"]);
});

test("waits for a choice on a conflict, and overwrites nothing before", async () => {
  const { service, saver, kept, page, title } = opened();
  service.change((graph) => operations.setData(graph, { id: "a", title: "theirs" }));
  title("a", "mine");
  await pass(10_000);
  title("c", "more");
  await pass(10_000);
  expect(saver.state()).toMatchObject({
    phase: "conflict",
    conflicts: [{ parts: [{ path: ["nodes", "a", "data", "title"] }] }],
  });
  expect([titles(service.draft()), titles(kept.current as Graph)]).toEqual([
    ["theirs", "b", "c"],
    ["mine", "b", "more"],
  ]);
  saver.resolve(page.graph);
  await pass(200);
  expect([saver.state().phase, titles(service.draft()), titles(page.graph)]).toEqual([
    "saved",
    ["mine", "b", "more"],
    ["mine", "b", "more"],
  ]);
});

/** Adds a question with this title after the last one, as the builder does. */
function added(graph: Graph, title: string): Graph {
  const from = graph.nodes.at(-1)?.id ?? "";
  const next = operations.addNode(graph, { question_type: "email" });
  const to = next.nodes.at(-1)?.id ?? "";
  return operations.setData(operations.addEdge(next, { from, to, condition: null }), { id: to, title });
}

test("asks when a lost save conflicts with others' edits, and keeps one copy of the question", async () => {
  const { service, saver, page } = opened();
  service.fail("answer_lost");
  page.graph = added(page.graph, "mine");
  saver.edited(page.graph);
  await pass(1_200);
  service.change((graph) => operations.setData(graph, { id: "email", title: "theirs" }));
  await pass(10_000);
  expect(saver.state()).toMatchObject({
    phase: "conflict",
    conflicts: [{ parts: [{ path: ["nodes", "email", "data", "title"] }] }],
  });
  expect(titles(page.graph)).toEqual(["a", "b", "c", "mine"]);
});

test("keeps a question that never arrived beside one that others added with the same id", async () => {
  const { service, saver, page } = opened();
  service.fail("request_lost");
  page.graph = added(page.graph, "mine");
  saver.edited(page.graph);
  await pass(1_200);
  service.change((graph) =>
    operations.setData(operations.addNode(graph, { question_type: "email" }), { id: "email", title: "theirs" }),
  );
  await pass(10_000);
  expect(saver.state()).toMatchObject({ phase: "saved", conflicts: [] });
  expect(titles(service.draft()).toSorted()).toEqual(["a", "b", "c", "mine", "theirs"]);
});

test("limits its retries while the draft keeps changing elsewhere", async () => {
  const { service, saver, title } = opened();
  const reads: number[] = [];
  const { read } = service;
  service.read = () => {
    reads.push(Date.now());
    // another user saves between each read and the next save
    return read().then((answer) => {
      service.change((graph) => operations.setData(graph, { id: "b", title: `theirs ${reads.length}` }));
      return answer;
    });
  };
  service.change((graph) => operations.setData(graph, { id: "b", title: "theirs" }));
  title("a", "mine");
  await pass(60_000);
  expect(reads.length).toBeLessThan(12);
  expect(reads.length).toBeGreaterThan(3);
  service.read = read;
  await pass(40_000);
  expect([saver.state().phase, titles(service.draft())[0]]).toEqual(["saved", "mine"]);
});

test("recognizes edges that others sent without ids", async () => {
  const { service, saver, page } = opened();
  const bare = ({ edges, ...graph }: Graph): Graph => ({ ...graph, edges: edges.map(({ id: _, ...edge }) => edge) });
  page.graph = added(page.graph, "mine");
  saver.edited(page.graph);
  await pass(2_000);
  const theirs = { from: "a", to: "c", condition: { op: "answered" } };
  service.change((graph) => bare({ ...graph, edges: [theirs, ...graph.edges] }));
  const id = page.graph.edges[0]?.id ?? "";
  page.graph = operations.setCondition(page.graph, { id, condition: { op: "not_answered" } });
  saver.edited(page.graph);
  await pass(3_000);
  expect(saver.state()).toMatchObject({ phase: "saved", conflicts: [] });
  expect(page.graph.edges.map(({ from, to }) => `${from}-${to}`).toSorted()).toEqual(["a-c", "c-email"]);
  expect(page.graph.edges.find((edge) => edge.id === id)?.condition).toEqual({ op: "not_answered" });
});

test("waits for all changes before publishing, and returns false if saving fails", async () => {
  const { service, saver, title } = opened();
  title("a", "x");
  const settled = saver.settled();
  title("b", "y");
  await pass(3_000);
  expect([await settled, titles(service.draft())]).toEqual([true, ["x", "y", "c"]]);
  service.fail("request_lost");
  title("c", "z");
  const again = saver.settled();
  await pass(300);
  expect(await again).toBe(false);
});

test("saves every change once despite lost requests and other editors", async () => {
  const act = fc.oneof(
    fc.record({
      who: fc.constant("me" as const),
      id: fc.constantFrom("a", "b"),
      wait: fc.nat(3_000),
      isBack: fc.boolean(),
    }),
    fc.record({ who: fc.constant("other" as const), id: fc.constant("c"), wait: fc.nat(3_000), isBack: fc.boolean() }),
  );
  const faults = fc.array(fc.constantFrom<Fault>("none", "request_lost", "answer_lost"), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 12 }), faults, async (acts, lost) => {
      const { service, saver, kept, page, title } = opened();
      service.fail(...lost);
      const last: Record<string, string> = { a: "a", b: "b", c: "c" };
      for (const [at, { who, id, wait, isBack }] of acts.entries()) {
        // undoing a sent change is a change as well
        const text = isBack ? id : `${id}${at}`;
        last[id] = text;
        if (who === "me") title(id, text);
        else service.change((graph) => operations.setData(graph, { id, title: text }));
        await pass(wait);
      }
      await pass(200_000);
      expect(saver.state()).toMatchObject({ phase: "saved", conflicts: [] });
      expect([titles(service.draft()), kept.current]).toEqual([Object.values(last), null]);
      expect(titles(page.graph).slice(0, 2)).toEqual([last.a, last.b]);
    }),
    { numRuns: 200 },
  );
});
