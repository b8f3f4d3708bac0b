import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { eventually } from "../support/eventually.ts";
import { startProcess } from "../support/processes.ts";
import { type Stage, startStage } from "../support/stage.ts";

/** A process and its parts: any start order, what it tells of itself, and how it ends (decisions §8). */
let stage: Stage;
beforeAll(async () => {
  stage = await startStage({ env: { LOG_LEVEL: "debug" } });
}, 120_000);
afterAll(() => stage?.stop(), 60_000);

interface Health {
  code: number;
  status?: string;
  waits_for?: string[];
}

async function health(name: string): Promise<Health> {
  const response = await fetch(`${stage.product.opsUrl(name)}/readyz`);
  return { code: response.status, ...((await response.json()) as object) };
}

const isAlive = async (name: string) => (await fetch(`${stage.product.opsUrl(name)}/healthz`)).status === 200;
const waitsFor = (name: string, ...parts: unknown[]) =>
  eventually(async () => expect(await health(name)).toMatchObject({ code: 503, waits_for: parts }), 60);
const isReady = (name: string) => eventually(async () => expect((await health(name)).code).toBe(200), 60);
const logOf = (name: string) => readFileSync(stage.product.processes.get(name)?.log ?? "", "utf8");

async function metrics(name: string): Promise<string> {
  return (await fetch(`${stage.product.opsUrl(name)}/metrics`)).text();
}

describe("a request's way", () => {
  const requestId = "walks-through-all";
  const trace = "4bf92f3577b34da6a3ce929d0e0e4736";
  const actions = { auth: "auth.authenticate", forms: "forms.get", sessions: "sessions.countByForms" };

  test("one request id and one trace are in the log line of every action, and of the gateway", async () => {
    const slug = await stage.newForm();
    await stage.owner.get(`/api/v2/form/${slug}/`, {
      headers: { "x-request-id": requestId, traceparent: `00-${trace}-00f067aa0ba902b7-01` },
    });
    for (const [service, action] of Object.entries(actions)) {
      const line = await eventually(() => lineOf(service, (entry) => entry.action === action));
      expect(line).toMatchObject({ request_id: requestId, traceparent: expect.stringContaining(trace) });
    }
    const line = await eventually(() => lineOf("gateway", (entry) => entry.route === "/api/v2/form/{slug}/"));
    expect(line).toMatchObject({ request_id: requestId, traceparent: expect.stringContaining(trace), status: 200 });
  });

  function lineOf(name: string, isIt: (entry: Record<string, unknown>) => boolean) {
    const lines = logOf(name).trim().split("\n");
    const entries = lines.filter((line) => line.includes(requestId)).map((line) => JSON.parse(line));
    const found = entries.find(isIt);
    if (!found) throw new Error(`${name} has no such line`);
    return found;
  }
});

