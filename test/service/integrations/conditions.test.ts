import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import type { Answer } from "../../../shared/api/shapes/sessions.ts";
import type { Condition } from "../../../shared/domain/conditions/condition.ts";
import type { Graph } from "../../../shared/domain/graph/types.ts";
import { newUuid } from "../../../shared/platform/ids.ts";
import { chain, node } from "../../support/sampleGraphs.ts";
import { statusOf } from "../auth/broker.ts";
import { newestFirst } from "./broker.ts";
import { type Attached, type Stage, startStage } from "./deliveriesStage.ts";
import { openReceivers, until, waitingOn } from "./deliveriesSupport.ts";

/** Conditions of attachments (features §17). */
let stage: Stage;
const { receiver, close: closeReceivers } = openReceivers();
const { untilRecords } = waitingOn(() => stage);

beforeAll(async () => {
  stage = await startStage();
});
afterEach(closeReceivers);
afterAll(() => stage.stop());

const city = { left: { type: "answer", node_id: "city" }, op: "eq", right: "Oslo" } satisfies Condition;
const graph = chain(node("city", "short_text"), node("age", "number")) as Graph;

const answerOf = (nodeId: string, answer: Answer["answer"]): Answer => ({
  id: newUuid(),
  node_id: nodeId,
  question_type: "short_text",
  answer,
  score_awarded: null,
  time_spent_seconds: 1,
  shown_at: new Date().toISOString(),
  answered_at: new Date().toISOString(),
});

const setCondition = ({ caller, form, attachment_id }: Attached, condition: unknown) =>
  stage.call("integrations.updateAttachment", {
    caller,
    slug: form.slug,
    id: attachment_id,
    body: { condition: condition as Condition | null },
  });

async function attachedWith(condition: unknown) {
  const { url, received } = await receiver();
  const attached = await stage.webhook(url);
  stage.graphs.set(attached.form.id, graph);
  expect(await setCondition(attached, condition)).toMatchObject({ condition });
  return { attached, received };
}

test("sends events that satisfy the condition and records one skipped delivery for others", async () => {
  const { attached, received } = await attachedWith(city);
  const other = await stage.happen(attached.form, "session.completed", [answerOf("city", "Rome")]);
  const wanted = await stage.happen(attached.form, "session.completed", [answerOf("city", "Oslo")]);
  const records = await untilRecords(attached, 2);
  expect(received.map(({ headers }) => headers["webhook-id"])).toEqual([wanted.id]);
  const skipped = records.filter(({ event_id }) => event_id === other.id);
  expect(skipped).toMatchObject([
    { status: "skipped", response_code: null, error_message: null, next_attempt_at: null, attempt: 1 },
  ]);
  const { caller, id } = attached;
  const [last] = (await stage.call("integrations.list", { caller, paging: newestFirst })).results;
  expect(last?.last_delivery?.status).toBe("success");
  expect(last?.health).toEqual({ delivered: 1, failed: 0, pending: 0 });
  const detail = { caller, type: "webhook", id, delivery_id: skipped[0]?.id ?? "" };
  expect(await statusOf(stage.call("integrations.retryDelivery", detail))).toBe(409);
  expect(await stage.call("integrations.replay", { caller, type: "webhook", id, body: {} })).toEqual({
    queued_count: 1,
  });
  await until(() => expect(received).toHaveLength(2));
  const listed = await stage.call("integrations.listDeliveries", {
    caller,
    type: "webhook",
    id,
    query: { status: "skipped" },
    paging: newestFirst,
  });
  expect(listed.count).toBe(1);
});

test("treats nodes, rows and operators that the session's version lacks as unanswered", async () => {
  const lacking = (op: string, further = {}) => ({ left: { type: "answer", node_id: "gone", ...further }, op });
  const { attached, received } = await attachedWith({
    all: [
      { not: { ...lacking("eq"), right: "x" } },
      lacking("not_answered"),
      { not: { left: { type: "answer", node_id: "age" }, op: "starts_with", right: "4" } },
      { not: { left: { type: "hidden", key: "gone" }, op: "eq", right: "x" } },
    ],
  });
  await stage.happen(attached.form, "session.completed", [answerOf("age", 42)]);
  await until(() => expect(received).toHaveLength(1));
});

test("judges an event by the condition at the time when it was taken in", async () => {
  const { attached, received } = await attachedWith(city);
  stage.graphs.delete(attached.form.id);
  const event = await stage.happen(attached.form, "session.completed", [answerOf("city", "Rome")]);
  await until(async () => {
    const rows = await stage.query("select lease from integrations.deliveries where event_id = $1", [event.id]);
    expect(rows).toEqual([{ lease: null }]);
  });
  expect(await stage.deliveriesOf(attached)).toEqual([]);
  await setCondition(attached, null);
  stage.graphs.set(attached.form.id, graph);
  await stage.query("update integrations.deliveries set due_at = now() where event_id = $1", [event.id]);
  expect(await untilRecords(attached, 1)).toMatchObject([{ status: "skipped" }]);
  expect(received).toEqual([]);
});

test.each([
  ["without a left", { op: "eq", right: "a" }],
  ["with a nested comparison without a left", { all: [city, { op: "answered" }] }],
  ["with an unknown operator", { ...city, op: "is" }],
  ["without a right", { left: city.left, op: "eq" }],
  ["with an unknown key", { ...city, extra: 1 }],
  ["with patterns that are too expensive", { ...city, op: "matches", right: "[ab].{500}x" }],
  ["that is empty", {}],
])("rejects a condition %s with 400", async (_, condition) => {
  const attached = await stage.webhook("https://a.example");
  await expect(setCondition(attached, condition)).rejects.toMatchObject({
    code: 400,
    data: { errors: [expect.stringMatching(/^condition: /)] },
  });
  const { caller, form } = attached;
  const made = await stage.call("integrations.create", {
    caller,
    type: "webhook",
    body: { name: "Second", config: { url: "https://b.example" } },
  });
  const body = { integration_id: made.id, events: ["session.completed" as const], condition: condition as Condition };
  expect(await statusOf(stage.call("integrations.attach", { caller, slug: form.slug, body }))).toBe(400);
});
