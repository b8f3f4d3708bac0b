import { existsSync, readFileSync } from "node:fs";
import { setPriority } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { expecting, publishForm } from "../support/api.ts";
import { type Balancer, startBalancer } from "../support/balancer.ts";
import { eventually } from "../support/eventually.ts";
import { isError, type Load, startLoad } from "../support/load.ts";
import { type NatsWithUsers, startNatsWithUsers } from "../support/natsUsers.ts";
import { connected, freshDatabase, migrate } from "../support/postgres.ts";
import { lastLines } from "../support/processes.ts";
import { type CopyName, type Product, type ServiceName, serviceNames, startProduct } from "../support/product.ts";
import { type Receiver, startReceiver } from "../support/receiver.ts";
import { rolesIn, type ServiceRoles } from "../support/roles.ts";
import { sampleForm } from "../support/sampleForms.ts";
import { register, type Stage } from "../support/stage.ts";
import { deliveryProblems, verify } from "../support/verify.ts";
import { type Answered, answeredGraph, type Owners, startOwners } from "./owners.ts";
import { letPeopleIn, type People } from "./people.ts";
import { previousCode, previousCommits } from "./previous.ts";

/**
 * A previous release beside this one on the schema of this one. Its copies have the services' names, and the new ones a `-2`.
 */
const root = join(import.meta.dirname, "../..");
const isNew = (name: string): boolean => name.endsWith("-2");
const newCopy = (service: ServiceName): CopyName => `${service}-2`;
const noticeMs = 2_500;
const rights = "deploy/nats/nats.conf";
/** without emphasis and links, which the release before doesn't know */
const { markup: _, ...graph } = sampleForm("audit").graph;

/** code of the previous release */
let previous: string;
let product: Product;
let roles: ServiceRoles;
let nats: NatsWithUsers;
let balancer: Balancer;
let receiver: Receiver;
let owner: Stage["owner"];
let slug: string;
let answered: Answered;
let loads: Load[];
let owners: Owners;
let people: People | undefined;

async function setUp(commit: string): Promise<void> {
  previous = previousCode(commit);
  people = undefined;
  const database = await freshDatabase();
  nats = await startNatsWithUsers(readFileSync(join(previous, rights), "utf8"));
  await migrate(database.url, previous);
  roles = rolesIn(database.url);
  await roles.make(previous);
  product = await startProduct({
    way: "many",
    database: { ...database, drop: () => roles.drop().then(database.drop) },
    codeOf: (name) => (isNew(name) ? root : previous),
    env: { DRAIN_NOTICE_MS: String(noticeMs), NAMESPACE: "pathform" },
    envOf: (name) => environmentOf(name.replace(/-\d+$/, "")),
  });
  receiver = await startReceiver();
  serviceNames.forEach(raisePriority);
  balancer = await startBalancer(product.urls);
  owner = await register(balancer.url, false);
  slug = await newForm();
  loads = [200, noticeMs - 500].map((pauseMs) =>
    startLoad({ urls: [balancer.url], slug, graph, respondents: 4, pauseMs }),
  );
  const slugs = [await newForm(), await newForm()];
  answered = await answerForm();
  const operations = readFileSync(join(previous, "docs/operations.txt"), "utf8").split("\n");
  const { cookie, key } = owner;
  const isKnown = (id: string) => operations.includes(id);
  owners = startOwners({ url: balancer.url, slugs, graph, answered, cookie, key, isKnown });
}

async function tearDown(): Promise<void> {
  await Promise.all([...(loads ?? []).map((load) => load.finish()), owners?.finish()]);
  await balancer?.close();
  await product?.stop();
  await nats?.stop();
  await receiver?.close();
}

/** A service's users of NATS and PostgreSQL, as in the chart, the overlays and Compose. */
function environmentOf(service: string): Record<string, string> {
  return { NATS_URL: nats.urlOf(service), ...(service !== "gateway" && { DATABASE_URL: roles.urlOf(service) }) };
}

/** Publishes a form whose events go to the receiver. */
async function newForm(): Promise<string> {
  const webhook = { name: "Receiver", config: { url: receiver.url } };
  const { body: integration } = await expecting(201, owner.post("/api/integrations/webhook/", webhook));
  const published = await publishForm(owner, graph);
  const attachment = { integration_id: integration.id, events: ["session.started", "session.completed"] };
  await expecting(201, owner.post(`/api/v2/form/${published}/integrations/`, attachment));
  return published;
}

/** Publishes a form, and answers it once. */
async function answerForm(): Promise<Answered> {
  const published = await publishForm(owner, answeredGraph);
  const { body: session } = await expecting(201, owner.post(`/api/v2/r/${published}/start/`, {}));
  const answers = [{ node_id: "why", value: "Rain" }];
  await expecting(200, owner.post(`/api/v2/r/session/${session.id}/answers/?complete=true`, { answers }));
  return { slug: published, session: session.id };
}

/** Starts copies, one at a time because starts need much CPU, and stops the old ones once all are ready. */
async function replace(old: CopyName[], by: CopyName[]): Promise<void> {
  for (const name of by) {
    await product.start(name);
    await untilReady(name);
  }
  balancer.use(product.urls);
  await work();
  await Promise.all(old.map((name) => product.kill(name, "SIGTERM")));
  await work();
}

async function untilReady(name: string): Promise<void> {
  await eventually(async () => {
    const process = product.processes.get(name);
    if (!process?.isRunning()) throw new Error(`${name} ended:\n${process && lastLines(process.log)}`);
    const response = await fetch(`${product.opsUrl(name)}/readyz`);
    if (!response.ok) throw new Error(`${name} isn't ready: ${await response.text()}`);
  }, 120);
  raisePriority(name);
}

