/** The main job with @pathform/client, in a project that has only its tarball. Compiled with strict types, then run by Node.js. */
import assert from "node:assert/strict";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Pathform, PathformError, type Schemas } from "@pathform/client";
import { verifyWebhook, type WebhookEvent, WebhookVerificationError } from "@pathform/client/webhooks";
import { Webhook } from "standardwebhooks";

const url = String(process.env.PATHFORM_URL);

const pathform = new Pathform({ url, apiKey: process.env.PATHFORM_KEY });

const title: Schemas["CreateFormBody"] = { title: "Lunch" };
const form = await pathform.post("/api/v2/form/", { body: title });
const graph: Schemas["SaveDraftBody"]["graph"] = {
  schema_version: "2.0",
  entry_node_id: "hungry",
  fallback_end_node_id: "bye",
  nodes: [
    { id: "hungry", question_type: "yes_no", data: { title: "Hungry?" } },
    { id: "bye", question_type: "end_screen", data: { title: "Bye" } },
  ],
  edges: [{ from: "hungry", to: "bye", condition: null }],
};
await pathform.put("/api/v2/form/{slug}/draft/", { path: { slug: form.slug }, body: { graph } });
const published = await pathform.post("/api/v2/form/{slug}/publish/", { path: { slug: form.slug } });
assert.equal(published.version_number, 1);

// all pages, as one list
for (let at = 0; at < 4; at += 1) await pathform.post("/api/v2/form/", { body: { title: `Form ${at}` } });
const titles: string[] = [];
for await (const one of pathform.each("/api/v2/form/", { query: { limit: 2, ordering: "title" } }))
  titles.push(one.title);
assert.deepEqual(titles, ["Form 0", "Form 1", "Form 2", "Form 3", "Lunch"]);

// a refusal has its reasons
const refused = await pathform.post("/api/v2/form/", { body: { title: "" } }).catch((error: unknown) => error);
assert.ok(refused instanceof PathformError);
assert.equal(refused.status, 400);
assert.match(refused.errors[0] ?? "", /^title: /);
assert.ok(refused.requestId);

// a file
const csv = await pathform.response("get", "/api/v2/form/{slug}/responses/export/", { path: { slug: form.slug } });
assert.match(await csv.text(), /^session_id|^\ufeff?id/i);

// a server that fails for a moment, and one that refuses a repeat
const seen: { key: string | undefined; method: string }[] = [];
const flaky = createServer((request, response) => {
  seen.push({ key: request.headers["idempotency-key"] as string | undefined, method: String(request.method) });
  request.resume();
  if (seen.length === 1) return request.socket.destroy();
  response.writeHead(seen.length === 2 ? 503 : 201, {
    "Content-Type": "application/json",
    "Retry-After": "0",
    Connection: "close",
  });
  response.end(JSON.stringify(seen.length === 2 ? { detail: "Busy" } : { slug: "late" }));
}).listen(0, "127.0.0.1");
await new Promise((resolve) => flaky.once("listening", resolve));
const near = new Pathform({ url: `http://127.0.0.1:${(flaky.address() as AddressInfo).port}` });
assert.equal((await near.post("/api/v2/form/", { body: { title: "Late" } })).slug, "late");
assert.equal(seen.length, 3);
assert.ok(seen[0]?.key && seen.every(({ key }) => key === seen[0]?.key), "each attempt has the same key");
seen.length = 0;
const unsafe = near.post("/api/auth/logout/");
await assert.rejects(unsafe, TypeError);
assert.equal(seen.length, 1, "a POST without a key isn't repeated");
flaky.close();

// a timeout ends an attempt without a response, and no body that is on its way
const slow = createServer((_request, response) => {
  response.writeHead(200, { "Content-Type": "text/csv" }).write("a\n");
  setTimeout(() => response.end("b\n"), 600);
}).listen(0, "127.0.0.1");
await new Promise((resolve) => slow.once("listening", resolve));
const impatient = new Pathform({ url: `http://127.0.0.1:${(slow.address() as AddressInfo).port}`, timeoutMs: 300 });
const late = await impatient.response("get", "/api/v2/form/{slug}/responses/export/", { path: { slug: "slow" } });
assert.equal(await late.text(), "a\nb\n");
const leaving = new AbortController();
const given = impatient.get("/api/v2/form/", { signal: leaving.signal });
leaving.abort(new Error("enough"));
await assert.rejects(given, /enough/);
slow.close();

// webhooks
const secret = `whsec_${Buffer.from("a secret of at least 24 bytes").toString("base64")}`;
const event = { type: "session.completed", id: "1", timestamp: new Date().toISOString(), data: {} };
const body = JSON.stringify(event);
const at = new Date();
const headers = {
  "webhook-id": "1",
  "webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
  "webhook-signature": new Webhook(secret).sign("1", at, body),
};
const verified: WebhookEvent = verifyWebhook(body, new Headers(headers), secret);
assert.equal(verified.type, "session.completed");
assert.throws(() => verifyWebhook(`${body} `, headers, secret), WebhookVerificationError);

// unknown paths and parameters don't compile
// @ts-expect-error
void (() => pathform.get("/api/v2/nothing/"));
// @ts-expect-error: the slug is missing
void (() => pathform.get("/api/v2/form/{slug}/"));
// @ts-expect-error: no such filter
void (() => pathform.get("/api/v2/form/", { query: { colour: "red" } }));
