import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type Context, ServiceBroker } from "moleculer";
import type { Needs } from "../../shared/api/access/allows.ts";
import { Bus } from "../../shared/bus/nats.ts";
import { knownWords, wordsMetadata } from "../../shared/bus/words.ts";
import { type Server, startServer } from "../support/servers.ts";

/** Copies of several releases, which say what they were asked for. */
const copies: Record<string, { metadata?: object; actions?: string[] }> = {
  now: { metadata: wordsMetadata },
  // announces nothing, and has an action that came with the need
  before: { actions: ["exportDraft"] },
  first: {},
  next: { metadata: { needs: [...wordsMetadata.needs, "tea:drink"] } },
};
let nats: Server | null;
const brokers: ServiceBroker[] = [];
let gateway: ServiceBroker;

beforeAll(async () => {
  nats = await startServer("nats-server");
  const locate = ({ params }: Context<{ caller: { needs: Needs } }>) => params.caller.needs;
  for (const [id, { metadata = {}, actions = [] }] of Object.entries(copies)) {
    const more = Object.fromEntries(actions.map((name) => [name, { params: { slug: "string" }, handler: locate }]));
    const broker = await start(id, metadata, []);
    broker.createService({ name: "forms", actions: { locate, ...more } });
  }
  gateway = await start("gateway", wordsMetadata, [knownWords()]);
  await gateway.waitForServices("forms");
  for (const id of Object.keys(copies)) await gateway.ping(id);
});

afterAll(async () => {
  await Promise.all(brokers.map((broker) => broker.stop()));
  await nats?.stop();
});

async function start(id: string, metadata: object, middlewares: object[]): Promise<ServiceBroker> {
  const transporter = new Bus({ url: nats?.url }) as never;
  const namespace = `words-${process.pid}`;
  const broker = new ServiceBroker({ nodeID: id, namespace, logger: false, transporter, metadata, middlewares });
  brokers.push(broker);
  await broker.start();
  return broker;
}

const asked = (nodeId: string, needs: string[]): Promise<string[]> =>
  gateway.call("forms.locate", { caller: { needs } }, { nodeID: nodeId });

test.each([
  { copy: "now", needs: ["responses:read_anonymous"] },
  { copy: "before", needs: ["responses:read_anonymous"] },
  { copy: "next", needs: ["responses:read_anonymous"] },
  { copy: "first", needs: ["responses:read"] },
])("asks the copy $copy for $needs where responses without personal data are needed", async ({ copy, needs }) => {
  expect(await asked(copy, ["forms:read", "responses:read_anonymous"])).toEqual(["forms:read", ...needs]);
});

test.each([...wordsMetadata.needs].filter((need) => need !== "responses:read_anonymous"))(
  "asks each copy for %s",
  async (need) => {
    for (const copy of Object.keys(copies)) expect([copy, await asked(copy, [need])]).toEqual([copy, [need]]);
  },
);

test("sends a need without a wider right only to copies that know it", async () => {
  expect(await asked("next", ["tea:drink"])).toEqual(["tea:drink"]);
  for (const copy of ["now", "before", "first"])
    await expect(asked(copy, ["tea:drink"])).rejects.toMatchObject({ code: 503, type: "UNAVAILABLE" });
});
