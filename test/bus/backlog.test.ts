import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import pg from "pg";
import { publishForm } from "../support/api.ts";
import { eventually } from "../support/eventually.ts";
import { isError, isWhole } from "../support/load.ts";
import { testSecretsKey } from "../support/postgres.ts";
import { bareEnvironment } from "../support/processes.ts";
import { sampleForm } from "../support/sampleForms.ts";
import { type Stage, startStage } from "../support/stage.ts";
import { deliveryProblems } from "../support/verify.ts";

/** Overload: events after an outage, an event that can't be consumed, and too many respondents. */
const root = join(import.meta.dirname, "../..");

let stage: Stage;
let database: pg.Client;
beforeAll(async () => {
  stage = await startStage({ others: ["auth", "forms", "analytics"] });
  database = new pg.Client({ connectionString: stage.postgres.url });
  await database.connect();
}, 120_000);
afterAll(async () => {
  await database?.end();
  await stage?.stop();
}, 60_000);

const metric = async (service: string, name: string): Promise<number> => {
  const text = await (await fetch(`${stage.product.opsUrl(service)}/metrics`)).text();
  return Number(new RegExp(`^${name} (.*)$`, "m").exec(text)?.[1]);
};

async function formId(slug: string): Promise<string> {
  return (await stage.owner.get(`/api/v2/form/${slug}/`)).body.id;
}

/** Inserts events of completed sessions. Their ids are the webhook-ids. */
async function leaveEvents(slug: string, count: number, form: { id: string } = { id: "" }): Promise<void> {
  const id = await formId(slug);
  await database.query(
    `insert into sessions.events (id, type, session_id, form_id, occurred_at, form, session)
      select gen_random_uuid(), 'session.completed', s, $1::uuid, clock_timestamp(), $2::json,
        json_build_object('id', s, 'status', 'completed', 'answers', '[]'::json)
      from (select gen_random_uuid() as s from generate_series(1, $3)) as made`,
    [id, JSON.stringify({ id: form.id || id, slug, title: "Left behind" }), count],
  );
}

const waiting = async (): Promise<number> =>
  (await database.query("select count(*)::integer as count from sessions.events where acknowledged_at is null")).rows[0]
    .count;

describe("pending events", () => {
  /** events of an hour's outage, some with a receiver */
  const [unattached, attached] = isWhole ? [98_000, 2_000] : [600, 200];

  test(`processes ${unattached + attached} events and delivers ${attached} while respondents continue`, async () => {
    const slug = await stage.newForm();
    const quiet = await publishForm(stage.owner, sampleForm("nps").graph);
    await stage.product.kill("integrations", "SIGTERM");
    await leaveEvents(quiet, unattached / 2);
    await leaveEvents(slug, attached);
    await leaveEvents(quiet, unattached / 2);
    // read in the background, and counted up to 10,000
    const counted = Math.min(unattached + attached, 10_000);
    await eventually(async () =>
      expect(await metric("sessions", "pathform_outbox_events")).toBeGreaterThanOrEqual(counted),
    );
    const before = stage.receiver.received.length;
    await stage.product.start("integrations");
    await eventually(() => expect(metric("integrations", "pathform_delivery_queue_due")).resolves.toBeDefined(), 30);
    const startedAt = performance.now();
    const rate = (count: number) => Math.round((count * 1000) / (performance.now() - startedAt));
    const load = stage.load(slug, 2);
    const takenIn = eventually(async () => expect(await waiting()).toBeLessThan(50), 400).then(() =>
      rate(unattached + attached),
    );
    const arrived = () => stage.receiver.received.length - before;
    const delivered = eventually(() => expect(arrived()).toBeGreaterThanOrEqual(attached), 400).then(() =>
      rate(attached),
    );
    process.stdout.write(
      `\nA backlog: ${await takenIn} events a second taken in, ${await delivered} delivered to one receiver\n`,
    );
    await load.finish();
    expect(load.outcomes.filter(isError)).toEqual([]);
    await eventually(async () => expect(await waiting()).toBe(0), 30);
    await eventually(() => expect(deliveryProblems(load.sessions, stage.receiver.received)).toEqual([]), 60);
    const ids = new Set(stage.receiver.received.slice(before).map(({ headers }) => headers["webhook-id"]));
    expect(ids.size).toBeGreaterThanOrEqual(attached);
  }, 900_000);
});

describe("an event that can't be consumed", () => {
  test("is kept, reported, retried with growing delays and delivered once fixed, without blocking others", async () => {
    const slug = await stage.newForm();
    await leaveEvents(slug, 1, { id: "no-uuid" });
    const [poison] = (await database.query("select id from sessions.events where form->>'id' = 'no-uuid'")).rows;
    const load = stage.load(slug, 2);
    await load.succeed(30);
    await load.finish();
    await eventually(() => expect(deliveryProblems(load.sessions, stage.receiver.received)).toEqual([]), 30);
    await eventually(async () => expect(await metric("sessions", "pathform_outbox_failing_events")).toBe(1), 30);
    expect(await command("failing")).toContain(`${poison.id} session.completed`);
    // no one else retries it before the command
    await database.query(
      `update sessions.events set form = json_build_object('id', form_id, 'slug', $2::text, 'title', ''),
        leased_until = clock_timestamp() + interval '1 hour' where id = $1`,
      [poison.id, slug],
    );
    expect(await command("retry", poison.id)).toContain("Retrying event");
    const delivered = () => stage.receiver.received.some(({ headers }) => headers["webhook-id"] === poison.id);
    await eventually(() => expect(delivered()).toBe(true), 30);
  }, 120_000);

  async function command(...args: string[]): Promise<string> {
    const env = { ...bareEnvironment(), DATABASE_URL: stage.postgres.url, SECRETS_KEY: testSecretsKey };
    const child = spawn(process.execPath, ["deploy/run.mjs", "commands/events.ts", ...args], { cwd: root, env });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
    await once(child, "close");
    return output;
  }
});

describe("too many respondents", () => {
  // two statements in flight, 1,000 waiting (services/sessions/store/batches.ts), and these beyond the limit
  const beyond = 200;

  test("rejects requests beyond the limit immediately with Retry-After and serves the others", async () => {
    const slug = await stage.newForm();
    const answers: { status: number; retryAfter: string | null; detail: string }[] = [];
    await database.query("begin");
    // starts wait while this lock exists
    await database.query("lock table sessions.sessions in exclusive mode");
    const rush = Promise.all(
      Array.from({ length: 1_002 + beyond }, async () => {
        const response = await fetch(`${stage.product.url}/api/v2/r/${slug}/start/`, { method: "POST" });
        const { detail = "" } = (await response.json()) as { detail?: string };
        answers.push({ status: response.status, retryAfter: response.headers.get("retry-after"), detail });
      }),
    );
    await eventually(() => expect(answers.length).toBeGreaterThan(0), 10);
    const refused = {
      status: 503,
      retryAfter: "2",
      detail: expect.stringContaining("is busy"),
    };
    expect(answers).toEqual(answers.map(() => refused));
    await database.query("rollback");
    await rush;
    expect(answers.filter(({ status }) => status !== 201 && status !== 503)).toEqual([]);
    expect(answers.some(({ status }) => status === 201)).toBe(true);
  }, 60_000);
});
