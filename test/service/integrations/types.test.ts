import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { moduleOf } from "../../../services/integrations/types/index.ts";
import type { Delivery, IntegrationModule, Outcome } from "../../../services/integrations/types/type.ts";
import type { Json } from "../../../shared/domain/graph/types.ts";
import {
  descriptionOf,
  type IntegrationType,
  integrationTypeNames,
} from "../../../shared/domain/integrations/index.ts";
import { type Bench, deliveryOf, openBench, testOf } from "../../support/providers/delivery.ts";
import { startGoogle } from "../../support/providers/google.ts";
import { startHubSpot } from "../../support/providers/hubspot.ts";
import { startSalesforce } from "../../support/providers/salesforce.ts";
import { type StandIn, startStandIn } from "../../support/providers/standIn.ts";

/** Rules for every type's module (services/integrations/types/type.ts). A new type needs one row here. */
interface Row {
  start(): Promise<{ standIn: StandIn; issue?(): string; url?: string }>;
  config(standIn: StandIn): Record<string, Json>;
  secrets?(standIn: StandIn): Record<string, string>;
  /** The request that decides on a delivery. */
  at: string;
  /** Keys without which nothing is sent. */
  needed: string[];
}

/** Accepts any JSON by POST. */
async function receiver() {
  const route = { method: "POST", path: /^\/hook$/, page: "", takes: "json" as const, isOpen: true as const };
  const manners = {
    refuse: () => ({ status: 400 }),
    isBearer: () => true,
    unauthorized: () => ({ status: 401 }),
  };
  return { standIn: await startStandIn([{ ...route, answer: () => ({ status: 200, body: "ok" }) }], manners) };
}

async function provider(
  standIn: Awaited<ReturnType<typeof startHubSpot | typeof startSalesforce | typeof startGoogle>>,
) {
  return { standIn, issue: () => standIn.consent.issue(), url: standIn.url };
}

