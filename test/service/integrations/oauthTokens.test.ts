import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from "@jest/globals";
import pg from "pg";
import { exchangeRefreshToken } from "../../../services/integrations/oauth/grants.ts";
import { providerOf } from "../../../services/integrations/oauth/provider.ts";
import { openTokens } from "../../../services/integrations/oauth/tokens.ts";
import { openOutgoing } from "../../../services/integrations/outgoing/send.ts";
import { readGrant, renewGrant } from "../../../services/integrations/store/grants.ts";
import { alone } from "../../../services/integrations/store/leases.ts";
import type { Token } from "../../../services/integrations/types/type.ts";
import type { Caller } from "../../../shared/bus/contract.ts";
import { newUuid } from "../../../shared/platform/ids.ts";
import { eventually } from "../../support/eventually.ts";
import { type Providers, startProviders } from "../../support/providers/all.ts";
import { type IntegrationsBroker, newCaller, newestFirst, startIntegrations } from "./broker.ts";

/** Tokens and their renewal (decisions §7), on two copies that share only PostgreSQL. */
let broker: IntegrationsBroker;
let providers: Providers;
let hubspot: Providers["hubspot"];
let salesforce: Providers["salesforce"];
let google: Providers["google_sheets"];
let caller: Caller;
let copies: { pool: pg.Pool; outgoing: ReturnType<typeof openOutgoing> }[];
const baseUrl = "https://forms.example.com";

beforeAll(async () => {
  providers = await startProviders();
  ({ hubspot, salesforce, google_sheets: google } = providers);
  Object.assign(process.env, providers.env, { ALLOW_PRIVATE_DESTINATIONS: "true" });
  broker = await startIntegrations();
  copies = [1, 2].map(() => ({
    pool: new pg.Pool({ connectionString: broker.service.database.url }),
    outgoing: openOutgoing({ timeoutMs: 5_000, allowPrivate: true }),
  }));
});
afterAll(async () => {
  for (const { pool, outgoing } of copies) {
    await pool.end();
    await outgoing.close();
  }
  await broker.stop();
  await providers?.close();
});
beforeEach(() => {
  caller = newCaller();
  for (const standIn of providers.all) {
    standIn.consent.grants.length = 0;
    standIn.delay = 0;
  }
});

async function connected(type: string, integrationId?: string): Promise<string> {
  const query = integrationId ? { integration_id: integrationId } : {};
  const { url } = await broker.call("integrations.connect", { caller, type, query, base_url: baseUrl });
  const back = new URL((await fetch(url, { redirect: "manual" })).headers.get("location") ?? "");
  const answer = Object.fromEntries(back.searchParams) as { state: string };
  const { location } = await broker.call("integrations.callback", { caller, type, query: answer, base_url: baseUrl });
  return new URL(location).searchParams.get("connected") ?? "";
}

/** Returns the tokens of an attempt on a copy, from 0. `now` moves its clock. */
function tokensOn(copy: number, id: string, now: () => Date = () => new Date()) {
  const { pool, outgoing } = copies[copy % 2] as (typeof copies)[0];
  return openTokens({ database: { pool }, send: outgoing.within(5_000), now }, id);
}

const pool = () => broker.service.database.pool;
const statusOf = async (id: string) => (await readGrant(pool(), id))?.status;
const textOf = (token: Token) => (token.kind === "token" ? token.token : token.kind);
const inSeconds = (seconds: number) => () => new Date(Date.now() + seconds * 1000);

