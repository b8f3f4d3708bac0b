import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import { client, expecting, publishForm } from "../support/api.ts";
import { eventually } from "../support/eventually.ts";
import type { Process } from "../support/processes.ts";
import { type Product, type ServiceName, startProduct } from "../support/product.ts";
import { sampleForm } from "../support/sampleForms.ts";
import { register, type Stage } from "../support/stage.ts";

/** Nothing is applied after it got 503, regardless of the hosts' clocks. The exception is a response that says "saved". */
const { graph } = sampleForm("audit");
let product: Product;
let owner: Stage["owner"];

const shiftClock = pathToFileURL(join(import.meta.dirname, "../support/shiftClock.mjs")).href;
/** Starts a process on a host whose clock is this many ms ahead. */
const shifted = (ms: number) => ({ NODE_OPTIONS: `--import ${shiftClock}`, SHIFT_CLOCK_MS: String(ms) });
let shifts: Record<string, number> = { forms: -5_000, sessions: 5_000 };

beforeAll(async () => {
  product = await startProduct({
    way: "many",
    others: ["gateway", "auth", "analytics", "integrations"],
    envOf: (name) => shifted(shifts[name] ?? 0),
  });
  owner = await register(product.url);
}, 120_000);
const stopped: number[] = [];
afterEach(() => {
  for (const pid of stopped.splice(0)) process.kill(pid, "SIGCONT");
});
afterAll(() => product?.stop(), 60_000);

/** Sends a request without the test client's checks, which reject 503. */
async function statusOf(method: string, path: string, body?: object): Promise<number> {
  return (await send(method, path, {}, body)).status;
}

function send(method: string, path: string, others: Record<string, string>, body?: object): Promise<Response> {
  const headers = { authorization: `Bearer ${owner.key}`, "content-type": "application/json", ...others };
  return fetch(`${product.url}/api/v2/form/${path}`, { method, headers, body: JSON.stringify(body) });
}

function pause(name: ServiceName): number {
  const { pid } = product.processes.get(name) as Process;
  process.kill(pid, "SIGSTOP");
  stopped.push(pid);
  return pid;
}

const detailOf = async (slug: string) => (await expecting(200, owner.get(`/api/v2/form/${slug}/`))).body;

test("a paused copy of forms doesn't apply a request that got 503", async () => {
  const [closing, publishing, removing, awake] = await Promise.all([1, 2, 3, 4].map(() => publishForm(owner, graph)));
  const pid = pause("forms");
  const late = [
    statusOf("PATCH", `${closing}/`, { is_accepting_responses: false }),
    statusOf("POST", `${publishing}/publish/`),
    statusOf("DELETE", `${removing}/`),
  ];
  await product.start("forms-2");
  expect(await Promise.all(late)).toEqual([503, 503, 503]);
  const reopened = () => owner.patch(`/api/v2/form/${closing}/`, { is_accepting_responses: true });
  await eventually(() => expecting(200, reopened()), 30);

  process.kill(pid, "SIGCONT");
  await product.kill("forms-2");
  // it reads messages in order, so after this response the late one was handled
  for (const title of ["One", "Two"]) {
    await eventually(() => expecting(200, owner.patch(`/api/v2/form/${awake}/`, { title })), 30);
  }
  expect(await detailOf(`${closing}`)).toMatchObject({ is_accepting_responses: true });
  expect(await detailOf(`${publishing}`)).toMatchObject({ published_version: 1 });
  expect(await detailOf(`${removing}`)).toMatchObject({ is_active: true });
}, 120_000);

test("repeating a publish after a 503 with its Idempotency-Key returns that version", async () => {
  const slug = await publishForm(owner, graph);
  const publish = () => send("POST", `${slug}/publish/`, { "idempotency-key": "publish" });
  const pid = pause("sessions");
  const refused = await publish();
  expect([refused.status, await refused.json()]).toEqual([
    503,
    { detail: expect.stringMatching(/^Saved\. Respondents will see/) },
  ]);
  // a new version would be delivered
  await expecting(200, owner.put(`/api/v2/form/${slug}/draft/`, { title: "Later", graph }));
  process.kill(pid, "SIGCONT");
  const first = await eventually(async () => {
    const answer = await publish();
    expect(answer.status).toBe(201);
    return answer;
  }, 30);
  const answers = [first, await publish()];
  expect(answers.map(({ status, headers }) => [status, headers.get("idempotency-replayed")])).toEqual([
    [201, null],
    [201, "true"],
  ]);
  for (const answer of answers) expect(await answer.json()).toMatchObject({ version_number: 2 });
  const { body: live } = await expecting(200, client({}, product.url).get(`/api/v2/r/${slug}/`));
  expect(live).toMatchObject({ version_number: 2 });
  expect(live.form.title).not.toBe("Later");
  expect((await expecting(200, owner.get(`/api/v2/form/${slug}/versions/`))).body.count).toBe(2);
}, 60_000);

test("copies with clocks five seconds off serve requests and report their offset", async () => {
  await serveAndTell();
  shifts = { forms: 5_000, sessions: -5_000 };
  await Promise.all(Object.keys(shifts).map(restart));
  await eventually(() => expecting(200, owner.get("/api/v2/form/")), 30);
  await serveAndTell();
}, 120_000);

/** Restarts a service on a host with the clock of `shifts`. */
async function restart(name: string): Promise<void> {
  await product.kill(name, "SIGTERM");
  await product.start(name);
}

async function serveAndTell(): Promise<void> {
  const slug = await publishForm(owner, graph);
  const { body: session } = await expecting(201, client({}, product.url).post(`/api/v2/r/${slug}/start/`));
  const step = { node_id: session.current_node_id };
  await expecting(200, client({}, product.url).post(`/api/v2/r/session/${session.id}/next/`, step));

  for (const [name, shift] of Object.entries(shifts)) {
    const metrics = await (await fetch(`${product.opsUrl(name)}/metrics`)).text();
    const offsets = [...metrics.matchAll(/^pathform_clock_offset_seconds\{peer="(\w+)[^"]*"\} (\S+)$/gm)];
    const peers = offsets.map(([, peer]) => peer);
    expect([name, peers]).toEqual([name, expect.arrayContaining(["gateway", "PostgreSQL"])]);
    for (const [, peer = "", seconds] of offsets)
      expect([name, peer, Math.abs(Number(seconds) - ((shifts[peer] ?? 0) - shift) / 1_000) < 0.5]).toEqual([
        name,
        peer,
        true,
      ]);
  }
}
