import pg from "pg";
import { type Client, client, cookieOf, expecting, unique } from "../support/api.ts";
import { eventually } from "../support/eventually.ts";
import { images } from "../support/images.ts";
import { type Product, startProduct, type Way } from "../support/product.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";
import { rowsWith } from "../support/rowsWith.ts";
import { chain, node } from "../support/sampleGraphs.ts";

/** Personal answers alone are deleted after `personal_retention_days` (wants §21.5), on a server whose days last a second. */
declare const way: Way;
const secret = "Byronsecretword";
let product: Product;
let me: Client;
let slug: string;
let receiver: Receiver;
let database: pg.Client;
const at = () => `/api/v2/form/${slug}/`;

const personal = (one: ReturnType<typeof node>) => ({ ...one, data: { ...one.data, is_personal: true } });
const points = (value: string) => ({ value, label: value });
const graph = (isMarked = true) => ({
  ...chain(
    personal(node("name", "short_text", { unique: true })),
    personal(node("age", "number")),
    personal(node("photo", "file_upload")),
    personal(
      node("color", "multiple_choice", {
        options: [points("red"), points("blue")],
        scoring: { mode: "options", points: { red: 5, blue: 1 } },
      }),
    ),
    isMarked ? node("why", "short_text") : personal(node("why", "short_text")),
  ),
  calculations: [
    {
      key: "years",
      title: "Years",
      value: { answer: "age" },
      bands: [
        { key: "young", from: 0, to: 40, label: "Young" },
        { key: "old", from: 41, to: 200, label: "Old" },
      ],
    },
  ],
});

beforeAll(async () => {
  const env = { SIGNUP: "open", RETENTION_DAY_SECONDS: "1", ALLOW_PRIVATE_DESTINATIONS: "true" };
  product = await startProduct({ way, env });
  receiver = await startReceiver();
  database = new pg.Client({ connectionString: product.database.url });
  await database.connect();
  const body = { email: `${unique()}@example.com`, password: "correct horse battery", name: "Ada" };
  const registered = await eventually(
    () => expecting(201, client({}, product.url).post("/api/auth/register/", body)),
    30,
  );
  me = client({ cookie: cookieOf(registered) }, product.url);
  slug = (await eventually(() => expecting(201, me.post("/api/v2/form/", { title: "Kept" })), 30)).body.slug;
  await expecting(200, me.put(`${at()}draft/`, { graph: graph() }));
  await expecting(201, me.post(`${at()}publish/`));
  const hook = { name: "Hook", config: { url: `${receiver.url}/hook` } };
  const { id } = (await expecting(201, me.post("/api/integrations/webhook/", hook))).body;
  const events = ["session.completed", "session.updated"];
  await expecting(201, me.post(`${at()}integrations/`, { integration_id: id, events }));
}, 90_000);
afterAll(async () => {
  await database?.end();
  await receiver?.close();
  await product?.stop();
}, 30_000);

async function uploaded(session: string): Promise<string> {
  const data = new FormData();
  data.append("file", new Blob([images.gif]), `${secret}.gif`);
  const sent = new Response(data);
  const headers = { "content-type": sent.headers.get("content-type") ?? "" };
  const raw = new Uint8Array(await sent.arrayBuffer());
  const path = `/api/v2/r/session/${session}/upload/?node_id=photo`;
  return (await expecting(201, client({}, product.url).post(path, undefined, { raw, headers }))).body.url;
}

async function respond(name: string): Promise<{ id: string; file: string }> {
  const they = client({}, product.url);
  const { id } = (await expecting(201, they.post(`/api/v2/r/${slug}/start/`))).body;
  const next = (nodeId: string, value: unknown) =>
    expecting(200, they.post(`/api/v2/r/session/${id}/next/`, { node_id: nodeId, value }));
  await next("name", name);
  await next("age", 36);
  const file = await uploaded(id);
  await next("photo", [file]);
  await next("color", "red");
  await next("why", "It rained");
  await expecting(200, they.post(`/api/v2/r/session/${id}/complete/`));
  return { id, file };
}

