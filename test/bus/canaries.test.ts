import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { Redis } from "ioredis";
import pg from "pg";
import { type Client, client, cookieOf, expecting } from "../support/api.ts";
import { type BucketServer, hasBucket, startBucket } from "../support/bucket.ts";
import { eventually } from "../support/eventually.ts";
import { migratedDatabase } from "../support/postgres.ts";
import { type Product, startProduct } from "../support/product.ts";
import { rowsWith } from "../support/rowsWith.ts";
import { chain, node, survey } from "../support/sampleGraphs.ts";
import { type Server, startOwnServer } from "../support/servers.ts";

/** Erasing a response leaves nothing that its respondent or owner wrote in tables, files, a bucket, Redis or logs (features §10). */
const canary = "cnry";
const editKey = `${canary}editkey-0123456789-abcdef`;

const graph = () => {
  const [name, color, age] = survey().nodes;
  const pets = { fields: [{ key: "pet", title: "Pet", question_type: "short_text" }] };
  const asked = [name, color, age].flatMap((one) => (one ? [one] : []));
  const list = node("list", "file_upload", { accept: ["text/csv"] });
  return { ...chain(...asked, node("more", "long_text"), node("pets", "records", pets), list), hidden_fields: ["ref"] };
};

describe.each(["directory", ...(hasBucket ? ["bucket"] : [])])("with files in a %s", (kind) => {
  let folder: string;
  let product: Product;
  let bucket: BucketServer | null = null;
  let redis: Server;
  let admin: pg.Client;
  let counts: Redis;
  let by: (headers?: Record<string, string>) => Client;
  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "pathform-canaries-"));
    if (kind === "bucket") bucket = await startBucket(folder);
    redis = await startOwnServer("redis-server");
    counts = new Redis(redis.url);
    const database = await migratedDatabase();
    const uploads = bucket ? { UPLOADS: bucket.url, ...bucket.env } : { UPLOADS: folder };
    const env = { ...uploads, REDIS_URL: redis.url, RATE_LIMITS: "on", LOG_LEVEL: "trace", DELIVERY_SCHEDULE: "1s,1h" };
    product = await startProduct({ way: "one", database, env });
    by = (headers = {}) => client(headers, product.url, false);
    admin = new pg.Client({ connectionString: database.url });
    await admin.connect();
  }, 120_000);
  afterAll(async () => {
    await admin?.end();
    counts?.disconnect();
    await product?.stop();
    await redis?.stop();
    await bucket?.stop();
    rmSync(folder, { recursive: true });
  }, 60_000);

  test("nothing is left", async () => {
    const me = await owner(by);
    const slug = await publish(me);
    const id = await answer(by, slug);
    const path = `/api/v2/form/${slug}/responses/${id}/`;
    await change(me, by, path, id);
    // the index and the queue have it
    await eventually(async () => {
      const { body } = await expecting(200, me.get(`/api/v2/form/${slug}/responses/?search=${canary}third`));
      expect(body.count).toBe(1);
      expect((await expecting(200, me.get(`${path}deliveries/`))).body.length).toBeGreaterThan(1);
    });
    await expecting(200, me.get(`/api/v2/form/${slug}/responses/export/?answer.name=${canary}third&format=json`));
    expect(await rowsWith(admin, canary)).not.toEqual({});
    expect(filesWith(folder, canary)).not.toEqual([]);

    await expecting(204, me.delete(path));
    await eventually(async () => expect(await rowsWith(admin, canary)).toEqual({}), 30);
    await eventually(async () => expect(filesWith(folder, canary)).toEqual([]), 30);
    const kept = await everythingIn(counts);
    expect(kept.length).toBeGreaterThan(0);
    expect(kept.filter((text) => text.includes(canary))).toEqual([]);
    const tombstones = await rowsWith(admin, id);
    for (const table of ["sessions.sessions", "sessions.visits", "sessions.revisions", "analytics.search"])
      expect(tombstones).not.toHaveProperty(table);
    const logs = [...product.processes.values()].map(({ log }) => readFileSync(log, "utf8")).join("\n");
    expect([logs.includes("analytics.eraseResponse"), logs.includes(canary)]).toEqual([true, false]);
  }, 120_000);
});

