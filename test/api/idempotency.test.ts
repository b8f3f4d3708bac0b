import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import {
  type Client,
  createForm,
  expecting,
  type Owner,
  owner,
  publishForm,
  saveDraft,
  signedIn,
} from "../support/api.ts";
import { eventually } from "../support/eventually.ts";
import { startReceiver } from "../support/receiver.ts";
import { survey } from "../support/sampleGraphs.ts";

/** `Idempotency-Key` on owners' POSTs (decisions §9.3). */
const formsPath = "/api/v2/form/";
let me: Owner;
beforeAll(async () => {
  me = await owner();
});

const under = (key: string) => ({ headers: { "idempotency-key": key } });
const replayed = (reply: { headers: Headers }) => reply.headers.get("idempotency-replayed");
const formsOf = async (by: Client): Promise<number> => (await by.get(formsPath)).body.count;

test("creates one form for two requests under one key, with equal responses", async () => {
  const by = await owner();
  const key = randomUUID();
  const first = await expecting(201, by.post(formsPath, { title: "Once" }, under(key)));
  const second = await expecting(201, by.post(formsPath, { title: "Once" }, under(key)));
  expect(second.body).toEqual(first.body);
  expect([replayed(first), replayed(second)]).toEqual([null, "true"]);
  expect(second.headers.get("content-type")).toBe(first.headers.get("content-type"));
  // white space and a slash make no difference
  const raw = { raw: '{ "title": "Once" }', headers: { "content-type": "application/json", "idempotency-key": key } };
  const third = await expecting(201, by.request("POST", formsPath.slice(0, -1), undefined, raw));
  expect(third.body).toEqual(first.body);
  expect(await formsOf(by)).toBe(1);
  // the key belongs to its caller (teams §20.12)
  const other = await expecting(201, signedIn(by.cookie).post(formsPath, { title: "Once" }, under(key)));
  expect(other.body.id).not.toBe(first.body.id);
});

test("returns 422 for another body, query or path under the key, and changes nothing", async () => {
  const by = await owner();
  const key = randomUUID();
  await expecting(201, by.post(formsPath, { title: "One" }, under(key)));
  await expecting(422, by.post(formsPath, { title: "Two" }, under(key)));
  await expecting(422, by.post(`${formsPath}?x=1`, { title: "One" }, under(key)));
  await expecting(422, by.post("/api/v2/theme/", { title: "One" }, under(key)));
  expect(await formsOf(by)).toBe(1);
  const [slug, other] = [await createForm(by), await createForm(by)];
  await expecting(400, by.post(`${formsPath}${slug}/publish/`, undefined, under("publish")));
  await expecting(422, by.post(`${formsPath}${other}/publish/`, undefined, under("publish")));
});

test("keeps keys of accounts apart", async () => {
  const [one, two] = [await owner(), await owner()];
  const first = await expecting(201, one.post(formsPath, { title: "Mine" }, under("the-same")));
  const second = await expecting(201, two.post(formsPath, { title: "Another" }, under("the-same")));
  expect(second.body.id).not.toBe(first.body.id);
  expect([replayed(second), await formsOf(one), await formsOf(two)]).toEqual([null, 1, 1]);
});

test("returns 409 while the first request is in progress, then its response", async () => {
  const { promise: arrived, resolve } = Promise.withResolvers<ServerResponse>();
  const receiver = await startReceiver(resolve);
  try {
    const hook = { name: "Held", config: { url: receiver.url } };
    const { body } = await expecting(201, me.post("/api/integrations/webhook/", hook));
    const send = () => me.post(`/api/integrations/webhook/${body.id}/test/`, undefined, under("held"));
    const first = send();
    const held = await arrived;
    await expecting(409, send());
    held.end("thanks");
    const { body: tested } = await expecting(200, first);
    const again = await expecting(200, send());
    expect(again.body).toEqual(tested);
    expect(replayed(again)).toBe("true");
    expect(receiver.received).toHaveLength(1);
  } finally {
    await receiver.close();
  }
});

test("keeps an error and returns it even if it would no longer occur", async () => {
  const slug = await createForm(me);
  const publish = () => me.post(`${formsPath}${slug}/publish/`, undefined, under("refused"));
  const first = await expecting(400, publish());
  await saveDraft(me, slug, survey());
  const second = await expecting(400, publish());
  expect(second.body).toEqual(first.body);
  expect(replayed(second)).toBe("true");
  await expecting(201, me.post(`${formsPath}${slug}/publish/`, undefined, under("refused-no-more")));
  const wrong = () => me.post(formsPath, { titel: "Misspelt" }, under("misspelt"));
  expect((await expecting(400, wrong())).body).toEqual((await expecting(400, wrong())).body);
});

test("repeats an ETag and a response without a body", async () => {
  const slug = await publishForm(me, survey());
  const restore = () => me.post(`${formsPath}${slug}/versions/1/restore/`, undefined, under("restore"));
  const [first, second] = [await expecting(200, restore()), await expecting(200, restore())];
  expect(first.headers.get("etag")).toBeTruthy();
  expect(second.headers.get("etag")).toBe(first.headers.get("etag"));
  const read = () => signedIn(me.cookie).post("/api/account/notices/read/", undefined, under("read"));
  await expecting(204, read());
  expect(replayed(await expecting(204, read()))).toBe("true");
});

test("creates one version for two publishes under one key, also concurrently", async () => {
  const slug = await createForm(me);
  await saveDraft(me, slug, survey());
  const publish = () => me.post(`${formsPath}${slug}/publish/`, undefined, under("publish-once"));
  const replies = await Promise.all([publish(), publish(), publish()]);
  for (const { status } of replies) expect([201, 409]).toContain(status);
  await eventually(async () => expect((await publish()).body).toMatchObject({ version_number: 1 }));
  expect((await me.get(`${formsPath}${slug}/versions/`)).body.count).toBe(1);
});

test.each(["", "x".repeat(256), "a b", "é", "a\tb"])("rejects the key %j with 400", async (key) => {
  const by = await owner();
  await expecting(400, by.post(formsPath, { title: "x" }, under(key)));
  expect(await formsOf(by)).toBe(0);
  await expecting(201, by.post(formsPath, { title: "x" }, under("~".repeat(255))));
});

test("ignores keys for secrets, without sign-in, and on other methods", async () => {
  const make = () => signedIn(me.cookie).post("/api/account/api-keys/", { name: "Reports" }, under("not a key"));
  const [one, two] = [await expecting(201, make()), await expecting(201, make())];
  expect(two.body.key).not.toBe(one.body.key);
  const hook = { name: "Hook", config: { url: "https://example.com/" } };
  const { body } = await expecting(201, me.post("/api/integrations/webhook/", hook));
  const secret = () => me.put(`/api/integrations/webhook/${body.id}/secret/`, undefined, under("not a key"));
  expect((await expecting(200, secret())).body).not.toEqual((await expecting(200, secret())).body);
  const login = { email: me.email, password: me.password };
  for (const _ of [1, 2]) {
    expect(replayed(await expecting(200, me.post("/api/auth/login/", login, under("not a key"))))).toBeNull();
  }
});
