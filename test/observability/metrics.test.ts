import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { routes } from "../../services/gateway/routes/routes.ts";
import { revision } from "../../shared/platform/ops/revision.ts";
import { publishForm } from "../support/api.ts";
import { eventually } from "../support/eventually.ts";
import { stablePort } from "../support/ports.ts";
import { connected, migratedDatabase, type TestDatabase } from "../support/postgres.ts";
import { type Process, startProcess } from "../support/processes.ts";
import { type Product, startProduct } from "../support/product.ts";
import { sampleForm } from "../support/sampleForms.ts";
import { findProgram } from "../support/servers.ts";
import { type SilentProxy, startSilentProxy } from "../support/silentProxy.ts";
import { register, type Stage } from "../support/stage.ts";
import { metricsUsed } from "./expressions.ts";

/** Metrics of a running product. */
const root = join(import.meta.dirname, "../..");
const seriesLimit = 10_000;
let database: TestDatabase;
let postgres: SilentProxy;
let nats: Process;
let monitoring: string;
let product: Product;
let owner: Stage["owner"];

beforeAll(async () => {
  const [port, monitoringPort] = [await stablePort(), await stablePort()];
  monitoring = `http://127.0.0.1:${monitoringPort}`;
  const args = ["-a", "127.0.0.1", "-p", String(port), "-m", String(monitoringPort)];
  nats = await startProcess({ name: "nats-server", command: findProgram("nats-server") ?? "nats-server", args });
  database = await migratedDatabase();
  postgres = await startSilentProxy(database.url);
  const drop = async () => {
    await postgres.close();
    await database.drop();
  };
  product = await startProduct({
    way: "many",
    others: ["auth", "forms", "analytics"],
    database: { url: postgres.before(database.url), drop },
    env: { NATS_URL: `nats://127.0.0.1:${port}` },
  });
  owner = await register(product.url);
}, 120_000);
afterAll(async () => {
  await product?.stop();
  await nats?.kill();
}, 60_000);

const metricsOf = async (name: string, signal?: AbortSignal): Promise<string> =>
  (await fetch(`${product.opsUrl(name)}/metrics`, signal ? { signal } : {})).text();

const allMetrics = () => Promise.all([...product.processes.keys()].map((name) => metricsOf(name)));

/** Returns the values by series. */
const seriesIn = (text: string): Record<string, number> =>
  Object.fromEntries([...text.matchAll(/^(pathform_.*) (\S+)$/gm)].map(([, series, value]) => [series, Number(value)]));

const some = expect.any(Number);

const typesIn = (text: string): string[] => [...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name ?? "");

/** Sends a request to each route, with IDs that don't exist. */
async function visitAll(headers: Record<string, string>): Promise<void> {
  for (const { method, path } of routes) {
    const url =
      product.url + path.replaceAll(/\{(\w+)\}/g, (_all, name) => (name.endsWith("id") ? crypto.randomUUID() : "1"));
    const body = method === "GET" || method === "DELETE" ? {} : { body: "{}" };
    await fetch(url, {
      method,
      redirect: "manual",
      headers: { ...headers, "content-type": "application/json" },
      ...body,
    });
  }
}

