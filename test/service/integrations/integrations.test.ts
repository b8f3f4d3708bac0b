import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { Integration } from "../../../shared/api/shapes/integrations.ts";
import type { Call } from "../../../shared/bus/calls.ts";
import { descriptionOf, type IntegrationType } from "../../../shared/domain/integrations/index.ts";
import { maskedValue } from "../../../shared/domain/integrations/maskedValue.ts";
import { checker } from "../../../shared/domain/schema.ts";
import { newUuid } from "../../../shared/platform/ids.ts";
import { manyWords, statementsWith } from "../../support/statements.ts";
import { statusOf } from "../auth/broker.ts";
import { type IntegrationsBroker, newCaller, newestFirst, startIntegrations } from "./broker.ts";

let broker: IntegrationsBroker;
let call: Call;

beforeAll(async () => {
  broker = await startIntegrations();
  call = broker.call;
});
afterAll(() => broker.stop());

const query = (text: string, values: unknown[] = []) => broker.service.database.pool.query(text, values);
const create = (caller: ReturnType<typeof newCaller>, type: string, config: object, name = "One") =>
  call("integrations.create", { caller, type, body: { name, config } });
const update = (caller: ReturnType<typeof newCaller>, record: { type: string; id: string }, body: object) =>
  call("integrations.update", { caller, type: record.type, id: record.id, body });
const errorsOf = (attempt: Promise<unknown>): Promise<string[]> =>
  attempt.then(
    () => [],
    (error) => error.data?.errors ?? [String(error)],
  );

/** A minimal `config` per type, with its shown fields and its secrets. */
const samples = [
  { type: "webhook", config: { url: "https://example.com/in" }, shown: { verify_ssl: true }, status: "connected" },
  {
    type: "slack",
    config: { webhook_url: "https://hooks.example.com/T0/B0/sesame" },
    secrets: ["webhook_url"],
    shown: {},
    status: "connected",
  },
  { type: "hubspot", config: {}, shown: { property_map: {} }, status: "not_connected" },
  { type: "salesforce", config: {}, shown: { object: "Lead", field_map: {} }, status: "not_connected" },
  { type: "google_sheets", config: {}, shown: { sheet_name: "Responses" }, status: "not_connected" },
];

describe.each(samples)("$type", ({ type, config, secrets = [], shown, status }) => {
  test("creates with defaults and status, and hides secrets", async () => {
    const caller = newCaller();
    const record = await create(caller, type, config);
    const readable = Object.fromEntries(Object.entries(config).filter(([name]) => !secrets.includes(name)));
    expect(record).toMatchObject({ type, name: "One", status, last_delivery: null });
    expect(record.config).toEqual({ ...readable, ...shown });
    expect(checker(Integration)(record)).toEqual([]);
    const { results } = await call("integrations.list", { caller, type, paging: newestFirst });
    expect(results).toEqual([{ ...record, health: { delivered: 0, failed: 0, pending: 0 } }]);
  });

  test("rejects unknown fields, also with null, and treats null as absent in others", async () => {
    const caller = newCaller();
    expect(await errorsOf(create(caller, type, { ...config, nonsense: 1, other: null }))).toEqual([
      "config.nonsense: unknown field",
      "config.other: unknown field",
    ]);
    const known = Object.keys(descriptionOf(type as IntegrationType).config).join(", ");
    await expect(create(caller, type, { ...config, nonsense: 1 })).rejects.toThrow(
      `\`config\` accepts the fields ${known}.`,
    );
    const record = await create(caller, type, config);
    expect(await errorsOf(update(caller, record, { config: { signing_secret: "x" } }))).toEqual([
      "config.signing_secret: unknown field",
    ]);
    const nulls = Object.fromEntries(Object.keys(shown).map((name) => [name, null]));
    expect((await create(caller, type, { ...config, ...nulls })).config).toEqual(record.config);
    expect((await update(caller, record, { config: nulls })).config).toEqual(record.config);
  });

  test("requires each required field", async () => {
    const required = Object.keys(config).map((name) => `config.${name}: is required`);
    expect(await errorsOf(create(newCaller(), type, {}))).toEqual(required);
    const caller = newCaller();
    const record = await create(caller, type, config);
    for (const name of Object.keys(config)) {
      expect(await errorsOf(update(caller, record, { config: { [name]: null } }))).toEqual([
        `config.${name}: is required`,
      ]);
    }
  });
});