describe("what a process tells of itself", () => {
  const manual = readFileSync(join(import.meta.dirname, "../../docs/operating.md"), "utf8");
  const common = ["pathform_action_duration_seconds", "pathform_database_connections", "nodejs_eventloop_lag_seconds"];
  const own: Record<string, string[]> = {
    gateway: ["pathform_http_request_duration_seconds", "nodejs_eventloop_lag_seconds"],
    auth: common,
    forms: common,
    sessions: [...common, "pathform_batch_size", "pathform_outbox_events", "pathform_outbox_age_seconds"],
    analytics: common,
    integrations: [...common, "pathform_delivery_queue_due", "pathform_delivery_queue_age_seconds"],
  };

  test.each(Object.keys(own))("%s: alive, ready, and its metrics", async (name) => {
    expect(await isAlive(name)).toBe(true);
    expect(await health(name)).toEqual({ code: 200, status: "ok" });
    const text = await metrics(name);
    for (const metric of own[name] ?? []) expect(text).toContain(`# TYPE ${metric} `);
    const shown = text.matchAll(/^# TYPE (pathform_\w+) /gm).map(([, metric]) => metric ?? "");
    expect(shown.toArray().filter((metric) => !manual.includes(`\`${metric}\``))).toEqual([]);
  });

  test("routes are counted by their template, errors by their status", async () => {
    await fetch(`${stage.product.url}/api/v2/r/no-such-form/`);
    expect(await metrics("gateway")).toMatch(
      /http_request_duration_seconds_count\{[^}]*route="\/api\/v2\/r\/\{slug\}\/"/,
    );
    expect(await metrics("sessions")).toContain(
      'pathform_action_errors_total{action="sessions.publicForm",status="404"}',
    );
  });
});

describe("start order", () => {
  const parts = ["sessions", "forms", "gateway"];

  test("a process whose NATS is away stays ready for as long as requests wait, and is ready again when it comes back", async () => {
    await stage.product.nats?.kill();
    await eventually(() => {
      for (const name of parts) expect(logOf(name)).toContain("NATS is not reachable; waiting for it.");
    });
    for (const name of parts) expect(await health(name)).toMatchObject({ code: 200 });
    await Promise.all(parts.map((name) => waitsFor(name, "NATS")));
    await stage.product.nats?.restart();
    await Promise.all(parts.map(isReady));
  }, 180_000);

  test("a process whose PostgreSQL is away is not ready, and is again when it comes back", async () => {
    await stage.postgres.stopImmediately();
    await Promise.all(["sessions", "forms"].map((name) => waitsFor(name, "PostgreSQL")));
    expect((await health("gateway")).status).toBe("ok");
    await stage.postgres.startAgain();
    await Promise.all(parts.map(isReady));
  }, 180_000);

  test("without NATS and PostgreSQL processes wait, say for what, and come up when they come", async () => {
    for (const name of parts) await stage.product.kill(name, "SIGTERM");
    await stage.product.nats?.kill();
    await stage.postgres.stopImmediately();
    for (const name of parts) await stage.product.start(name);
    await Promise.all(parts.map((name) => waitsFor(name, expect.stringContaining("NATS"))));
    await eventually(() => {
      for (const name of parts) expect(logOf(name)).toContain("Waiting for NATS at 127.0.0.1:");
    });
    await stage.product.nats?.restart();
    await Promise.all(["sessions", "forms"].map((name) => waitsFor(name, "PostgreSQL")));
    await eventually(() => {
      for (const name of ["sessions", "forms"]) expect(logOf(name)).toContain("Waiting for PostgreSQL: ");
    });
    await stage.postgres.startAgain();
    await Promise.all(parts.map(isReady));
    await stage.product.untilReady();
  }, 180_000);

  test("a process that still waits ends at once when it is told to", async () => {
    await stage.postgres.stopImmediately();
    await stage.product.kill("forms", "SIGTERM");
    await stage.product.start("forms");
    await waitsFor("forms", "PostgreSQL");
    const { ended } = stage.product.processes.get("forms") ?? {};
    await stage.product.kill("forms", "SIGTERM");
    expect(await ended).toBe(0);
    await stage.postgres.startAgain();
    await stage.product.start("forms");
  }, 180_000);
});

test("a process with only some of the services and no NATS_URL does not start, and says what it needs", async () => {
  const root = join(import.meta.dirname, "../..");
  const args = [join(root, "deploy/serve.mjs"), "services/forms", "services/auth"];
  const env = { DATABASE_URL: stage.postgres.url, LOG_FORMAT: "json" };
  const alone = await startProcess({ name: "forms-alone", command: process.execPath, args, env, cwd: root });
  expect(await alone.ended).toBe(1);
  const lines = readFileSync(alone.log, "utf8").trim().split("\n");
  expect(lines.filter((line) => !line.startsWith("{"))).toEqual([
    'NATS_URL is needed to reach gateway, sessions, analytics, integrations, which run elsewhere; "npm start" runs all in one process.',
  ]);
});
