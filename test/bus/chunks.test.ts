import { randomBytes } from "node:crypto";
import type { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type Context, ServiceBroker } from "moleculer";
import { chunkMetadata, encodedChunks } from "../../shared/bus/chunks.ts";
import { streamOf } from "../../shared/bus/largeResults.ts";
import { Bus } from "../../shared/bus/nats.ts";
import { type Server, startServer } from "../support/servers.ts";

/** Streams over NATS, between nodes of this release and with one that sends and reads numbers alone. */
const bytes = randomBytes(200 * 1024);
let nats: Server | null;
let sent = 0;
const brokers: Record<string, ServiceBroker> = {};

beforeAll(async () => {
  nats = await startServer("nats-server");
  for (const id of ["one", "other"]) await start(id, { metadata: chunkMetadata, middlewares: [encodedChunks()] });
  await start("earlier", {});
  for (const broker of Object.values(brokers)) await broker.waitForServices(["one", "other", "earlier"]);
});

afterAll(async () => {
  await Promise.all(Object.values(brokers).map((broker) => broker.stop()));
  await nats?.stop();
});

async function start(id: string, options: object): Promise<void> {
  const bus = new Bus({ url: nats?.url });
  const send = bus.send.bind(bus);
  bus.send = (topic, data, meta) => {
    sent += data.length;
    return send(topic, data, meta);
  };
  const broker = new ServiceBroker({
    ...{ nodeID: id, namespace: `chunks-${process.pid}`, logger: false, transporter: bus as never },
    ...options,
  });
  const take = async (context: Context) => (await buffer(context.stream as Readable)).toString("hex");
  broker.createService({ name: id, actions: { give: () => streamOf(bytes), take } });
  await broker.start();
  brokers[id] = broker;
}

test.each([
  { from: "one", to: "other", most: 2 },
  { from: "one", to: "earlier", most: 5 },
  { from: "earlier", to: "one", most: 5 },
])("a stream from $from to $to arrives, and takes at most $most bytes a byte", async ({ from, to, most }) => {
  const caller = brokers[from] as ServiceBroker;
  sent = 0;
  expect(await caller.call(`${to}.take`, {}, { stream: streamOf(bytes) })).toBe(bytes.toString("hex"));
  expect((sent - 2 * bytes.length) / bytes.length).toBeLessThan(most);
  sent = 0;
  expect(await buffer(await caller.call(`${to}.give`))).toEqual(bytes);
  expect(sent / bytes.length).toBeLessThan(most);
});
