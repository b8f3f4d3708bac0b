import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Caller } from "../../../shared/bus/contract.ts";
import { statusOf } from "../auth/broker.ts";
import { type IntegrationsBroker, newCaller, newestFirst, startIntegrations } from "./broker.ts";

/** Quotas of accounts and forms (decisions §8). */
let broker: IntegrationsBroker;

beforeAll(async () => {
  Object.assign(process.env, { QUOTA_INTEGRATIONS_PER_ACCOUNT: "10", QUOTA_ATTACHMENTS_PER_FORM: "5" });
  broker = await startIntegrations();
});
afterAll(() => broker.stop());

const webhook = (caller: Caller) =>
  broker.call("integrations.create", {
    caller,
    type: "webhook",
    body: { name: "Hook", config: { url: "https://a.example" } },
  });
const attach = (caller: Caller, slug: string, integrationId: string) =>
  broker.call("integrations.attach", {
    caller,
    slug,
    body: { integration_id: integrationId, events: ["session.completed"] },
  });
const noticesOf = async (caller: Caller) =>
  (await broker.call("integrations.listNotices", { caller, query: {}, paging: newestFirst })).results;
const counted = (statuses: number[]) => [200, 409].map((code) => statuses.filter((status) => status === code).length);

test("creates 10 of 16 concurrent integrations with one notification", async () => {
  const caller = newCaller();
  const statuses = await Promise.all(Array.from({ length: 16 }, () => statusOf(webhook(caller))));
  expect(counted(statuses)).toEqual([10, 6]);
  await expect(webhook(caller)).rejects.toMatchObject({
    code: 409,
    message: expect.stringContaining("(10)"),
  });
  const { results } = await broker.call("integrations.list", { caller, paging: newestFirst });
  await broker.call("integrations.remove", { caller, type: "webhook", id: results[0]?.id ?? "" });
  expect(await statusOf(webhook(caller))).toBe(200);
  expect(await statusOf(webhook(newCaller()))).toBe(200);
  expect(await noticesOf(caller)).toMatchObject([{ kind: "quota_warning", form_slug: null, is_read: false }]);
});

test("notifies the account at 80% and not before", async () => {
  const caller = newCaller();
  for (let made = 1; made <= 8; made += 1) {
    expect(await noticesOf(caller)).toEqual([]);
    await webhook(caller);
  }
  expect(await noticesOf(caller)).toMatchObject([{ message: expect.stringContaining("80%") }]);
});

test("creates 5 of 9 concurrent attachments per form", async () => {
  const caller = newCaller();
  const [slug, other] = [broker.newForm(caller), broker.newForm(caller)];
  const made = await Promise.all(Array.from({ length: 9 }, () => webhook(caller)));
  const statuses = await Promise.all(made.map(({ id }) => statusOf(attach(caller, slug, id))));
  expect(counted(statuses)).toEqual([5, 4]);
  expect(await statusOf(attach(caller, other, made[0]?.id ?? ""))).toBe(200);
  expect(await noticesOf(caller)).toEqual(
    expect.arrayContaining([expect.objectContaining({ kind: "quota_warning", form_slug: slug })]),
  );
});