describe("a token", () => {
  test("is renewed a minute before it expires, and stored", async () => {
    const id = await connected("hubspot");
    const first = await tokensOn(0, id).accessToken();
    expect(first).toMatchObject({ kind: "token", instance_url: hubspot.url });
    expect(await tokensOn(1, id, inSeconds(1800 - 70)).accessToken()).toEqual(first);
    expect(hubspot.consent.grants).toEqual(["authorization_code"]);
    const renewed = await tokensOn(1, id, inSeconds(1800 - 50)).accessToken();
    expect(textOf(renewed)).toMatch(/^access-/);
    expect(renewed).not.toEqual(first);
    expect(hubspot.consent.grants).toEqual(["authorization_code", "refresh_token"]);
    expect(await tokensOn(0, id).accessToken()).toEqual(renewed);
  });

  test("is used until it is refused if it has no expiry, at the instance that Salesforce names", async () => {
    const id = await connected("salesforce");
    const tokens = tokensOn(0, id, inSeconds(10 * 365 * 86_400));
    const first = await tokens.accessToken();
    expect(first).toMatchObject({ kind: "token", instance_url: salesforce.url });
    const second = await tokens.refresh();
    expect(textOf(second)).not.toBe(textOf(first));
    expect(salesforce.consent.grants).toEqual(["authorization_code", "refresh_token"]);
  });

  test.each(["hubspot", "google_sheets", "salesforce"])("is renewed repeatedly for %s", async (type) => {
    const id = await connected(type);
    const tokens = tokensOn(0, id);
    const seen = [await tokens.accessToken(), await tokens.refresh(), await tokens.refresh()].map(textOf);
    expect(new Set(seen).size).toBe(3);
    expect(await statusOf(id)).toBe("connected");
  });
});

describe("several copies that need a new token", () => {
  test("ask the provider once and share the result", async () => {
    const id = await connected("salesforce");
    salesforce.delay = 150;
    const attempts = Array.from({ length: 8 }, (_, copy) => tokensOn(copy, id));
    const first = await Promise.all(attempts.map((tokens) => tokens.accessToken()));
    const renewed = await Promise.all(attempts.map((tokens) => tokens.refresh()));
    expect(new Set(first.map(textOf)).size).toBe(1);
    expect(new Set(renewed.map(textOf)).size).toBe(1);
    expect(textOf(renewed[0] as Token)).toMatch(/^access-/);
    expect(salesforce.consent.grants.filter((grant) => grant === "refresh_token").length).toBe(1);
    expect(await statusOf(id)).toBe("connected");
  });

  test("use a token that is already there", async () => {
    const id = await connected("salesforce");
    const [early, late] = [tokensOn(0, id), tokensOn(1, id)];
    await late.accessToken();
    await early.accessToken();
    const renewed = await early.refresh();
    expect(await late.refresh()).toEqual(renewed);
    expect(salesforce.consent.grants.length).toBe(2);
  });

  test("overwrite nothing after the lease has expired", async () => {
    const id = await connected("hubspot");
    const grant = await readGrant(pool(), id);
    await tokensOn(0, id, inSeconds(1800)).accessToken();
    const stale = { kind: "granted" as const, access_token: "stale", refresh_token: "stale", expires_at: null };
    const kept = { ...stale, instance_url: null, scope: null };
    expect(await renewGrant(pool(), id, grant?.grant_revision ?? -1, kept)).toBe(false);
    expect(textOf(await tokensOn(1, id).accessToken())).toMatch(/^access-/);
  });
});

describe("a lease", () => {
  const hold = (name: string, seconds: number) =>
    pool().query("insert into integrations.leases values ($1, $2, clock_timestamp() + make_interval(secs => $3))", [
      name,
      newUuid(),
      seconds,
    ]);

  test("blocks others until it expires if its copy died", async () => {
    await hold("dead", 3_600);
    const tries = jest.spyOn(pool(), "query");
    let isDone = false;
    const working = alone(pool(), "dead", async () => {
      isDone = true;
    });
    await eventually(() => expect(tries.mock.calls.length).toBeGreaterThan(2));
    expect(isDone).toBe(false);
    tries.mockRestore();
    await pool().query("update integrations.leases set until = clock_timestamp() where name = 'dead'");
    await working;
    expect(isDone).toBe(true);
    expect((await pool().query("select 1 from integrations.leases where name = 'dead'")).rowCount).toBe(0);
  });

  test("excludes others, and is released when the work throws", async () => {
    let inside = 0;
    const work = async () => {
      inside += 1;
      expect(inside).toBe(1);
      await new Promise((done) => setTimeout(done, 20));
      inside -= 1;
      return true;
    };
    const runs = await Promise.all(
      Array.from({ length: 6 }, (_, n) => alone(copies[n % 2]?.pool ?? pool(), "one", work)),
    );
    expect(runs).toEqual(Array(6).fill(true));
    await expect(alone(pool(), "one", () => Promise.reject(new Error("no")))).rejects.toThrow("no");
    expect(await alone(pool(), "one", async () => 1)).toBe(1);
  });
});

