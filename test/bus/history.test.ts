import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { client, expecting, publishForm } from "../support/api.ts";
import { type BusReplies, watchReplies } from "../support/busReplies.ts";
import { connected } from "../support/postgres.ts";
import { type Product, startProduct } from "../support/product.ts";
import { chain, node } from "../support/sampleGraphs.ts";
import { register, type Stage } from "../support/stage.ts";

/** The longest history of a response (features §18.1), with a process per service. */
let product: Product;
let owner: Stage["owner"];
let replies: BusReplies;
let slug: string;

const mebibyte = 1024 * 1024;
const editKey = "a-key-of-the-client-0123456789";
const ids = Array.from({ length: 48 }, (_, at) => `q${at}`);
/** 240 kB that don't compress */
const newAnswers = () => Object.fromEntries(ids.map((id) => [id, randomBytes(2_500).toString("hex")]));

beforeAll(async () => {
  product = await startProduct({ way: "many", others: ["auth", "forms", "integrations"] });
  owner = await register(product.url);
  replies = await watchReplies(product.nats?.url ?? "");
  slug = await publishForm(owner, chain(...ids.map((id) => node(id, "long_text"))));
  await expecting(200, owner.patch(`/api/v2/form/${slug}/`, { edit_window_minutes: 30 }));
}, 120_000);
afterAll(async () => {
  await replies?.close();
  await product?.stop();
}, 60_000);

const respondent = () => client({}, product.url);

async function completed(): Promise<string> {
  const { body } = await expecting(201, respondent().post(`/api/v2/r/${slug}/start/`, { edit_key: editKey }));
  const answers = Object.entries(newAnswers()).map(([nodeId, value]) => ({ node_id: nodeId, value }));
  const path = `/api/v2/r/session/${body.id}/answers/?complete=true`;
  await expecting(200, respondent().post(path, { answers }));
  return body.id;
}

const edit = (session: string) =>
  respondent().put(
    `/api/v2/r/session/${session}/edit/`,
    { answers: newAnswers() },
    { headers: { "edit-key": editKey } },
  );
const pathOf = (session: string) => `/api/v2/form/${slug}/responses/${session}/`;

/** Adds revisions as the edits before made them, which would take a minute. */
async function addRevisions(session: string, count: number): Promise<void> {
  const [one, other] = [newAnswers(), newAnswers()];
  const changes = ids.map((id) => ({ node_id: id, before: one[id], after: other[id] }));
  await connected(product.database.url, async (database) => {
    await database.query(
      `insert into sessions.revisions (session_id, revision, edited_at, editor, changes)
        select $1, number + 1, now(), '{"kind":"respondent","name":null}', $2::json from generate_series(1, $3::int) number`,
      [session, JSON.stringify(changes), count],
    );
    await database.query("update sessions.sessions set answers_revision = $2 where id = $1", [session, count + 1]);
  });
}

test("edits end at 16 MiB of revisions, which the owner reads without a large message on the bus", async () => {
  const session = await completed();
  await addRevisions(session, 33);
  await expecting(200, edit(session));
  const refused = await expecting(409, edit(session));
  expect(refused.body.detail).toBe("The revisions of a response have at most 16 MiB together.");
  const also = await expecting(409, owner.patch(`${pathOf(session)}answers/`, { answers: newAnswers() }));
  expect(also.body).toEqual(refused.body);

  const texts = await Promise.all(
    Array.from({ length: 5 }, async () => {
      const headers = { authorization: `Bearer ${owner.key}` };
      const found = await fetch(`${product.url}${pathOf(session)}history/`, { headers });
      expect([found.status, found.headers.get("content-type")]).toEqual([200, "application/json; charset=utf-8"]);
      return found.text();
    }),
  );
  expect(new Set(texts).size).toBe(1);
  const [text = ""] = texts;
  const history: { revision: number; changes: object[] }[] = JSON.parse(text);
  expect(history.map(({ revision }) => revision)).toEqual(Array.from({ length: 34 }, (_, at) => at + 2));
  expect(history.every(({ changes }) => changes.length === ids.length)).toBe(true);
  const { length } = Buffer.from(text);
  expect([length > 15 * mebibyte, length <= 16.1 * mebibyte]).toEqual([true, true]);
  const { "sessions.historyPiece": piece, ...others } = replies.largest();
  expect(piece?.message).toBeGreaterThan(400 * 1024);
  expect(others).toHaveProperty(["analytics.historyPiece"]);
  const large = Object.entries({ ...others, piece }).filter(([, sizes]) => (sizes?.reply ?? 0) > mebibyte);
  expect(large).toEqual([]);
}, 120_000);

test("a history without corrections is empty, and one of a session that isn't there is 404", async () => {
  const session = await completed();
  expect((await expecting(200, owner.get(`${pathOf(session)}history/`))).body).toEqual([]);
  await expecting(404, owner.get(`${pathOf("01a22d08-604a-7b17-8292-406ed8e7399d")}history/`));
});
