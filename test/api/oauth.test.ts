import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Json } from "../../shared/domain/graph/types.ts";
import { oauthTypes } from "../../shared/domain/integrations/index.ts";
import {
  anonymous,
  baseUrl,
  client,
  cookieOf,
  expecting,
  type Owner,
  owner,
  publishForm,
  type Reply,
  signedIn,
  walk,
} from "../support/api.ts";
import { eventually } from "../support/eventually.ts";
import { type Product, startProduct, type Way } from "../support/product.ts";
import { type Providers, startProviders } from "../support/providers/all.ts";
import { graph } from "../support/providers/delivery.ts";
import { share } from "../support/run.ts";

/** OAuth authorization and deliveries to providers (decisions §7), through the whole product. */
declare const way: Way;
let product: Product;
let without: string;
let providers: Providers;
let hubspot: Providers["hubspot"];
let salesforce: Providers["salesforce"];
let google: Providers["google_sheets"];
let mine: Owner;
let dashboard: ReturnType<typeof client>;

beforeAll(async () => {
  without = baseUrl();
  providers = await startProviders();
  ({ hubspot, salesforce, google_sheets: google } = providers);
  const env = { ...providers.env, DELIVERY_SCHEDULE: "1s,1s,1s" };
  product = await startProduct({ way, env, others: ["auth", "forms", "sessions", "analytics"] });
  share(way, product.url);
  mine = await owner();
  dashboard = signedIn(mine.cookie);
}, 120_000);

afterAll(async () => {
  await product?.stop();
  await providers?.close();
}, 60_000);

/** Goes to the provider and returns the callback's path with its parameters. */
async function asked(type: string, query = "", by: Pick<Owner, "get"> = dashboard): Promise<string> {
  const { body } = await expecting(200, by.get(`/api/integrations/${type}/connect/${query}`));
  const response = await fetch(body.url, { redirect: "manual" });
  const back = new URL(response.headers.get("location") ?? "");
  expect(back.origin).toBe(product.url);
  return back.pathname + back.search;
}

const locationOf = ({ headers }: Reply): URL => new URL(headers.get("location") ?? "");

async function connected(type: string, query = ""): Promise<string> {
  const location = locationOf(await expecting(302, dashboard.get(await asked(type, query))));
  return location.searchParams.get("connected") ?? "";
}

/** Creates a form whose completed sessions, or these events, go to this integration. */
async function formWith(integrationId: string, events = ["session.completed"]): Promise<string> {
  const edges = graph.nodes
    .slice(1)
    .map(({ id }, index) => ({ from: graph.nodes[index]?.id, to: id, condition: null }));
  const slug = await publishForm(mine, { ...graph, edges });
  await expecting(201, mine.post(`/api/v2/form/${slug}/integrations/`, { integration_id: integrationId, events }));
  return slug;
}

const configure = (type: string, id: string, config: Record<string, Json>) =>
  expecting(200, mine.patch(`/api/integrations/${type}/${id}/`, { config }));

const deliveriesOf = async (slug: string, session: string) =>
  (await expecting(200, mine.get(`/api/v2/form/${slug}/responses/${session}/deliveries/`))).body;

const statusOf = async (type: string, id: string) => {
  const { results } = (await mine.get(`/api/integrations/${type}/`)).body;
  return results.find((one: { id: string }) => one.id === id)?.status;
};