describe("revoked access", () => {
  test.each(["hubspot", "salesforce", "google_sheets"] as const)(
    "stops requests to %s until it is reconnected",
    async (type) => {
      const standIn = { hubspot, salesforce, google_sheets: google }[type];
      const id = await connected(type);
      standIn.consent.withdraw();
      const tokens = tokensOn(0, id);
      await tokens.accessToken();
      expect(await tokens.refresh()).toMatchObject({ kind: "refused" });
      expect(await statusOf(id)).toBe("not_connected");
      expect((await readGrant(pool(), id))?.secrets).toEqual({});
      const { results } = await broker.call("integrations.listNotices", { caller, query: {}, paging: newestFirst });
      expect(results).toMatchObject([{ kind: "integration_not_connected", integration_id: id, is_read: false }]);
      const asked = standIn.consent.grants.length;
      expect(await tokensOn(1, id).accessToken()).toMatchObject({ kind: "refused" });
      expect(await tokens.refresh()).toMatchObject({ kind: "refused" });
      expect(standIn.consent.grants.length).toBe(asked);
      expect(await connected(type, id)).toBe(id);
      expect(await statusOf(id)).toBe("connected");
      expect(await tokensOn(1, id).accessToken()).toMatchObject({ kind: "token" });
    },
  );
});

describe("a failing provider", () => {
  test.each([
    [503, {}, null],
    [429, { "retry-after": "11" }, 11],
  ])("keeps the authorization after %s", async (status, headers, retryAfter) => {
    const id = await connected("hubspot");
    const tokens = tokensOn(0, id);
    await tokens.accessToken();
    hubspot.failNext({ at: "POST /oauth/v3/token", answer: { status, headers, body: { message: "no" } } });
    expect(await tokens.refresh()).toEqual({
      kind: "failed",
      error_message: `HubSpot returned ${status} instead of a token.`,
      retry_after: retryAfter,
    });
    expect(await statusOf(id)).toBe("connected");
    expect(await tokens.refresh()).toMatchObject({ kind: "token" });
  });

  test("reports a rejected client to the administrator and keeps the authorization", async () => {
    const id = await connected("google_sheets");
    const body = { error: "invalid_client", error_description: "Unauthorized" };
    google.failNext({ at: "POST /token", answer: { status: 401, body } });
    const tokens = tokensOn(0, id);
    await tokens.accessToken();
    expect(await tokens.refresh()).toMatchObject({
      kind: "failed",
      error_message: expect.stringContaining("invalid_client"),
    });
    expect(await statusOf(id)).toBe("connected");
  });

  test("reports a failed connection and a response without a token", async () => {
    const id = await connected("hubspot");
    const tokens = tokensOn(0, id);
    await tokens.accessToken();
    hubspot.failNext({ at: "POST /oauth/v3/token", lose: true });
    expect(await tokens.refresh()).toMatchObject({
      kind: "failed",
      error_message: expect.stringContaining("connection"),
    });
    hubspot.failNext({ at: "POST /oauth/v3/token", answer: { status: 200, body: { hello: "there" } } });
    expect(await tokens.refresh()).toMatchObject({ kind: "failed" });
    expect(await statusOf(id)).toBe("connected");
  });

  test("that answers with more seconds than a date can have gives a token without an end", async () => {
    const id = await connected("hubspot");
    const tokens = tokensOn(0, id);
    await tokens.accessToken();
    const body = { access_token: "endless", token_type: "bearer", refresh_token: "r", expires_in: 1e300 };
    hubspot.failNext({ at: "POST /oauth/v3/token", answer: { status: 200, body } });
    expect(textOf(await tokens.refresh())).toBe("endless");
    expect(await readGrant(pool(), id)).toMatchObject({ token_expires_at: null });
  });
});

test("doesn't send tokens to a private address", async () => {
  const guarded = openOutgoing({ timeoutMs: 2_000, allowPrivate: false });
  const before = hubspot.asked.length;
  const grant = await exchangeRefreshToken(providerOf("hubspot"), guarded.within(2_000), () => new Date(), "r");
  expect(grant).toMatchObject({
    kind: "failed",
    error_message: "The URL points to a private address. Use a public URL.",
  });
  expect(hubspot.asked.length).toBe(before);
  await guarded.close();
});