describe("config", () => {
  test.each<[object, string]>([
    [{ url: "ftp://example.com" }, "config.url: "],
    [{ url: "http://" }, "config.url: "],
    [{ url: "https://example.com/\r\nx" }, "config.url: "],
    [{ url: 5 }, "config.url: must be a string"],
    [{ url: "https://user:secret@example.com/in" }, "config.url: must have no user name or password"],
    [{ url: "https://user@example.com/in" }, "config.url: must have no user name or password"],
    [{ url: "https://e.com", verify_ssl: "yes" }, "config.verify_ssl: must be a boolean"],
    [{ url: "https://e.com", headers: { "X-A": "a\r\nX-B: b" } }, "config.headers.X-A: "],
    [{ url: "https://e.com", headers: { "X-A": "snow ☃" } }, "config.headers.X-A: "],
    [{ url: "https://e.com", headers: { "X-A": 1 } }, "config.headers"],
    [{ url: "https://e.com", headers: { "X A": "a" } }, "config.headers: "],
    [{ url: "https://e.com", headers: { "X-A": "1", "x-a": "2" } }, "config.headers.x-a: "],
    [{ url: "https://e.com", headers: [] }, "config.headers"],
    ...["Content-Type", "content-length", "HOST", "User-Agent", "webhook-id", "Connection", "Transfer-Encoding"].map(
      (name): [object, string] => [{ url: "https://e.com", headers: { [name]: "x" } }, `config.headers.${name}: `],
    ),
    [
      { url: "https://e.com", headers: Object.fromEntries(Array.from({ length: 11 }, (_, i) => [`X-${i}`, "x"])) },
      "config.headers: must have at most 10 members",
    ],
  ])("rejects %j for a webhook", async (config, beginning) => {
    const errors = await errorsOf(create(newCaller(), "webhook", config));
    expect(errors).toHaveLength(1);
    expect(errors[0]?.startsWith(beginning)).toBe(true);
  });

  test.each([
    ["hubspot", { property_map: { "a b": "q1" } }, "config.property_map: "],
    ["hubspot", { property_map: { firstname: "no node" } }, "config.property_map"],
    ["hubspot", { email_node_id: "" }, "config.email_node_id: "],
    ["salesforce", { object: "../Lead" }, "config.object: "],
    ["google_sheets", { spreadsheet_id: "a/b" }, "config.spreadsheet_id: "],
  ])("rejects, for %s, %j", async (type, config, beginning) => {
    const errors = await errorsOf(create(newCaller(), type, config));
    expect(errors).toHaveLength(1);
    expect(errors[0]?.startsWith(beginning)).toBe(true);
  });

  test("merges concurrent updates and clears with null", async () => {
    const caller = newCaller();
    const record = await create(caller, "webhook", { url: "https://a.example", headers: { "X-A": "1" } });
    expect(record.config.headers).toEqual({ "X-A": maskedValue });
    await Promise.all([
      update(caller, record, { config: { verify_ssl: false } }),
      update(caller, record, { config: { url: "https://b.example" } }),
      update(caller, record, { name: "Two" }),
    ]);
    const merged = await update(caller, record, {});
    expect(merged).toMatchObject({
      name: "Two",
      config: { url: "https://b.example", verify_ssl: false, headers: { "X-A": maskedValue } },
    });
    expect(merged.modified > record.modified).toBe(true);
    const cleared = await update(caller, record, { config: { headers: null, verify_ssl: null } });
    expect(cleared.config).toEqual({ url: "https://b.example", verify_ssl: true });
  });
});

describe("status", () => {
  const disable = (id: string) => query("update integrations.integrations set status = 'disabled' where id = $1", [id]);

  test.each(samples)("enables a disabled $type", async ({ type, config, status }) => {
    const caller = newCaller();
    const record = await create(caller, type, config);
    await disable(record.id);
    const isOauth = status === "not_connected";
    expect(await statusOf(update(caller, record, { status: "connected" }))).toBe(isOauth ? 409 : 200);
    const { results } = await call("integrations.list", { caller, paging: newestFirst });
    expect(results[0]?.status).toBe(isOauth ? "disabled" : "connected");
  });

  test("returns 409 for an OAuth integration that was never connected", async () => {
    const caller = newCaller();
    expect(await statusOf(update(caller, await create(caller, "hubspot", {}), { status: "connected" }))).toBe(409);
  });
});

