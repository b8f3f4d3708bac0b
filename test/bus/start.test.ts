import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { publishForm } from "../support/api.ts";
import { eventually } from "../support/eventually.ts";
import { migratedDatabase } from "../support/postgres.ts";
import { startProcess } from "../support/processes.ts";
import { type Product, type ServiceName, startProduct } from "../support/product.ts";
import { sampleForm } from "../support/sampleForms.ts";
import { type SilentProxy, startSilentProxy } from "../support/silentProxy.ts";
import { register, type Stage } from "../support/stage.ts";

/** Startup, status and shutdown of processes (decisions §8). */
const jumpClock = pathToFileURL(join(import.meta.dirname, "../support/jumpClock.mjs")).href;
const others: ServiceName[] = ["auth", "analytics", "integrations"];
let product: Product;
let postgres: SilentProxy;
let owner: Stage["owner"];

beforeAll(async () => {
  const database = await migratedDatabase();
  postgres = await startSilentProxy(database.url);
  const drop = async () => {
    await postgres.close();
    await database.drop();
  };
  product = await startProduct({
    way: "many",
    others,
    ownServers: true,
    database: { url: postgres.before(database.url), drop },
    env: { LOG_LEVEL: "debug", NODE_OPTIONS: `--import ${jumpClock}` },
  });
  owner = await register(product.url);
}, 120_000);
afterAll(() => product?.stop(), 60_000);

interface Health {
  code: number;
  status?: string;
  waits_for?: string[];
}

async function health(name: string): Promise<Health> {
  const response = await fetch(`${product.opsUrl(name)}/readyz`);
  return { code: response.status, ...((await response.json()) as object) };
}

const isAlive = async (name: string) => (await fetch(`${product.opsUrl(name)}/healthz`)).status === 200;
const waitsFor = (name: string, ...parts: unknown[]) =>
  eventually(async () => expect(await health(name)).toMatchObject({ code: 503, waits_for: parts }), 60);
const isReady = (name: string) => eventually(async () => expect((await health(name)).code).toBe(200), 60);
const logOf = (name: string) => readFileSync(product.processes.get(name)?.log ?? "", "utf8");

async function metrics(name: string): Promise<string> {
  return (await fetch(`${product.opsUrl(name)}/metrics`)).text();
}

describe("tracing", () => {
  const requestId = "walks-through-all";
  const trace = "4bf92f3577b34da6a3ce929d0e0e4736";
  // no client decides what is sampled
  const unsampled = new RegExp(`^00-${trace}-[0-9a-f]{16}-00$`);
  const actions = { others: "auth.authenticate", forms: "forms.get", sessions: "sessions.countByForms" };

  test("the gateway and every action log the same request id and trace, unsampled", async () => {
    const slug = await publishForm(owner, sampleForm("nps").graph);
    await owner.get(`/api/v2/form/${slug}/`, {
      headers: { "x-request-id": requestId, traceparent: `00-${trace}-00f067aa0ba902b7-01` },
    });
    for (const [service, action] of Object.entries(actions)) {
      const line = await eventually(() => lineOf(service, (entry) => entry.action === action));
      expect(line).toMatchObject({ request_id: requestId, traceparent: expect.stringMatching(unsampled) });
    }
    const line = await eventually(() => lineOf("gateway", (entry) => entry.route === "/api/v2/form/{slug}/"));
    expect(line).toMatchObject({ request_id: requestId, traceparent: expect.stringMatching(unsampled), status: 200 });
  });

  function lineOf(name: string, isIt: (entry: Record<string, unknown>) => boolean) {
    const lines = logOf(name).trim().split("\n");
    const entries = lines.filter((line) => line.includes(requestId)).map((line) => JSON.parse(line));
    const found = entries.find(isIt);
    if (!found) throw new Error(`${name} has no such line`);
    return found;
  }
});

