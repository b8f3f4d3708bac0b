import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { chart, renderChart } from "../../deploy/kubernetes/tools/render.ts";
import { openReader } from "../../shared/platform/database/open.ts";
import { expecting, publishForm } from "../support/api.ts";
import { eventually } from "../support/eventually.ts";
import { isError, startLoad } from "../support/load.ts";
import { stablePort } from "../support/ports.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";
import { sampleForm } from "../support/sampleForms.ts";
import { register, type Stage } from "../support/stage.ts";
import { verify } from "../support/verify.ts";
import { type Cluster, startCluster } from "./cluster.ts";

/** The overlay `production`, with PgBouncer, roles, and NATS users. */
process.env.DATABASE_SETTINGS = "role";
const execFileAsync = promisify(execFile);
const { graph } = sampleForm("nps");
let cluster: Cluster;
let owner: Stage["owner"];
let receiver: Receiver;

beforeAll(async () => {
  receiver = await startReceiver();
  cluster = await startCluster("production", {
    SIGNUP: "open",
    ALLOW_PRIVATE_DESTINATIONS: "true",
    RATE_LIMITS: "off",
  });
  owner = await register(cluster.url);
}, 240_000);
afterAll(async () => {
  await cluster?.stop();
  await receiver?.close();
}, 60_000);

const logOf = (service: string) => (cluster.pods.get(service) ?? []).map(({ log }) => readFileSync(log, "utf8")).join();

test("respondents notice nothing while sessions scales from 2 copies to 4 and back, and each completion is delivered", async () => {
  const webhook = { name: "Receiver", config: { url: receiver.url } };
  const { body: integration } = await expecting(201, owner.post("/api/integrations/webhook/", webhook));
  const slug = await publishForm(owner, graph);
  const attachment = { integration_id: integration.id, events: ["session.completed"] };
  await expecting(201, owner.post(`/api/v2/form/${slug}/integrations/`, attachment));
  const load = startLoad({ urls: [cluster.url], slug, graph, respondents: 4 });
  await load.succeed(20);
  await cluster.scale("sessions", 4);
  await load.succeed(50);
  await cluster.scale("sessions", 2);
  await load.succeed(50);
  await load.finish();
  expect(load.outcomes.filter(isError)).toEqual([]);
  const found = await verify(load, { url: cluster.url, slug, key: owner.key });
  expect(found.problems).toEqual([]);
  expect(found.completed).toBe(load.sessions.length);
  const delivered = () => new Set(receiver.received.map(({ headers }) => headers["webhook-id"]));
  await eventually(() => expect(delivered().size).toBe(load.sessions.length), 30);
}, 120_000);

test("`helm test` succeeds while services work, and fails without them", async () => {
  const pod = renderChart(join(chart, "examples/production.yaml")).find(({ kind }) => kind === "Pod");
  const { command, args } = pod?.spec.containers[0] ?? {};
  const run = (url: URL) => {
    const script = args[0]
      .replace('host: "gateway"', `host: "${url.hostname}", port: ${url.port}`)
      .replace("forms.example.com", url.host);
    return execFileAsync(process.execPath, [...command.slice(1), script]);
  };
  expect((await run(new URL(cluster.url))).stdout.trim().split("\n").sort()).toEqual([
    "/api/v2/r/helm-test/ 404",
    "/readyz 200",
  ]);
  await expect(run(new URL(`http://127.0.0.1:${await stablePort()}`))).rejects.toThrow("ECONNREFUSED");
});

test("every role has its settings", () => {
  for (const service of cluster.pods.keys()) expect(logOf(service)).not.toMatch(/lacks|permission denied|unsupported/);
});

test("PostgreSQL ends a read behind the pooler after its call's deadline", async () => {
  const reader = await openReader(cluster.databaseUrlOf("analytics"), console);
  const client = await reader.within({ locals: { deadline: Date.now() + 2_000 } }).pool.connect();
  await client.query("begin");
  // longer than this test waits
  await client.query("set local statement_timeout = '60s'");
  await expect(client.query("select pg_sleep(50)")).rejects.toThrow("the deadline of its call has passed");
  client.release(true);
  const running = "select 1 from pg_stat_activity where query = 'select pg_sleep(50)' and state = 'active'";
  await eventually(async () => expect((await reader.pool.query(running)).rowCount).toBe(0), 20);
  await reader.close();
}, 60_000);
