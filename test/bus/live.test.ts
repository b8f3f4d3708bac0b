import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { client, expecting, publishForm } from "../support/api.ts";
import { type Balancer, startBalancer } from "../support/balancer.ts";
import { eventually } from "../support/eventually.ts";
import { ownersProcesses, together } from "../support/faults.ts";
import { isError, isWhole, type Load } from "../support/load.ts";
import { chain, node } from "../support/sampleGraphs.ts";
import { type Stage, startStage } from "../support/stage.ts";
import { verify } from "../support/verify.ts";

/** Availability while parts restart, stop or are missing (design §1, §7.3). */
let stage: Stage;
let balancer: Balancer;
beforeAll(async () => {
  stage = await startStage({ copies: ["gateway-2", "sessions-2"], others: together, env: { DRAIN_NOTICE_MS: "2000" } });
  balancer = await startBalancer(stage.product.urls);
}, 120_000);
afterAll(async () => {
  await balancer?.close();
  await stage?.stop();
}, 60_000);

/** Low, constant load, which leaves CPU for the restarts. */
const pauseMs = 100;

const failed = ({ outcomes }: Load) => outcomes.filter(isError);

async function verified(load: Load, slug: string) {
  const found = await verify(load, { url: stage.product.url, slug, key: stage.owner.key });
  expect(found.problems).toEqual([]);
  expect(found.completed).toBeGreaterThan(0);
}

/** Sends SIGTERM. A process that takes over 10 s exits with 1 (shared/platform/ops/drain.ts). */
async function stop(name: string): Promise<void> {
  const { ended } = stage.product.processes.get(name) ?? {};
  await stage.product.kill(name, "SIGTERM");
  expect({ name, end: await ended }).toEqual({ name, end: 0 });
}

async function isReady(name: string): Promise<void> {
  const response = await fetch(`${stage.product.opsUrl(name)}/readyz`);
  if (!response.ok) throw new Error(`${name} waits for ${await response.text()}`);
}

async function restart(name: string): Promise<void> {
  await stop(name);
  await stage.product.start(name);
  await eventually(() => isReady(name), 60);
}

test("a rolling restart of all services fails no respondent's request", async () => {
  const slug = await stage.newForm();
  const load = stage.load(slug, 6, { url: balancer.url, pauseMs });
  await load.succeed(60);
  for (const name of ["sessions", "sessions-2", "gateway", "gateway-2"]) await restart(name);
  if (isWhole) await Promise.all(ownersProcesses.map(restart));
  await load.succeed(60);
  await load.finish();
  expect(failed(load)).toEqual([]);
  await verified(load, slug);
}, 180_000);

describe("without the owners' services", () => {
  const paths = {
    forms: { path: "/api/v2/form/", names: "Forms" },
    analytics: { path: "/api/v2/form/some-form/responses/", names: "Responses" },
    integrations: { path: "/api/integrations/", names: "Integrations" },
    auth: { path: "/api/auth/me/", names: "Sign-in" },
  };

  async function refused(part: keyof typeof paths): Promise<void> {
    const { path, names } = paths[part];
    const response = await fetch(stage.product.url + path, { headers: { authorization: `Bearer ${stage.owner.key}` } });
    const { detail } = (await response.json()) as { detail: string };
    expect([part, response.status, response.headers.get("retry-after")]).toEqual([part, 503, "2"]);
    expect(detail).toContain(names);
  }

  test("respondents can complete; owners get the name of the missing service and see everything later", async () => {
    const slug = await stage.newForm();
    const load = stage.load(slug, 4, { pauseMs: isWhole ? pauseMs : 300 });
    // without auth, no other service is named
    if (isWhole) {
      await Promise.all(["forms", "analytics", "integrations"].map(stop));
      await Promise.all([refused("forms"), refused("analytics"), refused("integrations")]);
    }
    await stop(isWhole ? "auth" : "others");
    await Promise.all([refused("auth"), load.succeed(isWhole ? 200 : 60)]);
    expect((await fetch(`${stage.product.url}/api/v2/r/${slug}/`)).status).toBe(200);
    for (const part of ownersProcesses) await stage.product.start(part);
    await stage.product.untilReady();
    await load.finish();
    expect(failed(load)).toEqual([]);
    await verified(load, slug);
  }, 120_000);
});

