import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { ServiceBroker } from "moleculer";
import { forgetNode } from "../../shared/bus/internals.ts";
import { largeResults, streamOf } from "../../shared/bus/largeResults.ts";
import { Bus } from "../../shared/bus/nats.ts";
import { boundedPackets } from "../../shared/bus/packets.ts";
import { type Server, startServer } from "../support/servers.ts";

/** Results that no message carries, with NATS's default limit of 1 MiB (shared/bus/largeResults.ts). */
let nats: Server | null;
let asking: ServiceBroker;
let earlier: ServiceBroker;
let answering: ServiceBroker;
let answer: unknown;

beforeAll(async () => {
  nats = await startServer("nats-server");
  const joining = [boundedPackets(), largeResults()];
  asking = await start("asking", joining);
  answering = await start("answering", [boundedPackets(), largeResults()]);
  earlier = await start("earlier", [boundedPackets()]);
  await Promise.all([asking, earlier].map((broker) => broker.waitForServices("answering")));
});

afterAll(async () => {
  await Promise.all([asking, earlier, answering].map((broker) => broker?.stop()));
  await nats?.stop();
});

async function start(nodeId: string, middlewares: ReturnType<typeof largeResults>[]): Promise<ServiceBroker> {
  const transporter = new Bus({ url: nats?.url }) as never;
  const namespace = `large-results-${process.pid}`;
  const broker = new ServiceBroker({ nodeID: nodeId, namespace, logger: false, transporter, middlewares });
  broker.createService({ name: nodeId, actions: { ask: () => answer } });
  await broker.start();
  return broker;
}

const ask = (broker = asking): Promise<unknown> => broker.call("answering.ask", {}, { timeout: 20_000 });
/** Incompressible text. */
const noise = (bytes: number) => randomBytes((bytes * 3) / 4).toString("base64");
const mebibyte = 1024 * 1024;

test("a text of 8 MiB arrives, alone and in an object", async () => {
  answer = `"Grüße"\n${noise(8 * mebibyte)}`;
  expect((await ask()) === answer).toBe(true);
  const tagged = { etag: '"1"', value: answer, language: "de", none: null };
  answer = tagged;
  expect(JSON.stringify(await ask()) === JSON.stringify(tagged)).toBe(true);
});

test("a caller that doesn't join pieces gets one message", async () => {
  answer = { value: "long ".repeat(mebibyte / 4) };
  expect(await ask(earlier)).toEqual(answer);
  answer = noise(4 * mebibyte);
  await expect(ask(earlier)).rejects.toMatchObject({ type: "ANSWER_TOO_LARGE" });
});

test("a text above 32 MiB is refused", async () => {
  answer = "long".repeat(8 * mebibyte + 1);
  await expect(ask()).rejects.toMatchObject({ type: "ANSWER_TOO_LARGE" });
});

test("a call whose copy leaves between two pieces is rejected, so that it can be repeated", async () => {
  answer = noise(8 * mebibyte);
  const called = ask();
  const { transit } = asking;
  const receive = transit?.responseHandler.bind(transit);
  if (!transit || !receive) throw new Error("no transit");
  let pieces = 0;
  transit.responseHandler = (packet) => {
    receive(packet);
    pieces += 1;
    if (pieces === 3) forgetNode(transit, "answering");
  };
  await expect(called).rejects.toMatchObject({ type: "REQUEST_REJECTED" });
  transit.responseHandler = receive;
});

test("each piece has a turn of its own", async () => {
  let turns = 0;
  let isRunning = true;
  const count = () => {
    turns += 1;
    if (isRunning) setImmediate(count);
  };
  setImmediate(count);
  const pieces = await streamOf(Buffer.alloc(mebibyte)).toArray();
  isRunning = false;
  expect(pieces).toHaveLength(16);
  expect(turns).toBeGreaterThanOrEqual(16);
});
