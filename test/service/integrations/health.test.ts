import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { failingIntegrations } from "../../../services/integrations/store/health.ts";
import { deleteOld } from "../../../services/integrations/store/retention.ts";
import type { Receiver } from "../../support/receiver.ts";
import { startReceiver } from "../../support/receiver.ts";
import { newCaller } from "./broker.ts";
import { type Attached, type Stage, startStage } from "./deliveriesStage.ts";
import { waitingOn } from "./deliveriesSupport.ts";

/** Health of 24 hours (features §19). */
let stage: Stage;
let receiver: Receiver;
let attached: Attached;
const { untilRecords } = waitingOn(() => stage);

beforeAll(async () => {
  stage = await startStage({ DELIVERY_SCHEDULE: "1h" });
  receiver = await startReceiver();
  attached = await stage.webhook(receiver.url);
});
afterAll(async () => {
  await stage.stop();
  await receiver.close();
});

const health = ({ caller, id }: Pick<Attached, "caller" | "id">) =>
  stage.call("integrations.health", { caller, type: "webhook", id });

/** Adds counts to the hour that was so many hours ago. */
const count = (hoursAgo: number, delivered: number, failed: number) =>
  stage.query(
    `insert into integrations.hourly_attempts
      values ($1, date_trunc('hour', now(), 'UTC') - make_interval(hours => $2), $3, $4)`,
    [attached.id, hoursAgo, delivered, failed],
  );

it("is zero in each of 24 hours before the first delivery", async () => {
  const { hours, ...sums } = await health(attached);
  expect(sums).toEqual({ delivered: 0, failed: 0, pending: 0 });
  expect(hours).toHaveLength(24);
  const starts = hours.map(({ hour }) => Date.parse(hour));
  expect(starts.map((start) => start - (starts[0] as number))).toEqual(starts.map((_, index) => index * 3_600_000));
  expect((starts.at(-1) as number) % 3_600_000).toBe(0);
});

it("counts attempts and tests, and what waits for a retry", async () => {
  await stage.happen(attached.form);
  await untilRecords(attached, 1);
  await stage.call("integrations.test", { ...attached, type: "webhook" });
  receiver.answer((response) => void response.writeHead(500).end());
  await stage.happen(attached.form);
  await untilRecords(attached, 3);
  const { hours, ...sums } = await health(attached);
  expect(sums).toEqual({ delivered: 2, failed: 1, pending: 1 });
  const sum = (key: "delivered" | "failed") => hours.reduce((total, hour) => total + hour[key], 0);
  expect([sum("delivered"), sum("failed")]).toEqual([2, 1]);
});

it("counts the last 24 hours only, as the list does", async () => {
  await count(23, 5, 6);
  await count(24, 100, 100);
  expect(await health(attached)).toMatchObject({
    delivered: 7,
    failed: 7,
    pending: 1,
    hours: { 0: { delivered: 5, failed: 6 } },
  });
  const paging = { limit: 10, offset: 0, ordering: { field: "name", descending: false }, search: null };
  const { results } = await stage.call("integrations.list", { caller: attached.caller, paging });
  expect(results).toMatchObject([{ health: { delivered: 7, failed: 7, pending: 1 } }]);
});

it("returns 404 for another type and 403 to another account", async () => {
  const { caller, id } = attached;
  await expect(stage.call("integrations.health", { caller, type: "slack", id })).rejects.toMatchObject({ code: 404 });
  await expect(health({ caller: newCaller(), id })).rejects.toMatchObject({ code: 403 });
});

it("deletes counts after two days", async () => {
  await count(47, 1, 1);
  await count(49, 1, 1);
  expect((await deleteOld(stage.pool(), 90)).problems).toEqual([]);
  const rows = await stage.query("select hour from integrations.hourly_attempts where integration_id = $1", [
    attached.id,
  ]);
  expect(rows).toHaveLength(4);
});

it("warns once when deliveries begin to fail, and shows integrations that fail for 15 minutes", async () => {
  const failing = () => failingIntegrations(stage.pool());
  const other = await stage.webhook(receiver.url);
  receiver.answer((response) => void response.writeHead(500).end());
  stage.warnings.length = 0;
  const before = await failing();
  for (let count = 1; count <= 2; count++) {
    await stage.happen(other.form);
    await untilRecords(other, count);
  }
  expect(stage.warnings).toEqual(["Deliveries of an integration fail"]);
  expect(await failing()).toBe(before);
  await stage.query(
    "update integrations.integrations set failing_since = now() - interval '16 minutes' where id = $1",
    [other.id],
  );
  expect(await failing()).toBe(before + 1);
  receiver.answer((response) => void response.end());
  await stage.happen(other.form);
  await untilRecords(other, 3);
  expect(await failing()).toBe(before);
});