describe("connecting", () => {
  test("returns the user to the dashboard with a connected integration", async () => {
    const path = await asked("google_sheets", "?name=Answers&return_to=%2Fforms");
    const reply = await expecting(302, dashboard.get(path));
    const location = locationOf(reply);
    expect(location.origin + location.pathname).toBe(`${product.url}/forms`);
    expect(reply.headers.get("referrer-policy")).toBe("no-referrer");
    const id = location.searchParams.get("connected");
    const { results } = (await mine.get("/api/integrations/google_sheets/")).body;
    expect(results).toMatchObject([{ id, name: "Answers", status: "connected", config: { sheet_name: "Responses" } }]);
    await expecting(400, dashboard.get(path));
  });

  test("completes only for the account's signed-in user", async () => {
    const path = await asked("hubspot", "", mine);
    await expecting(401, anonymous().get(path));
    await expecting(403, mine.get(path));
    const other = await owner();
    const reply = await expecting(400, signedIn(other.cookie).get(path));
    expect(Object.keys(reply.body)).toEqual(["detail"]);
    await expecting(302, dashboard.get(path));
    expect((await other.get("/api/integrations/")).body.count).toBe(0);
  });

  test("isn't completed while the workspace is going to be deleted", async () => {
    const { cookie, password } = await owner();
    const me = signedIn(cookie);
    const path = await asked("hubspot", "", me);
    const { body } = await expecting(200, me.get("/api/workspaces/"));
    const [{ id, name }] = body.results;
    await expecting(200, me.post(`/api/workspaces/${id}/delete/`, { name, password }));
    await expecting(409, me.get(path));
  });

  test("returns the reason if the user declines", async () => {
    hubspot.consent.denyNext();
    const reply = await expecting(302, dashboard.get(await asked("hubspot")));
    expect(locationOf(reply).href).toBe(`${product.url}/?error=access_denied`);
  });

  test("rejects invalid requests", async () => {
    const refusals: [number, string][] = [
      [404, "/api/integrations/webhook/connect/"],
      [404, "/api/integrations/slack/connect/"],
      [404, "/api/integrations/fax/connect/"],
      [400, "/api/integrations/hubspot/connect/?scope=all"],
      [400, "/api/integrations/hubspot/connect/?return_to=https%3A%2F%2Fevil.example%2F"],
      [400, "/api/integrations/hubspot/connect/?integration_id=x"],
      [404, "/api/integrations/hubspot/connect/?integration_id=00000000-0000-4000-8000-000000000000"],
      [400, "/api/integrations/hubspot/callback/"],
      [400, "/api/integrations/hubspot/callback/?state=x&code=y"],
    ];
    for (const [status, path] of refusals) await expecting(status, dashboard.get(path));
    await expecting(405, dashboard.post("/api/integrations/hubspot/connect/"));
  });

  test("returns 409 without a client", async () => {
    const credentials = { email: `${crypto.randomUUID()}@example.com`, password: "correct horse battery", name: "B" };
    const registered = await expecting(201, client({}, without).post("/api/auth/register/", credentials));
    const there = client({ cookie: cookieOf(registered) }, without);
    for (const type of oauthTypes) {
      const { body } = await expecting(409, there.get(`/api/integrations/${type}/connect/`));
      expect(body.detail).toContain(`${type.toUpperCase()}_CLIENT_ID`);
      await expecting(400, there.get(`/api/integrations/${type}/callback/?state=x&code=y`));
    }
  });
});

