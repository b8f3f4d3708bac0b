import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { ServiceBroker } from "moleculer";
import { connect } from "nats";
import { failureOf } from "../../services/gateway/http/failure.ts";
import { Bus } from "../../shared/bus/nats.ts";
import { boundedPackets } from "../../shared/bus/packets.ts";
import { diff } from "../../shared/domain/graph/diff/diff.ts";
import { simulate } from "../../shared/domain/graph/simulate.ts";
import type { Graph } from "../../shared/domain/graph/types.ts";
import { edge, end, graphOf, node } from "../support/sampleGraphs.ts";
import { type Server, startServer } from "../support/servers.ts";

/** Responses of megabytes with NATS's default limit of 1 MiB (shared/bus/packets.ts). */
let nats: Server | null;
let asking: ServiceBroker;
let answering: ServiceBroker;
let answer: unknown;

beforeAll(async () => {
  nats = await startServer("nats-server");
  [asking, answering] = [await start("asking"), await start("answering")];
  await asking.waitForServices("answering");
});

afterAll(async () => {
  await Promise.all([asking?.stop(), answering?.stop()]);
  await nats?.stop();
});

async function start(nodeId: string): Promise<ServiceBroker> {
  const transporter = new Bus({ url: nats?.url }) as never;
  const middlewares = [boundedPackets()];
  const broker = new ServiceBroker({
    nodeID: nodeId,
    namespace: `packets-${process.pid}`,
    logger: false,
    transporter,
    middlewares,
  });
  broker.createService({ name: nodeId, actions: { ask: () => answer } });
  await broker.start();
  return broker;
}

async function ask(given: unknown): Promise<unknown> {
  answer = given;
  return asking.call("answering.ask");
}

const list = <T>(count: number, make: (index: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));
/** Incompressible text. */
const noise = (length: number) => randomBytes(length).toString("base64").slice(0, length);
const today = "2026-06-01";

test("delivers a simulation that repeats long answers a hundred times", async () => {
  const texts = list(12, (at) => node(`q${at}`, "long_text", { max_length: 20_000 }));
  const screens = list(28, (at) => node(`s${at}`, "welcome_screen"));
  const nodes = [...texts, ...screens, end()];
  const edges = nodes.slice(0, -1).flatMap(({ id }, at) => {
    const to = nodes[at + 1]?.id ?? "end";
    const read = list(at < 12 ? 0 : 6, (of) => ({ type: "answer" as const, node_id: `q${(at * 7 + of) % 12}` }));
    return [...read.map((left) => edge(id, to, { left, op: "eq", right: "x" })), edge(id, to)];
  });
  const answers = Object.fromEntries(texts.map(({ id }) => [id, noise(20_000)]));
  const simulation = simulate(graphOf(nodes, edges) as Graph, { answers, today });
  expect(JSON.stringify(simulation).length).toBeGreaterThan(3 * 1024 ** 2);
  expect(await ask(simulation)).toEqual(simulation);
});

/** A draft of text within its limits. */
const described = (): Graph => {
  const nodes = list(190, (at) => ({
    id: `q${at}`,
    question_type: "short_text",
    data: { description: noise(5_000) },
  }));
  return { schema_version: "2.0", entry_node_id: "q0", nodes, edges: [] };
};

test("responds with 400 to incompressible changes, and the bus keeps working", async () => {
  const changes = diff({ title: "A", graph: described() }, { title: "A", graph: described() });
  const bytes = Buffer.byteLength(JSON.stringify(changes));
  // the comparison itself accepts this (services/forms/analysis/worker.ts)
  expect([bytes > 1024 ** 2, bytes < 4 * 1024 ** 2]).toEqual([true, true]);
  const error = await ask(changes).catch((refusal) => refusal);
  const detail = expect.stringMatching(/^The response is too large\. /);
  expect(failureOf(error, "a-request")).toMatchObject({ status: 400, body: { detail }, isOurs: false });
  expect(await ask("small")).toBe("small");
});

test("carries a reply of 4 MiB as one message, and refuses a longer one however well it compresses", async () => {
  // the rest of its message is small
  const text = "long".repeat(1024 ** 2 - 1024);
  expect((await ask(text)) === text).toBe(true);
  await expect(ask(`${text}${"x".repeat(4096)}`)).rejects.toMatchObject({ code: 400, type: "ANSWER_TOO_LARGE" });
  expect(await ask("small")).toBe("small");
});

test("skips an unreadable packet and reads the next ones", async () => {
  const stranger = await connect({ servers: nats?.url ?? "" });
  for (const text of ["", "b", "bbbb", "no JSON", "null"])
    stranger.publish(`MOL-packets-${process.pid}.REQ.answering`, text);
  await stranger.flush();
  await stranger.close();
  expect(await ask("heard")).toBe("heard");
});