const body = async (path: string) => (await expecting(200, me.get(path))).body;

test("deletes them everywhere, and keeps scores, bands, the path and other answers", async () => {
  const { id, file } = await respond(secret);
  const corrected = { answers: { name: `${secret} II`, why: "It snowed" } };
  await expecting(200, me.patch(`${at()}responses/${id}/answers/`, corrected));
  await eventually(() => expect(receiver.received).toHaveLength(2), 20);
  await eventually(async () => expect((await body(`${at()}responses/?search=${secret}`)).count).toBe(1), 20);
  const before = await body(`${at()}responses/${id}/`);
  expect(before).toMatchObject({ total_score: 5, calculations: { years: { value: 36, band: "young" } } });
  const columns = async () => (await body(`${at()}responses/export/?scores=true&personal=omit`)).split("\r\n");
  const table = await columns();

  expect((await expecting(200, me.patch(at(), { personal_retention_days: 1 }))).body.personal_retention_days).toBe(1);
  await eventually(async () => {
    const { answers } = await body(`${at()}responses/${id}/`);
    expect(answers.map(({ node_id }: { node_id: string }) => node_id)).toEqual(["why"]);
  }, 30);
  expect(await body(`${at()}responses/${id}/`)).toEqual({
    ...before,
    answers: before.answers.slice(-1),
    answers_count: 1,
  });
  expect((await columns()).map(withoutCount)).toEqual(table.map(withoutCount));
  expect(await body(`${at()}responses/${id}/history/`)).toMatchObject([{ changes: [{ node_id: "why" }] }]);
  await eventually(async () => {
    expect((await body(`${at()}responses/?search=${secret}`)).count).toBe(0);
    expect(await rowsWith(database, secret.toLowerCase())).toEqual({});
    expect(await rowsWith(database, secret)).toEqual({});
  }, 30);
  expect((await me.get(new URL(file).pathname)).status).toBe(404);
  const insights = await body(`${at()}insights/`);
  expect(insights.calculations).toMatchObject([{ key: "years", answers: 1 }]);
  expect(insights.score).toMatchObject({ max: 5 });
}, 120_000);

const withoutCount = (line: string) => line.split(",").toSpliced(4, 1).join();

test("frees a unique answer, and refuses corrections of what is left", async () => {
  const { id } = await respond(secret);
  await eventually(async () => expect((await body(`${at()}responses/${id}/`)).answers_count).toBe(1), 30);
  const { body: refused } = await expecting(
    409,
    me.patch(`${at()}responses/${id}/answers/`, { answers: { why: "It hailed" } }),
  );
  expect(refused.detail).toMatch(/^Personal answers of this response were deleted/);
}, 60_000);

test("tells the owner before and after", async () => {
  const { results } = await body("/api/account/notices/");
  const own = results
    .filter(({ kind }: { kind: string }) => kind === "retention")
    .map(({ message }: { message: string }) => message);
  expect(own.at(-1)).toMatch(/^Personal answers to “Kept” without activity for 1 day will be deleted, from /);
  expect(own.at(-2)).toBe(
    "Personal answers of 1 response to “Kept” were deleted, because the form keeps them for 1 day.",
  );
});

test("deletes answers to questions that became personal, a day later", async () => {
  const [{ id }] = (await body(`${at()}responses/`)).results;
  await expecting(200, me.put(`${at()}draft/`, { graph: graph(false) }));
  await expecting(201, me.post(`${at()}publish/`));
  await eventually(async () => expect((await body(`${at()}responses/${id}/`)).answers).toEqual([]), 30);
  expect(await body(`${at()}responses/${id}/`)).toMatchObject({
    total_score: 5,
    calculations: { years: { value: 36 } },
  });
}, 60_000);
