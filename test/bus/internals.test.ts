import { readFileSync } from "node:fs";
import { setImmediate } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { Errors, ServiceBroker } from "moleculer";
import { connect } from "nats";
import * as internals from "../../shared/bus/internals.ts";

import { Bus } from "../../shared/bus/nats.ts";
import { boundedPackets } from "../../shared/bus/packets.ts";
import { type Server, startServer } from "../support/servers.ts";

/**
 * Undocumented fields of Moleculer in shared/bus/internals.ts. When a new version of Moleculer fails here, check each field in
 * it, then update the version below.
 */
const version = "0.15.2";

let nats: Server | null;
let asking: ServiceBroker;
let answering: ServiceBroker;

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
  const bus = new Bus({ url: nats?.url });
  const namespace = `internals-${process.pid}`;
  const transporter = bus as never;
  const broker = new ServiceBroker({
    nodeID: nodeId,
    namespace,
    logger: false,
    transporter,
    middlewares: [boundedPackets()],
  });
  const fail = () => Promise.reject(new Errors.MoleculerError("No."));
  broker.createService({ name: nodeId, actions: { wait: () => new Promise(() => undefined), fail } });
  await broker.start();
  return broker;
}

test("the version of Moleculer is the checked one", () => {
  const path = "../../node_modules/moleculer/package.json";
  expect(JSON.parse(readFileSync(new URL(path, import.meta.url), "utf8")).version).toBe(version);
});

test("failPending rejects a pending call and returns its node", async () => {
  const called = asking.call("answering.wait");
  const id = internals.contextOf(called)?.id ?? "";
  expect(internals.failPending(asking.transit, id, ({ action, nodeID }) => new Error(`${action.name} ${nodeID}`))).toBe(
    "answering",
  );
  await expect(called).rejects.toThrow("answering.wait answering");
  expect(internals.failPending(asking.transit, id, () => new Error("again"))).toBeNull();
});

test("recognizes calls to one node and failures", async () => {
  const packets: internals.Packet[] = [];
  for (const { transit } of [asking, answering]) {
    const bus = transit?.tx as unknown as Bus;
    const send = bus.send.bind(bus);
    bus.send = (topic, data, meta) => {
      if (meta?.packet) packets.push(meta.packet);
      return send(topic, data, meta);
    };
  }
  await expect(asking.call("answering.fail")).rejects.toThrow("No.");
  const calls = packets.filter((packet) => internals.requestId(packet) !== undefined);
  expect(calls.map(({ type, target }) => [type, target])).toEqual([["REQ", "answering"]]);
  const failures = packets.filter((packet) => internals.isFailure(packet));
  expect(failures.map(({ type, payload }) => [type, payload.id])).toEqual([["RES", calls[0]?.payload.id]]);
});

test("reads the server's message limit and the available nodes", async () => {
  expect(internals.maxPayload(asking)).toBe(1024 * 1024);
  expect(internals.maxPayload(undefined)).toBe(Number.POSITIVE_INFINITY);
  expect(internals.isAvailable(asking, "answering.wait")).toBe(true);
  expect(internals.isAvailable(asking, "nobody.is")).toBe(false);
});

test("offersEverywhere checks all available copies of a service", async () => {
  expect(internals.offersEverywhere(asking, "answering", "answering.wait")).toBe(true);
  // an older copy of the same service
  const older = asking.createService({ name: "answering", version: 0, actions: { fail: () => null } });
  await asking.waitForServices({ name: "answering", version: 0 });
  expect(internals.offersEverywhere(asking, "answering", "answering.wait")).toBe(false);
  await asking.destroyService(older);
  expect(internals.offersEverywhere(asking, "answering", "answering.wait")).toBe(true);
});

test("nodesWith names the available copies of a service that offer an action", async () => {
  expect(internals.nodesWith(asking, "answering", "answering.wait")).toEqual(["answering"]);
  expect(internals.nodesWith(asking, "answering", "answering.none")).toEqual([]);
});

test("removes a lost node until both meet again", async () => {
  const { transit } = asking;
  if (!transit) throw new Error("There is no bus.");
  internals.forgetNode(transit, "answering");
  expect(internals.isAvailable(asking, "answering.wait")).toBe(false);
  await internals.rediscover(transit);
  await asking.waitForServices("answering", 5_000);
});

test("sends all messages of an event loop turn together, in order, and before disconnecting", async () => {
  const bus = new Bus({ url: nats?.url });
  bus.init(
    { broker: asking, logger: asking.logger, discoverer: { sendLocalNodeInfo: async () => undefined } } as never,
    (() => Promise.resolve()) as never,
    (() => undefined) as never,
  );
  await bus.connect();
  // it checks its rights first
  await bus.waitsFor();
  const { client } = bus;
  if (!client) throw new Error("There is no connection.");
  const heard: string[] = [];
  // the bus doesn't hear itself
  const other = await connect({ servers: nats?.url ?? "" });
  other.subscribe("turn", { callback: (_error, { data }) => heard.push(Buffer.from(data).toString()) });
  await other.flush();
  const before = client.stats().outMsgs;
  for (const text of ["a", "b", "c"]) await bus.send("turn", Buffer.from(text));
  expect(client.stats().outMsgs).toBe(before);
  await setImmediate();
  expect(client.stats().outMsgs).toBe(before + 3);
  await client.flush();
  await other.flush();
  expect(heard).toEqual(["a", "b", "c"]);

  await bus.send("turn", Buffer.from("last"));
  await bus.disconnect();
  expect(client.stats().outMsgs).toBe(before + 4);
  await other.close();
});
