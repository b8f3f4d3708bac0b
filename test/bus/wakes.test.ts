import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { ServiceBroker } from "moleculer";
import { Bus } from "../../shared/bus/nats.ts";
import { wokenLoops, workEvents } from "../../shared/bus/wakes.ts";
import { type Loop, openLoop, tellCopies } from "../../shared/platform/loop.ts";
import { type Server, startServer } from "../support/servers.ts";

/** Loops that sleep for an hour are woken over the bus. */
let nats: Server;
const brokers: ServiceBroker[] = [];
let loop: Loop;
let runs = 0;
let ran = Promise.withResolvers<void>();

/** Resolves with the number of runs when there are more. */
async function nextRun(): Promise<number> {
  await ran.promise;
  return runs;
}

beforeAll(async () => {
  nats = await startServer("nats-server");
  loop = openLoop({
    name: "copied.work",
    interval: 3_600_000,
    onError: () => undefined,
    async work() {
      runs += 1;
      ran.resolve();
      ran = Promise.withResolvers();
      return false;
    },
  });
});
afterAll(async () => {
  await loop?.stop();
  await Promise.all(brokers.map((broker) => broker.stop()));
  await nats?.stop();
});

async function start(nodeId: string, isCopy = false): Promise<ServiceBroker> {
  const broker = new ServiceBroker({
    nodeID: nodeId,
    namespace: `wakes-${process.pid}`,
    logger: false,
    transporter: new Bus({ url: nats.url }) as never,
    middlewares: isCopy ? [] : [wokenLoops()],
  });
  if (isCopy) broker.createService({ name: "copied", events: workEvents("copied") });
  await broker.start();
  brokers.push(broker);
  return broker;
}

test("a loop is woken when a process comes, is told by another copy, and when that process goes", async () => {
  const woken = nextRun();
  const asking = await start("asking");
  await woken;

  const came = nextRun();
  const copy = await start("copy", true);
  await asking.waitForServices("copied");
  const before = await came;

  // only the copy has the event, so the wake comes over the bus
  const told = nextRun();
  tellCopies("copied.work");
  expect(await told).toBeGreaterThan(before);

  const gone = nextRun();
  await copy.stop();
  brokers.splice(brokers.indexOf(copy), 1);
  expect(await gone).toBeGreaterThan(await told);
});