/** Starting processes would starve analytics, which runs with a low priority. */
function raisePriority(name: string): void {
  try {
    setPriority(product.processes.get(name)?.pid ?? 0, 0);
  } catch {
    // only root can raise it
  }
}

/** Lets respondents and owners work with the copies that run now. */
async function work(): Promise<void> {
  await Promise.all([loads[0]?.succeed(30, 120), owners.ask(15)]);
}

async function replaceAll(isForward: boolean): Promise<void> {
  const [previous, next] = [[...serviceNames], serviceNames.map(newCopy)];
  await (isForward ? replace(previous, next) : replace(next, previous));
}

type Order = readonly ServiceName[];
const gatewayFirst: Order = serviceNames;
const gatewayLast: Order = serviceNames.toReversed();

async function replaceEach(isForward: boolean, order: Order): Promise<void> {
  for (const [at, service] of order.entries()) {
    await (isForward ? replace([service], [newCopy(service)]) : replace([newCopy(service)], [service]));
    await assertNoExcess(`${isForward ? "this" : "the previous"} release of ${service}`);
    if (!isForward) await assertAnonymousReads(order.slice(0, at + 1));
  }
}

const knowsAnonymous = (release: string): boolean =>
  existsSync(join(release, "services/auth/migrations/0018-anonymous.ts"));

/** Old copies refuse people who read responses without personal data alone, unless they know that right. Nothing else does. */
async function assertAnonymousReads(old: readonly ServiceName[]): Promise<void> {
  const isRefused = !knowsAnonymous(previous) && (old.includes("analytics") || old.includes("forms"));
  // the previous release of auth may not know the person's rights
  if (old.includes("auth") && !knowsAnonymous(previous)) return;
  const status = isRefused ? 403 : 200;
  expect({ old, reads: await people?.anonymousReads() }).toEqual({ old, reads: [status, status, status] });
}

/** Fails if a request has failed since the start. */
function assertNoErrors(step: string): void {
  const respondents = loads.flatMap(({ outcomes }) => outcomes.filter(isError));
  expect({ step, respondents, owners: owners.problems }).toEqual({ step, respondents: [], owners: [] });
}

/** NATS ends connections when it takes new rights. The release before does not wait until copies are back. */
function forgiveMissedCopies(): void {
  const missed = /Sessions are unavailable, so forms can't show their counts/;
  owners.problems.splice(0, Infinity, ...owners.problems.filter((problem) => !missed.test(problem)));
}

/** A mix of releases gives no one more rights than this one (teams §20.16). */
async function assertNoExcess(step: string): Promise<void> {
  expect({ step, excess: (await people?.excess()) ?? [] }).toEqual({ step, excess: [] });
}

/** Copies of both releases count each session once. */
async function assertCounted(): Promise<void> {
  const statuses = ["in_progress", "completed", "abandoned"];
  await connected(product.database.url, async (client) => {
    const read = async (columns: string, from: string) =>
      (await client.query(`select form_id, ${columns} from ${from} group by form_id order by form_id`)).rows;
    const sessions = await read(
      statuses.map((status) => `(count(*) filter (where status = '${status}'))::integer as ${status}`).join(),
      "sessions.sessions",
    );
    const counts = await read(
      statuses.map((status) => `sum(${status})::integer as ${status}`).join(),
      "sessions.form_counts where day = '-infinity'",
    );
    expect(sessions.length).toBeGreaterThan(0);
    expect(counts).toEqual(sessions);
  });
}

/** A new copy stays unready until NATS has the rights of its release, if there are new ones. Old copies work with both. */
async function replaceRights(): Promise<void> {
  const [before, after] = [previous, root].map((folder) => readFileSync(join(folder, rights), "utf8"));
  await product.start("sessions-2");
  if (before !== after)
    await eventually(async () => {
      const response = await fetch(`${product.opsUrl("sessions-2")}/readyz`);
      expect(await response.text()).toMatch(/NATS refused \w+\.\w+ to sessions: update nats\.conf/);
    }, 60);
  nats.reload(after ?? "");
  await untilReady("sessions-2");
  await product.kill("sessions-2", "SIGTERM");
}

describe.each(previousCommits)("from %s", (commit) => {
  beforeAll(() => setUp(commit), 180_000);
  afterAll(tearDown, 60_000);

  test("upgrades and downgrades fail no request, lose no session and keep the ids of events", upgradeAndBack, 900_000);
});

async function upgradeAndBack(): Promise<void> {
  await work();
  assertNoErrors("the previous release");
  await migrate(product.database.url);
  await roles.make();
  await work();
  assertNoErrors("the new schema and roles");
  await replaceRights();
  await work();
  forgiveMissedCopies();
  assertNoErrors("the new rights");
  await replaceEach(true, gatewayFirst);
  assertNoErrors("an upgrade of one service after the other, the gateway first");
  await replaceAll(false);
  assertNoErrors("a downgrade of all services");
  await replaceEach(true, gatewayLast);
  assertNoErrors("an upgrade of one service after the other, the gateway last");
  people = await letPeopleIn(balancer.url, owner.cookie, slug, answered);
  await assertNoExcess("this release");
  await assertAnonymousReads([]);
  await replaceEach(false, gatewayLast);
  assertNoErrors("a downgrade of one service after the other");
  await Promise.all([...loads.map((load) => load.finish()), owners.finish()]);
  assertNoErrors("the end");
  const sessions = loads.flatMap((load) => load.sessions);
  const found = await verify({ sessions, unknownStarts: () => 0 }, { url: balancer.url, slug, key: owner.key });
  expect(found.problems).toEqual([]);
  expect(found.completed).toBe(sessions.length);
  await assertCounted();
  await eventually(() => expect(deliveryProblems(sessions, receiver.received)).toEqual([]), 60);
}
