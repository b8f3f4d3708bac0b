import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { Delivery } from "../../../shared/api/shapes/integrations.ts";
import { checker } from "../../../shared/domain/schema.ts";
import { hang, ok, status } from "../../support/receiver.ts";
import { statusOf } from "../auth/broker.ts";
import { newestFirst } from "./broker.ts";
import { type Attached, type Stage, startStage } from "./deliveriesStage.ts";
import { openReceivers, until, waitingOn } from "./deliveriesSupport.ts";

/** Retry, test, cancel and list (decisions §7, §9.3). */
let stage: Stage;
const { receiver, close: closeReceivers } = openReceivers();
const { untilRecords, untilQuiet } = waitingOn(() => stage);

beforeAll(async () => {
  stage = await startStage();
});
afterEach(closeReceivers);
afterAll(() => stage.stop());

describe("manual actions", () => {
  test("retries immediately instead of a pending attempt, without using up the schedule", async () => {
    const { received, url, answer } = await receiver(status(503, { "retry-after": "60" }));
    const attached = await stage.webhook(url);
    const { caller, id } = attached;
    await stage.happen(attached.form);
    const [first] = await untilRecords(attached, 1);
    expect(Date.parse(first?.next_attempt_at ?? "") - Date.now()).toBeGreaterThan(50_000);
    const retry = { caller, type: "webhook", id, delivery_id: first?.id ?? "" };
    expect(await stage.call("integrations.retryDelivery", retry)).toEqual({ queued: true });
    const [second, replaced] = await untilRecords(attached, 2);
    expect(second?.attempt).toBe(2);
    expect(replaced?.next_attempt_at).toBeNull();
    const [row] = await stage.query("select place from integrations.deliveries where event_id = $1", [first?.event_id]);
    expect(row?.place).toBe(1);
    answer(ok);
    await stage.call("integrations.retryDelivery", retry);
    await until(() => expect(received).toHaveLength(3));
    const [third] = await untilRecords(attached, 3);
    expect(third).toMatchObject({ status: "success", next_attempt_at: null });
    expect(received[2]?.body).toBe(received[0]?.body);
    // after a success: one attempt, and none after it
    answer(status(500));
    await stage.call("integrations.retryDelivery", retry);
    const [fourth] = await untilRecords(attached, 4);
    expect(fourth).toMatchObject({ status: "error", next_attempt_at: null });
    expect(await untilQuiet(first?.event_id ?? "")).toBe("delivered");
    expect(received).toHaveLength(4);
  });

  test("sends a test immediately, logs it without a session and never retries it", async () => {
    const { received, url, answer } = await receiver();
    const attached = await stage.webhook(url);
    const { caller, id } = attached;
    expect(await stage.call("integrations.test", { caller, type: "webhook", id })).toEqual({
      success: true,
      response_code: 200,
      duration_ms: expect.any(Number),
      error_message: null,
    });
    expect(JSON.parse(received[0]?.body ?? "")).toMatchObject({ type: "test" });
    answer(hang);
    const failed = await stage.call("integrations.test", { caller, type: "webhook", id });
    expect(failed).toMatchObject({ success: false, response_code: null });
    const records = await stage.deliveriesOf(attached);
    expect(records).toMatchObject([
      { event: "test", status: "error", session_id: null },
      { event: "test", status: "success", session_id: null },
    ]);
    const retry = { caller, type: "webhook", id, delivery_id: records[0]?.id ?? "" };
    expect(await statusOf(stage.call("integrations.retryDelivery", retry))).toBe(409);
  });
});

describe("pending deliveries are canceled by", () => {
  test.each<[string, (attached: Attached) => Promise<unknown>]>([
    [
      "the attachment is disabled",
      ({ caller, form, attachment_id }) =>
        stage.call("integrations.updateAttachment", {
          caller,
          slug: form.slug,
          id: attachment_id,
          body: { is_enabled: false },
        }),
    ],
    [
      "it is detached",
      ({ caller, form, attachment_id }) =>
        stage.call("integrations.detach", { caller, slug: form.slug, id: attachment_id }),
    ],
    [
      "the integration is deleted",
      ({ caller, id }) => stage.call("integrations.remove", { caller, type: "webhook", id }),
    ],
  ])("%s", async (_name, end) => {
    const { received, url } = await receiver(status(500));
    const attached = await stage.webhook(url);
    const event = await stage.happen(attached.form);
    await until(async () =>
      expect(await stage.query("select 1 from integrations.attempts where event_id = $1", [event.id])).toHaveLength(1),
    );
    await end(attached);
    expect(await untilQuiet(event.id)).toBe("cancelled");
    const before = received.length;
    // the session's list keeps past attempts
    const { caller, form } = attached;
    const list = await stage.call("integrations.listSessionDeliveries", {
      caller,
      slug: form.slug,
      session_id: event.data.session.id,
    });
    expect(list.length).toBe(before);
    expect(list.every(({ next_attempt_at }) => next_attempt_at === null)).toBe(true);
  });
});

test("lists the deliveries of all the account's integrations with the same filters and order", async () => {
  const { url } = await receiver();
  const [one, foreign] = [await stage.webhook(`${url}/one`), await stage.webhook(`${url}/foreign`)];
  const { caller } = one;
  const two = await stage.webhook(`${url}/two`, { caller });
  for (const { form } of [one, two, foreign]) await stage.happen(form);
  for (const attached of [one, two, foreign]) await untilRecords(attached, 1);
  await stage.call("integrations.test", { caller, type: "webhook", id: two.id });
  const list = async (query: object, paging: object = {}) => {
    const given = { caller, query, paging: { ...newestFirst, ...paging } };
    const { count, results } = await stage.call("integrations.listAccountDeliveries", given);
    for (const result of results) expect(checker(Delivery)(result)).toEqual([]);
    return [count, ...results.map(({ integration_id, event }) => `${integration_id} ${event}`)];
  };
  const [a, b, tested] = [`${one.id} session.completed`, `${two.id} session.completed`, `${two.id} test`];
  expect((await list({})).sort()).toEqual([3, a, b, tested].sort());
  expect((await list({}))[1]).toBe(tested);
  expect(await list({ integration_id: one.id })).toEqual([1, a]);
  expect(await list({ integration_id: foreign.id })).toEqual([0]);
  expect(await list({ event: "test" })).toEqual([1, tested]);
  expect(await list({ status: "error" })).toEqual([0]);
  expect(await list({}, { limit: 1, offset: 3 })).toEqual([3]);
  expect(await list({}, { search: "TEST" })).toEqual([1, tested]);
});