describe("ownership and lists", () => {
  test("returns 403 for another account's, and 404 for a missing one, another type's path and an unknown type", async () => {
    const caller = newCaller();
    const record = await create(caller, "webhook", { url: "https://a.example" });
    const attempts = async (who: typeof caller, type: string, id: string) => [
      await statusOf(update(who, { type, id }, { name: "x" })),
      await statusOf(call("integrations.remove", { caller: who, type, id })),
    ];
    expect(await attempts(newCaller(), "webhook", record.id)).toEqual([403, 403]);
    expect(await attempts(caller, "slack", record.id)).toEqual([404, 404]);
    expect(await attempts(caller, "nonsense", record.id)).toEqual([404, 404]);
    expect(await attempts(caller, "constructor", record.id)).toEqual([404, 404]);
    expect(await attempts(caller, "webhook", newUuid())).toEqual([404, 404]);
    expect(await attempts(caller, "webhook", "nonsense")).toEqual([404, 404]);
    expect(await statusOf(create(caller, "nonsense", {}))).toBe(404);
    expect(await statusOf(call("integrations.list", { caller, type: "nonsense", paging: newestFirst }))).toBe(404);
    expect(await attempts(caller, "webhook", record.id)).toEqual([200, 200]);
  });

  test("lists only the account's own, with search, order and pages", async () => {
    const caller = newCaller();
    for (const name of ["b 100%", "a_b", "C'\\d", "ab"]) {
      await create(caller, name === "ab" ? "hubspot" : "webhook", name === "ab" ? {} : { url: "https://e.com" }, name);
    }
    const list = async (options: object) => {
      const { count, results } = await call("integrations.list", { caller, paging: { ...newestFirst, ...options } });
      return [count, ...results.map(({ name }) => name)];
    };
    expect(await list({})).toEqual([4, "ab", "C'\\d", "a_b", "b 100%"]);
    expect(await list({ ordering: { field: "created", descending: false }, limit: 2, offset: 1 })).toEqual([
      4,
      "a_b",
      "C'\\d",
    ]);
    expect(await list({ ordering: { field: "name", descending: true }, limit: 1 })).toEqual([4, "b 100%"]);
    expect(await list({ search: "A_B" })).toEqual([1, "a_b"]);
    expect(await list({ search: "%" })).toEqual([1, "b 100%"]);
    expect(await list({ search: "'\\" })).toEqual([1, "C'\\d"]);
    expect(await list({ search: "% B" })).toEqual([1, "b 100%"]);
    const { count } = await call("integrations.list", { caller: newCaller(), paging: newestFirst });
    expect(count).toBe(0);
  });
});

test("uses the same statements for one search word and for twenty", async () => {
  const caller = newCaller();
  const { type, id } = await create(caller, "webhook", { url: "https://e.com" });
  const slug = broker.newForm(caller);
  const lists = (search: string) => {
    const paging = { ...newestFirst, search };
    return Promise.all([
      call("integrations.list", { caller, paging }),
      call("integrations.listAttachments", { caller, slug, paging }),
      call("integrations.listDeliveries", { caller, type, id, query: {}, paging }),
    ]);
  };
  const one = await statementsWith("like", () => lists("on"));
  expect(one).toHaveLength(6);
  expect(await statementsWith("like", () => lists(manyWords))).toEqual(one);
});

describe("secrets", () => {
  test("are encrypted in the database and change only when sent", async () => {
    const caller = newCaller();
    const sealedSecrets = await import("../../../services/integrations/sealedSecrets.ts");
    const stored = async (id: string): Promise<Record<string, string>> =>
      (await query("select secrets from integrations.integrations where id = $1", [id])).rows[0].secrets;
    const unsealed = async (id: string, name: string) => sealedSecrets.unsealOne(id, await stored(id), name);

    const slack = await create(caller, "slack", { webhook_url: "https://hooks.example.com/open-sesame" });
    const webhook = await create(caller, "webhook", { url: "https://a.example" });
    expect(await unsealed(slack.id, "webhook_url")).toBe("https://hooks.example.com/open-sesame");
    expect(await unsealed(webhook.id, "signing_secret")).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);

    const before = await stored(slack.id);
    await update(caller, slack, { name: "Renamed" });
    expect(await stored(slack.id)).toEqual(before);
    const answer = await update(caller, slack, { config: { webhook_url: "https://hooks.example.com/other-sesame" } });
    expect(await unsealed(slack.id, "webhook_url")).toBe("https://hooks.example.com/other-sesame");
    expect(JSON.stringify(answer)).not.toContain("sesame");
    // a sealed text can't be opened in another row
    expect(() => sealedSecrets.unsealOne(webhook.id, before, "webhook_url")).toThrow();

    const { rows: tables } = await query("select tablename from pg_tables where schemaname = 'integrations'");
    const dumps = await Promise.all(
      tables.map(({ tablename }) => query(`select row_to_json(t)::text as row from integrations.${tablename} t`)),
    );
    const dump = dumps.flatMap(({ rows }) => rows.map(({ row }) => row as string)).join("\n");
    expect(dump).toContain(slack.id);
    expect(dump).not.toContain("sesame");
    expect(dump).not.toContain("whsec_");
  });
});

test("shows up to 1,000 integrations of a member before a removal", async () => {
  const caller = newCaller();
  const { id } = await create(caller, "hubspot", {});
  await query(
    `insert into integrations.integrations (id, account_id, type, name, config, secrets, status, created_by)
      select gen_random_uuid(), account_id, type, 'N' || n, config, secrets, status, created_by
      from integrations.integrations, generate_series(1, 1000) n where id = $1`,
    [id],
  );
  const member = { caller, user_id: caller.user_id ?? "", email: "ada@example.com" };
  const { integrations, mails } = await call("integrations.ofMember", member);
  expect([integrations.length, mails.length]).toEqual([1_000, 0]);
});
