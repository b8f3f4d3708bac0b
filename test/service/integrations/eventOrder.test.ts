import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { eventually } from "../../support/eventually.ts";
import { type Receiver, startReceiver } from "../../support/receiver.ts";
import { type Attached, eventOf, type Stage, startStage } from "./deliveriesStage.ts";

/** Which events an attachment receives, independent of clocks (decisions §7). */
let stage: Stage;
let receiver: Receiver;

beforeAll(async () => {
  stage = await startStage();
  receiver = await startReceiver();
});
afterAll(async () => {
  await stage.stop();
  await receiver.close();
});

/** Returns an event of a host whose clock is off by `seconds`. */
function eventAt(attached: Attached, seconds: number) {
  const event = eventOf(attached.form, "session.completed");
  return { ...event, timestamp: new Date(Date.now() + seconds * 1000).toISOString() };
}

/** Takes events in and returns the ids of those with a delivery. */
async function takenIn(events: { event: ReturnType<typeof eventOf>; position: number | null }[]): Promise<string[]> {
  for (const { event, position } of events) stage.outbox.push({ kind: "event", event, position });
  await stage.hint();
  const ids = events.map(({ event }) => event.id);
  await eventually(() => expect(stage.acknowledged).toEqual(expect.arrayContaining(ids)));
  const rows = await stage.query("select event_id from integrations.deliveries where event_id = any($1::uuid[])", [
    ids,
  ]);
  return ids.filter((id) => rows.some(({ event_id }) => event_id === id));
}

describe.each([-5, 0, 5])("with a sessions clock that is off by %s s", (seconds) => {
  test("delivers events after the attachment, and none from before", async () => {
    const before = stage.nextPosition();
    const attached = await stage.webhook(receiver.url);
    const [early, late] = [eventAt(attached, seconds), eventAt(attached, seconds)];
    const taken = await takenIn([
      { event: early, position: before },
      { event: late, position: stage.nextPosition() },
    ]);
    expect(taken).toEqual([late.id]);
  });

  test("delivers events after a detach and attach only to the new attachment", async () => {
    const attached = await stage.webhook(receiver.url);
    const { caller, form, id, attachment_id } = attached;
    const first = { event: eventAt(attached, seconds), position: stage.nextPosition() };
    await stage.call("integrations.detach", { caller, slug: form.slug, id: attachment_id });
    const body = { integration_id: id, events: ["session.completed" as const] };
    await stage.call("integrations.attach", { caller, slug: form.slug, body });
    const second = { event: eventAt(attached, seconds), position: stage.nextPosition() };
    expect(await takenIn([first, second])).toEqual([second.event.id]);
  });
});

test("orders attachments and events of older copies by time", async () => {
  const attached = await stage.webhook(receiver.url);
  const unpositioned = [eventAt(attached, -60), eventAt(attached, 60)].map((event) => ({ event, position: null }));
  expect(await takenIn(unpositioned)).toEqual([unpositioned[1]?.event.id]);
  await stage.query("update integrations.attachments set position = null where id = $1", [attached.attachment_id]);
  const positioned = [eventAt(attached, -60), eventAt(attached, 60)].map((event) => ({
    event,
    position: stage.nextPosition(),
  }));
  expect(await takenIn(positioned)).toEqual([positioned[1]?.event.id]);
});

test("delivers an event in the same millisecond as an older copy's attachment", async () => {
  const attached = await stage.webhook(receiver.url);
  const event = eventAt(attached, 0);
  await stage.query(
    `update integrations.attachments set position = null,
      created = date_trunc('milliseconds', $2::timestamptz) + interval '900 microseconds' where id = $1`,
    [attached.attachment_id, event.timestamp],
  );
  expect(await takenIn([{ event, position: null }])).toEqual([event.id]);
});