async function owner(by: (headers?: Record<string, string>) => Client): Promise<Client> {
  const credentials = { email: "mira@example.com", password: "correct horse battery", name: "Mira" };
  return by({ cookie: cookieOf(await expecting(201, by().post("/api/auth/register/", credentials))) });
}

/** Publishes a form with an integration. Deliveries that fail keep what they would send. */
async function publish(me: Client): Promise<string> {
  const form = { title: "Canaries", edit_window_minutes: 60 };
  const { slug } = (await expecting(201, me.post("/api/v2/form/", form))).body;
  await expecting(200, me.put(`/api/v2/form/${slug}/draft/`, { graph: graph() }));
  await expecting(201, me.post(`/api/v2/form/${slug}/publish/`));
  const hook = { name: "Unreachable", config: { url: "https://127.0.0.1:1/receiver" } };
  const { body: integration } = await expecting(201, me.post("/api/integrations/webhook/", hook));
  const events = ["session.completed", "session.updated"];
  await expecting(201, me.post(`/api/v2/form/${slug}/integrations/`, { integration_id: integration.id, events }));
  return slug;
}

/** Answers with canaries in each way: hidden field, user agent, single answer, several, rows, and a file. */
async function answer(by: (headers?: Record<string, string>) => Client, slug: string): Promise<string> {
  const device = by({ "user-agent": `Browser/1.0 (${canary}agent)` });
  const begun = { edit_key: editKey, hidden: { ref: `${canary}hidden` } };
  const { id } = (await expecting(201, device.post(`/api/v2/r/${slug}/start/`, begun))).body;
  const session = `/api/v2/r/session/${id}/`;
  const next = (nodeId: string, value: unknown) =>
    expecting(200, device.post(`${session}next/`, { node_id: nodeId, value }));
  await next("name", `${canary}first`);
  const answers = [
    { node_id: "color", value: "red" },
    { node_id: "age", value: 30 },
    { node_id: "more", value: `${canary}batch` },
  ];
  await expecting(200, device.post(`${session}answers/`, { answers }));
  await next("pets", [{ pet: `${canary}pet` }]);
  const data = new FormData();
  data.append("file", new Blob([`name\n${canary}cell\n`], { type: "text/csv" }), `${canary}file.csv`);
  const encoded = new Response(data);
  const raw = new Uint8Array(await encoded.arrayBuffer());
  const headers = { "content-type": encoded.headers.get("content-type") ?? "" };
  const { body: file } = await expecting(
    201,
    device.post(`${session}upload/?node_id=list`, undefined, { raw, headers }),
  );
  await next("list", [file.url]);
  await expecting(200, device.post(`${session}complete/`));
  return id;
}

/** Corrects, edits and annotates the response with canaries. */
async function change(
  me: Client,
  by: (headers?: Record<string, string>) => Client,
  path: string,
  id: string,
): Promise<void> {
  const correction = { answers: { name: `${canary}second` }, reason: `${canary}reason` };
  await expecting(200, me.patch(`${path}answers/`, correction, { headers: { "idempotency-key": `${canary}key` } }));
  const edited = { answers: { name: `${canary}third` } };
  await expecting(200, by({ "edit-key": editKey }).put(`/api/v2/r/session/${id}/edit/`, edited));
  const annotations = { tags: [`${canary}tag`], note: `${canary}note`, is_flagged: true };
  await expecting(200, me.put(`${path}annotations/`, annotations));
}

/** Returns the files of a folder whose name, or content, has a text. */
function filesWith(folder: string, text: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .map((entry) => ({ path: join(entry.parentPath, entry.name), isFile: entry.isFile() }))
    .filter(({ path, isFile }) => path.slice(folder.length).includes(text) || (isFile && hasText(path, text)))
    .map(({ path }) => path);
}

/** A file can be removed between both calls. */
function hasText(path: string, text: string): boolean {
  try {
    return readFileSync(path).includes(text);
  } catch {
    return false;
  }
}

/** Returns all keys of Redis, each with its value. */
async function everythingIn(redis: Redis): Promise<string[]> {
  const keys = await redis.keys("*");
  return Promise.all(keys.map(async (key) => `${key}: ${await redis.dump(key)}`));
}