describe("scale-out", () => {
  const started = /^pathform_action_duration_seconds_count\{action="sessions.start"\} (\d+)$/m;

  async function starts(copy: string): Promise<number> {
    const text = await (await fetch(`${stage.product.opsUrl(copy)}/metrics`)).text();
    return Number(started.exec(text)?.[1] ?? 0);
  }

  /** Runs requests one after the other and checks each response. */
  async function startSessions(slug: string, index: number, count: number): Promise<void> {
    const respondent = client({}, stage.product.urls[index % 2]);
    for (let made = 0; made < count; made += 1) await expecting(201, respondent.post(`/api/v2/r/${slug}/start/`));
  }

  async function reachesAll(copies: string[], slug: string, index: number): Promise<void> {
    const before = await Promise.all(copies.map(starts));
    await startSessions(slug, index, 8 * copies.length);
    const after = await Promise.all(copies.map(starts));
    expect(after.filter((count, place) => count === before[place])).toEqual([]);
  }

  // test/domain/affinity.test.ts tests the strategy with 5,000 sessions
  test("each copy gets its share of the sessions, including new copies", async () => {
    const added = isWhole ? ["sessions-3", "sessions-4"] : ["sessions-3"];
    const copies = ["sessions", "sessions-2", ...added];
    for (const copy of added) await stage.product.start(copy);
    await Promise.all(copies.map((copy) => eventually(() => isReady(copy), 60)));
    const slug = await publishForm(stage.owner, chain(node("name", "short_text")));
    // a ready copy may not have met every gateway yet
    for (const index of [0, 1]) await eventually(() => reachesAll(copies, slug, index), 30);
    const before = await Promise.all(copies.map(starts));
    // enough sessions that 1.5 times the mean is over five standard deviations away
    const sessions = 80 * copies.length;
    await Promise.all(Array.from({ length: 8 }, (_, index) => startSessions(slug, index, sessions / 8)));
    const shares = (await Promise.all(copies.map(starts))).map((count, place) => count - (before[place] ?? 0));
    expect(shares.reduce((sum, share) => sum + share)).toBe(sessions);
    expect(Math.max(...shares)).toBeLessThan((1.5 * sessions) / copies.length);
  }, 120_000);
});

describe("a change through one gateway is visible in the next request through the other", () => {
  const rounds = isWhole ? 20 : 4;
  const [first, second] = [0, 1];
  /** owner and respondent, alternating between the gateways */
  const at = (round: number) => {
    const [here, there] = round % 2 === 0 ? [first, second] : [second, first];
    const [hereUrl = "", thereUrl = ""] = [stage.product.urls[here], stage.product.urls[there]];
    const authorization = `Bearer ${stage.owner.key}`;
    return { owner: client({ authorization }, hereUrl), anybody: client({}, thereUrl), hereUrl, thereUrl };
  };
  const publicStatus = async (round: number, slug: string) =>
    (await at(round).anybody.get(`/api/v2/r/${slug}/`)).status;

  async function everyRound(work: (round: number) => Promise<void>): Promise<void> {
    for (let round = 1; round <= rounds; round += 1) await work(round);
  }

  test("after publishing", async () => {
    const slug = await stage.newForm();
    await everyRound(async (round) => {
      const { owner, anybody } = at(round);
      expect((await owner.post(`/api/v2/form/${slug}/publish/`)).body.version_number).toBe(round + 1);
      expect((await anybody.get(`/api/v2/r/${slug}/`)).body.version_number).toBe(round + 1);
    });
  }, 120_000);

  test("after PATCH", async () => {
    const slug = await stage.newForm();
    await everyRound(async (round) => {
      const { owner, anybody } = at(round);
      const isAcceptingResponses = round % 2 === 0;
      await owner.patch(`/api/v2/form/${slug}/`, {
        is_accepting_responses: isAcceptingResponses,
        title: `Round ${round}`,
      });
      expect((await anybody.post(`/api/v2/r/${slug}/start/`)).status).toBe(isAcceptingResponses ? 201 : 409);
      expect((await anybody.get(`/api/v2/r/${slug}/`)).body.form.title).toBe(`Round ${round}`);
    });
  }, 120_000);

  test("after DELETE and restore", async () => {
    const slug = await stage.newForm();
    await everyRound(async (round) => {
      const { owner } = at(round);
      await owner.delete(`/api/v2/form/${slug}/`);
      expect(await publicStatus(round, slug)).toBe(404);
      await owner.patch(`/api/v2/form/${slug}/`, { is_active: true });
      expect(await publicStatus(round, slug)).toBe(200);
    });
  }, 120_000);

  test("after changing the slug", async () => {
    let slug = await stage.newForm();
    const base = slug.slice(0, 40);
    await everyRound(async (round) => {
      const renamed = `${base}-r${round}`;
      expect((await at(round).owner.patch(`/api/v2/form/${slug}/`, { slug: renamed })).status).toBe(200);
      expect([await publicStatus(round, slug), await publicStatus(round, renamed)]).toEqual([404, 200]);
      slug = renamed;
    });
  }, 120_000);

  test("after revoking a key", async () => {
    await everyRound(async (round) => {
      const { hereUrl, thereUrl } = at(round);
      const user = client({ cookie: stage.owner.cookie }, hereUrl);
      const { body } = await user.post("/api/account/api-keys/", { name: `Round ${round}` });
      const holder = client({ authorization: `Bearer ${body.key}` }, thereUrl);
      expect((await holder.get("/api/v2/form/?limit=1")).status).toBe(200);
      await user.delete(`/api/account/api-keys/${body.id}/`);
      expect((await holder.get("/api/v2/form/?limit=1")).status).toBe(401);
    });
  }, 120_000);
});