describe("delivering", () => {
  test("turns completed sessions into contacts, records and rows, without credentials in their records", async () => {
    const ids = {
      hubspot: await connected("hubspot"),
      salesforce: await connected("salesforce"),
      google_sheets: await connected("google_sheets"),
    };
    await configure("hubspot", ids.hubspot, { email_node_id: "email", property_map: { firstname: "name" } });
    await configure("salesforce", ids.salesforce, { field_map: { LastName: "name", Company: "topics" } });
    await configure("google_sheets", ids.google_sheets, { spreadsheet_id: google.spreadsheet.id });
    const slug = await formWith(ids.hubspot);
    for (const integrationId of [ids.salesforce, ids.google_sheets]) {
      const attachment = { integration_id: integrationId, events: ["session.completed"] };
      await expecting(201, mine.post(`/api/v2/form/${slug}/integrations/`, attachment));
    }
    const session = await walk(slug, { name: "Grace", email: "grace@example.com", topics: ["a", "b"], stars: 5 });
    const deliveries = await eventually(async () => {
      const found = await deliveriesOf(slug, session);
      expect(found.length).toBe(3);
      return found;
    });
    expect(deliveries.map(({ status }: { status: string }) => status)).toEqual(["success", "success", "success"]);
    expect([...hubspot.contacts.values()]).toContainEqual({ email: "grace@example.com", firstname: "Grace" });
    expect(salesforce.records).toContainEqual({
      object: "Lead",
      fields: { LastName: "Grace", Company: "Art & craft; Biology" },
    });
    const rows = google.spreadsheet.sheets.find(({ title }) => title === "Responses")?.rows ?? [];
    expect(rows.find(([id]) => id === session)?.slice(4)).toEqual([
      "Grace",
      "grace@example.com",
      "Art & craft; Biology",
      5,
      "",
    ]);
    for (const { id, integration_id, integration_type } of deliveries) {
      const path = `/api/integrations/${integration_type}/${integration_id}/deliveries/${id}/`;
      const detail = JSON.stringify((await expecting(200, mine.get(path))).body);
      expect(detail).not.toMatch(/(access|refresh)-[0-9a-f]{32}/);
      expect(detail).toContain("[redacted]");
    }
    for (const [type, id] of Object.entries(ids)) {
      const { body } = await expecting(200, mine.post(`/api/integrations/${type}/${id}/test/`));
      expect(body).toMatchObject({ success: true, response_code: 200 });
    }
  });

  test.each([
    ["after its delivery", false],
    ["before its delivery, which it waits for", true],
  ])(
    "changes the record of a response that is corrected %s",
    async (_when, isEarly) => {
      const id = await connected("salesforce");
      const config = { field_map: { LastName: "name", Company: "email", NumberOfEmployees: "stars" } };
      await configure("salesforce", id, config);
      const slug = await formWith(id, ["session.completed", "session.updated"]);
      const name = `Corrected ${isEarly}`;
      if (isEarly) salesforce.failNext({ at: "POST /services/data", answer: { status: 503, body: [] } });
      const session = await walk(slug, { name, email: "a@example.com", stars: 4 });
      const path = `/api/v2/form/${slug}/responses/${session}/`;
      const correct = (answers: object) => expecting(200, mine.patch(`${path}answers/`, { answers }));
      const delivered = (event: string) => async () => {
        const records = await deliveriesOf(slug, session);
        const found = records.filter(
          (one: { event: string; status: string }) => one.event === event && one.status === "success",
        );
        return found.length;
      };
      if (!isEarly) await eventually(async () => expect(await delivered("session.completed")()).toBe(1));
      await correct({ stars: 5 });
      await correct({ stars: null });
      await correct({ stars: null });
      await eventually(async () => expect(await delivered("session.updated")()).toBe(2), 60);
      expect(salesforce.records.filter((record) => record?.fields.LastName === name)).toEqual([
        { object: "Lead", fields: { LastName: name, Company: "a@example.com", NumberOfEmployees: null } },
      ]);
    },
    90_000,
  );

  test("records one error for a mapping to a missing node, and delivers the rest once", async () => {
    const id = await connected("salesforce");
    await configure("salesforce", id, { field_map: { LastName: "name", Company: "email", Description: "gone" } });
    const slug = await formWith(id);
    const session = await walk(slug, { name: "Partial", email: "partial@example.com" });
    const [record] = await eventually(async () => {
      const found = await deliveriesOf(slug, session);
      expect(found.length).toBe(1);
      return found;
    });
    expect(record).toMatchObject({ status: "error", response_code: 201, next_attempt_at: null });
    expect(record.error_message).toContain("config.field_map.Description names the node gone");
    expect(salesforce.records.filter((record) => record?.fields.LastName === "Partial").length).toBe(1);
  });

  test("keeps deliveries after access was revoked, and sends them after reconnecting", async () => {
    const id = await connected("hubspot");
    await configure("hubspot", id, { email_node_id: "email" });
    const slug = await formWith(id);
    hubspot.consent.withdraw();
    hubspot.consent.expireAll();
    const held = await Promise.all([1, 2, 3].map((n) => walk(slug, { name: "Held", email: `held-${n}@example.com` })));
    await eventually(async () => expect(await statusOf("hubspot", id)).toBe("not_connected"));
    held.push(await walk(slug, { name: "Held", email: "held-4@example.com" }));
    const emails = () =>
      [...hubspot.contacts.values()].map(({ email }) => email).filter((email) => /^held/.test(email ?? ""));
    expect(emails()).toEqual([]);
    expect(await connected("hubspot", `?integration_id=${id}`)).toBe(id);
    await eventually(() => expect(emails().sort()).toEqual([1, 2, 3, 4].map((n) => `held-${n}@example.com`)), 30);
    for (const session of held) {
      const deliveries = await eventually(async () => {
        const found = await deliveriesOf(slug, session);
        expect(found.length).toBeGreaterThan(0);
        return found;
      });
      expect(deliveries).toMatchObject([{ status: "success" }]);
    }
  }, 60_000);

  test("keeps deliveries of an integration that was never connected", async () => {
    const body = { name: "Later", config: { email_node_id: "email" } };
    const { id } = (await expecting(201, mine.post("/api/integrations/hubspot/", body))).body;
    const slug = await formWith(id);
    const session = await walk(slug, { email: "later@example.com" });
    const test = await expecting(200, mine.post(`/api/integrations/hubspot/${id}/test/`));
    expect(test.body).toMatchObject({ success: false, response_code: null, error_message: expect.any(String) });
    await connected("hubspot", `?integration_id=${id}`);
    await eventually(async () => expect(await deliveriesOf(slug, session)).toMatchObject([{ status: "success" }]));
    expect([...hubspot.contacts.values()]).toContainEqual({ email: "later@example.com" });
  });
});