describe("status endpoints", () => {
  const manual = readFileSync(join(import.meta.dirname, "../../docs/operate/monitor.md"), "utf8");
  const common = ["pathform_action_duration_seconds", "pathform_database_connections", "nodejs_eventloop_lag_seconds"];
  const own: Record<string, string[]> = {
    gateway: ["pathform_http_request_duration_seconds", "nodejs_eventloop_lag_seconds"],
    auth: common,
    forms: common,
    sessions: [...common, "pathform_batch_size", "pathform_outbox_events", "pathform_outbox_age_seconds"],
    analytics: common,
    integrations: [...common, "pathform_delivery_queue_due", "pathform_delivery_queue_age_seconds"],
  };

  test.each(Object.keys(own))("%s is alive and ready, and has metrics", async (service) => {
    const name = product.processes.has(service) ? service : "others";
    expect(await isAlive(name)).toBe(true);
    expect(await health(name)).toEqual({ code: 200, status: "ok" });
    const text = await metrics(name);
    for (const metric of own[service] ?? []) expect(text).toContain(`# TYPE ${metric} `);
    const shown = text.matchAll(/^# TYPE (pathform_\w+) /gm).map(([, metric]) => metric ?? "");
    expect(shown.toArray().filter((metric) => !manual.includes(`\`${metric}\``))).toEqual([]);
  });

  test("counts requests by route template and errors by status", async () => {
    await fetch(`${product.url}/api/v2/r/no-such-form/`);
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

  test("a process without NATS stays ready until requests time out, and recovers", async () => {
    await product.nats?.kill();
    await eventually(() => {
      for (const name of parts) expect(logOf(name)).toContain("NATS unavailable, reconnecting");
    });
    for (const name of parts) expect(await health(name)).toMatchObject({ code: 200 });
    // the timeout of a request has passed
    for (const name of parts) process.kill(product.processes.get(name)?.pid ?? 0, "SIGUSR2");
    await Promise.all(parts.map((name) => waitsFor(name, "NATS")));
    await product.nats?.restart();
    await Promise.all(parts.map(isReady));
  }, 180_000);

  test("a process without PostgreSQL isn't ready, and recovers", async () => {
    await postgres.refuse();
    await Promise.all(["sessions", "forms"].map((name) => waitsFor(name, "PostgreSQL")));
    expect((await health("gateway")).status).toBe("ok");
    await postgres.listenAgain();
    await Promise.all(parts.map(isReady));
  }, 180_000);

  test("processes wait for NATS and PostgreSQL, name them, stop immediately on SIGTERM, and recover", async () => {
    const waiting = ["sessions", "forms", "forms-2"];
    await Promise.all(parts.map((name) => product.kill(name, "SIGTERM")));
    await product.nats?.kill();
    await postgres.refuse();
    await Promise.all([...parts, "forms-2"].map((name) => product.start(name)));
    await Promise.all([...parts, "forms-2"].map((name) => waitsFor(name, expect.stringContaining("NATS"))));
    await eventually(() => {
      for (const name of parts) expect(logOf(name)).toContain("Waiting for NATS at 127.0.0.1:");
    });
    await product.nats?.restart();
    await Promise.all(waiting.map((name) => waitsFor(name, "PostgreSQL")));
    await eventually(() => {
      for (const name of waiting) expect(logOf(name)).toContain("Waiting for PostgreSQL: ");
    });
    const { ended } = product.processes.get("forms-2") ?? {};
    await product.kill("forms-2", "SIGTERM");
    expect(await ended).toBe(0);
    await postgres.listenAgain();
    await Promise.all(parts.map(isReady));
    product.processes.delete("forms-2");
    await product.untilReady();
  }, 180_000);
});

test("a process with only some services and no NATS_URL exits with one line", async () => {
  const root = join(import.meta.dirname, "../..");
  const args = [join(root, "deploy/serve.mjs"), "services/forms", "services/auth"];
  const env = { DATABASE_URL: product.database.url, LOG_FORMAT: "json" };
  const alone = await startProcess({ name: "forms-alone", command: process.execPath, args, env, cwd: root });
  expect(await alone.ended).toBe(1);
  const lines = readFileSync(alone.log, "utf8").trim().split("\n");
  expect(lines.filter((line) => !line.startsWith("{"))).toEqual([
    'Set NATS_URL to reach gateway, sessions, analytics, integrations, which this process doesn\'t run. "npm start" runs all services in one process.',
  ]);
});
