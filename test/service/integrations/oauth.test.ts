import { afterAll, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import type { CallbackQuery, ConnectQuery } from "../../../shared/api/shapes/integrations.ts";
import type { Caller } from "../../../shared/bus/contract.ts";
import { descriptionOf, integrationTypeNames, oauthTypes } from "../../../shared/domain/integrations/index.ts";
import { newUuid } from "../../../shared/platform/ids.ts";
import { type Providers, startProviders } from "../../support/providers/all.ts";
import { type IntegrationsBroker, newCaller, newestFirst, startIntegrations } from "./broker.ts";

/** OAuth authorization (decisions §7) against stand-ins for the providers. */
let broker: IntegrationsBroker;
let providers: Providers;
let hubspot: Providers["hubspot"];
let google: Providers["google_sheets"];
let caller: Caller;
const baseUrl = "https://forms.example.com";

beforeAll(async () => {
  providers = await startProviders();
  ({ hubspot, google_sheets: google } = providers);
  Object.assign(process.env, providers.env, { ALLOW_PRIVATE_DESTINATIONS: "true" });
  broker = await startIntegrations();
});
afterAll(async () => {
  await broker.stop();
  await providers?.close();
});
beforeEach(() => {
  caller = newCaller();
});

const rows = async (text: string, values: unknown[] = []) =>
  (await broker.service.database.pool.query(text, values)).rows;

const connect = async (type: string, query: ConnectQuery = {}, by = caller): Promise<URL> =>
  new URL((await broker.call("integrations.connect", { caller: by, type, query, base_url: baseUrl })).url);

/** Authorizes as the user and returns the parameters of the redirect. */
async function consent(url: URL): Promise<CallbackQuery & Record<string, string>> {
  const response = await fetch(url, { redirect: "manual" });
  expect(response.status).toBe(302);
  const back = new URL(response.headers.get("location") ?? "");
  return Object.fromEntries(back.searchParams) as CallbackQuery & Record<string, string>;
}

const finish = async (type: string, query: CallbackQuery, by = caller): Promise<URL> =>
  new URL((await broker.call("integrations.callback", { caller: by, type, query, base_url: baseUrl })).location);

const connected = async (type: string, query: ConnectQuery = {}) =>
  finish(type, await consent(await connect(type, query)));

const list = async (type: string) =>
  (await broker.call("integrations.list", { caller, type, paging: newestFirst })).results;

const grantsOf = () => providers.all.reduce((sum, { consent: { grants } }) => sum + grants.length, 0);

describe("connect", () => {
  test.each(oauthTypes)("requests authorization from %s with state and PKCE S256", async (type) => {
    const { searchParams } = await connect(type);
    expect(searchParams.get("redirect_uri")).toBe(`${baseUrl}/api/integrations/${type}/callback/`);
    expect(searchParams.get("response_type")).toBe("code");
    expect(searchParams.get("code_challenge_method")).toBe("S256");
    expect(searchParams.get("code_challenge")).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(searchParams.get("state")).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(await list(type)).toEqual([]);
  });

  test("hides state and verifier in the database, and expires them after 10 minutes", async () => {
    const state = (await connect("hubspot")).searchParams.get("state") ?? "";
    const [row] = await rows(
      "select s.*, s::text as text, expires_at - now() as rest from integrations.oauth_states s where account_id = $1",
      [caller.account_id],
    );
    expect(row.text).not.toContain(state);
    expect(row.text).not.toContain(Buffer.from(state).toString("hex"));
    expect(row.code_verifier).toMatch(/^v1:/);
    expect(row.rest.minutes).toBe(9);
  });

  test.each([...integrationTypeNames.filter((type) => !descriptionOf(type).oauth), "fax"])(
    "returns 404 for %s, which has no OAuth",
    async (type) => {
      await expect(connect(type)).rejects.toMatchObject({ code: 404 });
      await expect(finish(type, { state: "x", code: "y" })).rejects.toMatchObject({ code: 404 });
    },
  );

  test("returns 403 for another account's integration, 404 for another type's, and 400 for a name with it", async () => {
    const id = (await connected("hubspot")).searchParams.get("connected") ?? "";
    const query = { integration_id: id };
    await expect(connect("hubspot", query, newCaller())).rejects.toMatchObject({ code: 403 });
    await expect(connect("salesforce", query)).rejects.toMatchObject({ code: 404 });
    await expect(connect("hubspot", { integration_id: newUuid() })).rejects.toMatchObject({ code: 404 });
    await expect(connect("hubspot", { ...query, name: "New" })).rejects.toMatchObject({ code: 400 });
  });

  test.each([
    "https://evil.example/",
    "//evil.example/",
    "/\\evil.example",
    "javascript:alert(1)",
    "https://forms.example.com.evil.example/",
    "/\tx",
  ])("rejects return_to %j on another site with 400", async (returnTo) => {
    await expect(connect("hubspot", { return_to: returnTo })).rejects.toMatchObject({ code: 400 });
  });
});

describe("callback", () => {
  test.each(oauthTypes)("connects %s and seals its tokens", async (type) => {
    const location = await connected(type, { name: "Ours" });
    expect(location.href).toMatch(/^https:\/\/forms\.example\.com\/\?connected=[0-9a-f-]{36}$/);
    const [integration] = await list(type);
    expect(integration).toMatchObject({
      id: location.searchParams.get("connected"),
      name: "Ours",
      status: "connected",
    });
    const [row] = await rows("select i::text as text, secrets from integrations.integrations i where id = $1", [
      integration?.id,
    ]);
    expect(row.text).not.toMatch(/(access|refresh)-[0-9a-f]{32}/);
    expect(Object.keys(row.secrets).sort()).toEqual(["access_token", "refresh_token"]);
    await connected(type, { integration_id: integration?.id ?? "" });
    const audited = await rows("select entry from integrations.audit_outbox where account_id = $1 order by id", [
      caller.account_id,
    ]);
    const targets = [{ type: "integration", id: integration?.id, name: "Ours" }];
    expect(audited).toMatchObject(
      Array(2).fill({ entry: { action: "integration.connected", targets, actor: { id: caller.user_id } } }),
    );
  });

  test("redirects to the page the user came from", async () => {
    const location = await connected("hubspot", { return_to: "/forms/x?tab=integrations#list" });
    expect(location.href).toMatch(
      /^https:\/\/forms\.example\.com\/forms\/x\?tab=integrations&connected=[0-9a-f-]+#list$/,
    );
    const absolute = await connected("hubspot", { return_to: `${baseUrl}/a` });
    expect(absolute.pathname).toBe("/a");
  });

  test("keeps name and configuration when reconnecting", async () => {
    const body = { name: "Leads", config: { object: "Contact", field_map: { LastName: "name" } } };
    const made = await broker.call("integrations.create", { caller, type: "salesforce", body });
    expect(made.status).toBe("not_connected");
    const location = await connected("salesforce", { integration_id: made.id });
    expect(location.searchParams.get("connected")).toBe(made.id);
    expect(await list("salesforce")).toEqual([expect.objectContaining({ ...body, id: made.id, status: "connected" })]);
  });

  test("accepts a state once", async () => {
    const answer = await consent(await connect("hubspot"));
    const both = await Promise.allSettled([finish("hubspot", answer), finish("hubspot", answer)]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    const grants = grantsOf();
    await expect(finish("hubspot", answer)).rejects.toMatchObject({ code: 400 });
    expect(grantsOf()).toBe(grants);
    expect((await list("hubspot")).length).toBe(1);
  });

  test("returns 400 and exchanges nothing for an unknown, expired or foreign state", async () => {
    const answer = await consent(await connect("hubspot"));
    const grants = grantsOf();
    const refused = async (type: string, query: CallbackQuery, by: Caller) => {
      const error = await finish(type, query, by).catch((thrown) => thrown);
      expect(error).toMatchObject({ code: 400 });
      return error.message;
    };
    const messages = [
      await refused("hubspot", { ...answer, state: "unknown" }, caller),
      await refused("hubspot", answer, newCaller()),
      await refused("hubspot", answer, { ...caller, user_id: newUuid() }),
      await refused("salesforce", answer, caller),
    ];
    await rows("update integrations.oauth_states set expires_at = now() where account_id = $1", [caller.account_id]);
    messages.push(await refused("hubspot", answer, caller));
    // all give the same message
    expect(new Set(messages).size).toBe(1);
    expect(grantsOf()).toBe(grants);
  });

  test("keeps the state after others tried it, and lets any user of the account complete an API key's authorization", async () => {
    const byKey = { ...caller, user_id: null, key_id: newUuid() };
    const answer = await consent(await connect("hubspot", {}, byKey));
    await expect(finish("hubspot", answer, newCaller())).rejects.toMatchObject({ code: 400 });
    expect((await finish("hubspot", answer)).searchParams.has("connected")).toBe(true);
  });

  test("returns the reason when the user declines, and leaves nothing", async () => {
    hubspot.consent.denyNext();
    expect((await connected("hubspot")).href).toBe(`${baseUrl}/?error=access_denied`);
    expect(await list("hubspot")).toEqual([]);
  });

  test("returns the reason for a refused code, a failing provider, a missing scope and a wrong issuer", async () => {
    const reasonOf = async (change: (answer: CallbackQuery) => CallbackQuery = (answer) => answer) =>
      (await finish("google_sheets", change(await consent(await connect("google_sheets"))))).searchParams.get("error");
    expect(await reasonOf((answer) => ({ ...answer, code: "stolen" }))).toBe("code_refused");
    google.failNext({ at: "POST /token", answer: { status: 503, body: {} } });
    expect(await reasonOf()).toBe("exchange_failed");
    expect(await reasonOf((answer) => ({ ...answer, iss: "https://evil.example" }))).toBe("exchange_failed");
    const tokens = { access_token: "a", token_type: "Bearer", expires_in: 3599 };
    google.failNext({
      at: "POST /token",
      answer: { status: 200, body: { ...tokens, refresh_token: "r", scope: "email" } },
    });
    expect(await reasonOf()).toBe("scope_missing");
    google.failNext({ at: "POST /token", answer: { status: 200, body: tokens } });
    expect(await reasonOf()).toBe("no_refresh_token");
    expect(await list("google_sheets")).toEqual([]);
  });

  test("rejects a callback without or with both code and error, and keeps the state", async () => {
    const answer = await consent(await connect("hubspot"));
    await expect(finish("hubspot", { state: answer.state })).rejects.toMatchObject({ code: 400 });
    await expect(finish("hubspot", { ...answer, error: "x" })).rejects.toMatchObject({ code: 400 });
    expect((await finish("hubspot", answer)).searchParams.has("connected")).toBe(true);
  });

  test("doesn't restore an integration that was deleted in between", async () => {
    const body = { name: "Gone", config: {} };
    const { id } = await broker.call("integrations.create", { caller, type: "hubspot", body });
    const answer = await consent(await connect("hubspot", { integration_id: id }));
    await broker.call("integrations.remove", { caller, type: "hubspot", id });
    expect((await finish("hubspot", answer)).searchParams.get("error")).toBe("integration_deleted");
    expect(await list("hubspot")).toEqual([]);
  });
});