const rows = {
  webhook: {
    start: receiver,
    config: ({ url }) => ({ url: `${url}/hook`, verify_ssl: true }),
    secrets: () => ({ signing_secret: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw" }),
    at: "POST /hook",
    needed: [],
  },
  slack: {
    start: receiver,
    config: () => ({}),
    secrets: ({ url }) => ({ webhook_url: `${url}/hook` }),
    at: "POST /hook",
    needed: [],
  },
  hubspot: {
    start: async () => provider(await startHubSpot()),
    config: () => ({ email_node_id: "email", property_map: { firstname: "name" } }),
    at: "POST /crm/v3/objects/contacts",
    needed: ["email_node_id"],
  },
  salesforce: {
    start: async () => provider(await startSalesforce()),
    config: () => ({ object: "Lead", field_map: { LastName: "name", Company: "topics" } }),
    at: "POST /services/data/",
    needed: ["field_map"],
  },
  google_sheets: {
    start: async () => provider(await startGoogle()),
    config: () => ({ spreadsheet_id: "1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms", sheet_name: "Responses" }),
    at: "POST /v4/spreadsheets/1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms/values/",
    needed: ["spreadsheet_id"],
  },
} satisfies Record<IntegrationType, Row> as Record<IntegrationType, Row>;

describe.each(integrationTypeNames)("%s", (type) => {
  const module: IntegrationModule = moduleOf(type);
  const { auth, config: fields } = descriptionOf(type);
  const row = rows[type];
  let standIn: StandIn;
  let bench: Bench;
  let delivery: Delivery;
  let target: { issue?(): string; url?: string };

  beforeEach(async () => {
    ({ standIn, ...target } = await row.start());
    bench = openBench(target);
    delivery = deliveryOf(row.config(standIn), { secrets: row.secrets?.(standIn) ?? {} });
  });

  afterEach(async () => {
    await bench.close();
    await standIn.close();
    expect(standIn.undocumented).toEqual([]);
  });

  const failing = async (status: number, headers = {}): Promise<Outcome> => {
    standIn.failNext({ at: row.at, answer: { status, headers, body: { message: "no" } } });
    return module.deliver(delivery, bench.tools);
  };
  const arrived = () => standIn.asked.filter(({ method, path }) => `${method} ${path}`.startsWith(row.at)).length;

  test("delivers an event and records request and response", async () => {
    const outcome = await module.deliver(delivery, bench.tools);
    expect(outcome).toMatchObject({ kind: "delivered", error_message: null });
    expect([200, 201]).toContain(outcome.response_code);
    expect(outcome.request?.body).toEqual(expect.stringMatching(/^\{/));
    expect(outcome.response).not.toBeNull();
    expect(arrived()).toBe(1);
  });

  test("reports in a test whether it is connected", async () => {
    expect(await module.check(testOf(delivery), bench.tools)).toMatchObject({
      response_code: 200,
      error_message: null,
    });
    expect(arrived()).toBe(auth === "oauth" ? 0 : 1);
  });

  test("reports how long a busy receiver asks to wait", async () => {
    expect(await failing(429, { "retry-after": "7" })).toMatchObject({
      response_code: 429,
      error_message: expect.stringContaining("429"),
      retry_after: 7,
    });
  });

  test.each([403, 500, 503])("reports %s as an error that is retried", async (status) => {
    const outcome = await failing(status);
    const errorMessage = expect.stringContaining(String(status));
    expect(outcome).toMatchObject({ kind: "failed", response_code: status, error_message: errorMessage });
  });

  test("doesn't follow a redirect", async () => {
    const outcome = await failing(302, { location: `${standIn.url}/elsewhere` });
    expect(outcome).toMatchObject({ response_code: 302, error_message: expect.any(String) });
    expect(standIn.asked.some(({ path }) => path === "/elsewhere")).toBe(false);
  });

  test("reports a lost response as an error without a code", async () => {
    standIn.failNext({ at: row.at, lose: true });
    const outcome = await module.deliver(delivery, bench.tools);
    expect(outcome).toMatchObject({ response_code: null, error_message: expect.stringContaining("connection") });
  });

  test("succeeds when repeated after a delivery that arrived", async () => {
    await module.deliver(delivery, bench.tools);
    const again = await module.deliver({ ...delivery, attempt: 2 }, bench.tools);
    expect(again).toMatchObject({ response_code: 200 + (type === "salesforce" ? 1 : 0), error_message: null });
  });

  test("names a missing required key and sends nothing", async () => {
    for (const key of row.needed) {
      const config = { ...delivery.config };
      delete config[key];
      if (fields[key]?.default !== undefined) config[key] = fields[key].default;
      const outcome = await module.deliver({ ...delivery, config }, bench.tools);
      expect(outcome).toMatchObject({ response_code: null, request: null });
      expect(outcome.error_message).toContain(`config.${key}`);
    }
    expect(standIn.asked.length).toBe(0);
  });

  if (auth !== "oauth") return;

  test("renews a refused token once and repeats the request", async () => {
    const good = standIn as Awaited<ReturnType<typeof startHubSpot>>;
    const first = bench.tools.accessToken;
    bench.tools.accessToken = async () => {
      const token = await first();
      good.consent.expireAll();
      return token;
    };
    expect(await module.deliver(delivery, bench.tools)).toMatchObject({ error_message: null });
    expect(bench.refreshes()).toBe(1);
  });

  test("reports a refused new token without renewing it again", async () => {
    const never = openBench({ ...target, issue: () => "never-good" });
    const outcome = await module.deliver(delivery, never.tools);
    expect(outcome).toMatchObject({ response_code: 401, error_message: expect.stringContaining("401") });
    expect(never.refreshes()).toBe(1);
    await never.close();
  });

  test("waits without authorization, and retries without a token", async () => {
    const gone = openBench({ ...target, token: { kind: "refused", error_message: "Gone." } });
    expect(await module.deliver(delivery, gone.tools)).toMatchObject({
      kind: "postponed",
      until: "soon",
      error_message: "Gone.",
    });
    const busy = openBench({ ...target, token: { kind: "failed", error_message: "Busy.", retry_after: 9 } });
    const outcome = await module.deliver(delivery, busy.tools);
    expect(outcome).toMatchObject({ kind: "failed", error_message: "Busy.", retry_after: 9 });
    expect(standIn.asked.length).toBe(0);
    await gone.close();
    await busy.close();
  });
});
