import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { ServiceBroker } from "moleculer";
import { avoidTimedOut } from "../../shared/bus/affinity.ts";
import { Bus } from "../../shared/bus/nats.ts";
import { type Server, startServer } from "../support/servers.ts";

/** Calls whose response never arrives, such as those that NATS lost. */
let nats: Server;
let answering: ServiceBroker;
const end = Promise.withResolvers<void>();
beforeAll(async () => {
  nats = await startServer("nats-server");
  answering = await start("answering");
});
afterAll(async () => {
  end.resolve();
  await answering?.stop();
  await nats?.stop();
});

async function start(nodeId: string): Promise<ServiceBroker> {
  const broker = new ServiceBroker({
    nodeID: nodeId,
    namespace: `timed-out-${process.pid}`,
    logger: false,
    transporter: new Bus({ url: nats.url }) as never,
    // longer than the test
    tracking: { enabled: true, shutdownTimeout: 600_000 },
    middlewares: [avoidTimedOut()],
  });
  const wait = { handler: () => end.promise };
  broker.createService({ name: nodeId, actions: { wait } } as never);
  await broker.start();
  return broker;
}

test("a stop doesn't wait for a call that timed out", async () => {
  const asking = await start("asking");
  await asking.waitForServices("answering");
  await expect(asking.call("answering.wait", {}, { timeout: 100 })).rejects.toMatchObject({ type: "REQUEST_TIMEOUT" });
  await asking.stop();
});
