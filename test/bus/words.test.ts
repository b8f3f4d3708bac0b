import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type Context, ServiceBroker } from "moleculer";
import type { Needs } from "../../shared/api/access/allows.ts";
import { Bus } from "../../shared/bus/nats.ts";
import { queryRule } from "../../shared/bus/queryRule.ts";
import { knownWords, wordsMetadata } from "../../shared/bus/words.ts";
import { Closed, Type } from "../../shared/domain/schema.ts";
import { type Server, startServer } from "../support/servers.ts";

/** Copies of several releases, which say what they were asked for. */
const format = Type.Optional(Type.Enum(["csv", "json"]));
const personal = Type.Optional(Type.Enum(["omit"]));
const rule = queryRule(Closed({ format, personal, tag: Type.Optional(Type.Array(Type.String())) }));
const copies: Record<string, { metadata?: object; actions?: string[]; query?: object | string }> = {
  now: { metadata: wordsMetadata, query: rule },
  // announces nothing, and has an action that came with the need
  before: { actions: ["exportDraft"], query: "object" },
  first: { query: "object" },
  // its action takes no query
  none: {},
  next: {
    metadata: { needs: [...wordsMetadata.needs, "tea:drink"] },
    query: queryRule(Closed({ format: Type.Enum(["csv", "json", "tea"]), sugar: Type.Integer() })),
  },
};
let nats: Server | null;
const brokers: ServiceBroker[] = [];
let gateway: ServiceBroker;

beforeAll(async () => {
  nats = await startServer("nats-server");
  const locate = ({ params }: Context<{ caller: { needs: Needs } }>) => params.caller.needs;
  for (const [id, { metadata = {}, actions = [], query }] of Object.entries(copies)) {
    const more = Object.fromEntries(actions.map((name) => [name, { params: { slug: "string" }, handler: locate }]));
    const broker = await start(id, metadata, []);
    const list = {
      ...(query && { params: { query } }),
      handler: ({ params }: Context<{ query: object }>) => params.query,
    };
    broker.createService({ name: "forms", actions: { locate, list, ...more } as never });
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

const listed = (nodeId: string, query: object): Promise<object> =>
  gateway.call("forms.list", { caller: { needs: ["forms:read"] }, query }, { nodeID: nodeId });

test.each([
  { query: { format: "json", tag: ["a", "b"] }, known: ["now", "before", "first"] },
  { query: { format: "csv" }, known: ["now", "before", "first", "next"] },
  { query: { format: "tea", sugar: 2 }, known: ["before", "first", "next"] },
  { query: { personal: "omit" }, known: ["now", "before"] },
  { query: { personal: undefined }, known: ["now", "before", "first", "none", "next"] },
  { query: {}, known: ["now", "before", "first", "none", "next"] },
])("sends the query $query only to copies that know its words", async ({ query, known }) => {
  const taken: string[] = [];
  for (const copy of Object.keys(copies)) {
    const refused = await listed(copy, query).then(
      () => null,
      (error) => error,
    );
    if (refused) expect(refused).toMatchObject({ code: 503, type: "UNAVAILABLE" });
    else taken.push(copy);
  }
  expect(taken).toEqual(known);
});