describe("metrics", () => {
  it("name the service in PostgreSQL and NATS", async () => {
    const names = ["analytics", "integrations", "sessions"];
    const { rows } = await connected(database.url, (client) =>
      client.query("select distinct application_name as name from pg_stat_activity where datname = current_database()"),
    );
    const used = rows.map(({ name }) => name).filter((name: string) => name.startsWith("pathform"));
    expect(used.toSorted()).toEqual(["pathform auth+forms+analytics", "pathform integrations", "pathform sessions"]);
    const { connections } = (await (await fetch(`${monitoring}/connz`)).json()) as { connections: { name?: string }[] };
    const shown = connections.map(({ name }) => name ?? "").join("\n");
    for (const name of [...names, "gateway"]) expect(shown).toMatch(new RegExp(`^pathform \\S*${name}\\S*\\.`, "m"));
  });

  it("pass promtool, and stay below 10,000 series after a visit to every route", async () => {
    await publishForm(owner, sampleForm("nps").graph);
    await visitAll({});
    await visitAll({ authorization: `Bearer ${owner.key}` });
    const texts = await allMetrics();
    for (const text of texts) {
      const { stdout, stderr, status } = spawnSync("promtool", ["check", "metrics"], { input: text, encoding: "utf8" });
      expect({ stdout, stderr, status }).toEqual({ stdout: "", stderr: "", status: 0 });
    }
    const series = texts.join("\n").match(/^[^#\s].*/gm) ?? [];
    expect(series.length).toBeLessThan(seriesLimit);
    expect(series.length).toBeGreaterThan(1_000);
  }, 120_000);

  it("tell the product, the bus and the database apart", async () => {
    const slug = await publishForm(owner, sampleForm("nps").graph);
    await fetch(`${product.url}/api/v2/r/${slug}/start/`, { method: "POST" });
    await fetch(`${product.url}/api/v2/form/`);
    await owner.get("/api/v2/form/no-such-form/");
    const gateway = seriesIn(await metricsOf("gateway"));
    const [{ version }, node] = [JSON.parse(readFileSync(join(root, "package.json"), "utf8")), process.versions.node];
    expect(gateway).toMatchObject({
      'pathform_bus_calls_total{action="forms.get",outcome="refused"}': some,
      'pathform_bus_call_duration_seconds_count{action="sessions.start"}': some,
      'pathform_http_refusals_total{reason="unauthenticated"}': some,
      [`pathform_build_info{version="${version}",revision="${revision}",node="${node}",services="gateway"}`]: 1,
    });
    expect(seriesIn(await metricsOf("sessions"))).toMatchObject({
      'pathform_statement_duration_seconds_count{statement="start-sessions"}': some,
      'pathform_database_wait_seconds_count{pool="hot"}': some,
      pathform_event_loop_active_seconds_total: some,
    });
  });

  it("show which parts are ready", async () => {
    const parts = ["process", "NATS", "PostgreSQL"];
    const ready = Object.fromEntries(parts.map((part) => [`pathform_ready{part="${part}"}`, 1]));
    await eventually(async () => expect(seriesIn(await metricsOf("sessions"))).toMatchObject(ready), 60);
  });

  it("count the retries of a call without a copy", async () => {
    await product.kill("sessions", "SIGTERM");
    const waiting = fetch(`${product.url}/api/v2/r/no-such-form/`);
    await eventually(async () =>
      expect(await metricsOf("gateway")).toMatch(
        /^pathform_bus_retries_total\{action="sessions\.publicForm",reason="service_not_(found|available)"\} [1-9]/m,
      ),
    );
    await product.start("sessions");
    expect((await waiting).status).toBe(404);
    await product.untilReady();
  }, 60_000);

  it("are all documented, and exist if they are documented or used", async () => {
    const known = new Set((await allMetrics()).flatMap(typesIn));
    const manual = readFileSync(join(root, "docs/operate/monitor.md"), "utf8");
    const documented = new Set(
      [...manual.matchAll(/`((?:pathform|nodejs|process)_\w+[a-z])/g)].map(([, name]) => name),
    );
    const runbooks = readFileSync(join(root, "docs/operate/runbooks.md"), "utf8");
    const named = `${manual}${runbooks}`.match(/\b(?:pathform|nodejs|process)_\w+[a-z]/g) ?? [];
    const own = [...known].filter((name) => name.startsWith("pathform_"));
    expect(own.filter((name) => !documented.has(name))).toEqual([]);
    expect(named.filter((name) => !exists(name, known))).toEqual([]);
    expect(metricsUsed().filter((name) => !exists(name, known))).toEqual([]);
  });

  it("answer within a second while PostgreSQL is silent", async () => {
    postgres.silenceAll();
    await eventually(
      async () => expect(await metricsOf("sessions")).toContain('pathform_ready{part="PostgreSQL"} 0'),
      60,
    );
    for (const name of ["sessions", "integrations"]) {
      expect(await metricsOf(name, AbortSignal.timeout(1_000))).toContain("pathform_reading_age_seconds");
    }
    // background loops wait for silent connections
    await Promise.all(["sessions", "integrations", "others"].map((name) => product.kill(name)));
  }, 120_000);
});

/** A histogram's series have suffixes. */
const exists = (name: string, known: Set<string>): boolean =>
  known.has(name) || known.has(name.replace(/_(bucket|sum|count)$/, ""));
