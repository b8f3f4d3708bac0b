import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { type IntegrationsBroker, newCaller, newestFirst, startIntegrations } from "./broker.ts";

/** Notifications (decisions §2, §7). Those of failed deliveries are in deliveries.test.ts. */
let broker: IntegrationsBroker;

beforeAll(async () => {
  broker = await startIntegrations();
});
afterAll(() => broker.stop());

const noticesOf = async (caller: ReturnType<typeof newCaller>) =>
  (await broker.call("integrations.listNotices", { caller, query: {}, paging: newestFirst })).results;

test("adds a notification once per key", async () => {
  const [caller, other] = [newCaller(), newCaller()];
  const notice = {
    kind: "quota_warning",
    message: "80% is used.",
    key: "sessions/1",
    form_slug: "lunch",
  } as const;
  const add = (accountId: string, further = {}) =>
    broker.call("integrations.addNotice", { account_id: accountId, ...notice, ...further });
  await Promise.all([add(caller.account_id), add(caller.account_id), add(caller.account_id), add(other.account_id)]);
  await add(caller.account_id, { key: "sessions/2", form_slug: null });
  expect(await noticesOf(caller)).toMatchObject([
    { kind: "quota_warning", form_slug: null, is_read: false, integration_id: null },
    { kind: "quota_warning", form_slug: "lunch", message: "80% is used." },
  ]);
  expect(await noticesOf(other)).toHaveLength(1);
});

test("filters by read and unread, and marks all as read", async () => {
  const [caller, other] = [newCaller(), newCaller()];
  const add = (accountId: string, key: string) =>
    broker.call("integrations.addNotice", {
      account_id: accountId,
      kind: "quota_warning",
      message: key,
      key,
      form_slug: null,
    });
  for (const key of ["1", "2", "3"]) await add(caller.account_id, key);
  await add(other.account_id, "1");
  const list = async (who: typeof caller, query: { is_read?: boolean }) => {
    const { count, results } = await broker.call("integrations.listNotices", {
      caller: who,
      query,
      paging: newestFirst,
    });
    return [count, ...results.map(({ message }) => message)];
  };
  const [newest] = await noticesOf(caller);
  await broker.call("integrations.updateNotice", { caller, id: newest?.id ?? "", body: { is_read: true } });
  expect(await list(caller, { is_read: false })).toEqual([2, "2", "1"]);
  expect(await list(caller, { is_read: true })).toEqual([1, "3"]);
  await broker.call("integrations.readNotices", { caller });
  expect(await list(caller, { is_read: false })).toEqual([0]);
  expect(await list(caller, {})).toEqual([3, "3", "2", "1"]);
  expect(await list(other, { is_read: false })).toEqual([1, "1"]);
});
