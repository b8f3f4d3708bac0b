import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { eventually } from "../../support/eventually.ts";
import { type Receiver, startReceiver } from "../../support/receiver.ts";
import { type Attached, type Stage, startStage } from "./deliveriesStage.ts";

/** Attempts are recorded even if recording fails or waits (docs/adr/0004-delivery-queue.md). */
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

const untilSent = (event: { id: string }) =>
  eventually(() => expect(receiver.received.map(({ headers }) => headers["webhook-id"])).toContain(event.id));
const untilRecords = (attached: Attached) =>
  eventually(async () => {
    const records = await stage.deliveriesOf(attached);
    expect(records).toHaveLength(1);
    return records;
  });

test("orders the IDs of deliveries and attempts by time, for fewer written index pages", async () => {
  const attached = await stage.webhook(receiver.url);
  await stage.happen(attached.form);
  const [record] = await untilRecords(attached);
  const rows = await stage.query("select id, delivery_id from integrations.attempts where id = $1", [record?.id]);
  const times = Object.values(rows[0] as Record<string, string>).map((id) => {
    expect(id).toMatch(/^.{14}7.{4}[89ab]/);
    return Number.parseInt(id.replace("-", "").slice(0, 12), 16);
  });
  expect(times.map((time) => Math.abs(time - Date.now()) < 60_000)).toEqual([true, true]);
});

test("records an attempt later after a failure without sending it again", async () => {
  const attached = await stage.webhook(receiver.url);
  await stage.query("alter table integrations.attempts rename to away");
  const event = await stage.happen(attached.form);
  await untilSent(event);
  await eventually(() => expect(stage.warnings.join("\n")).toContain("Failed to record delivery"));
  await stage.query("alter table integrations.away rename to attempts");
  expect(await untilRecords(attached)).toMatchObject([{ status: "success", attempt: 1, event_id: event.id }]);
  expect(receiver.received.filter(({ headers }) => headers["webhook-id"] === event.id)).toHaveLength(1);
});

test("records an attempt once after a deadlock without sending it again", async () => {
  const attached = await stage.webhook(receiver.url);
  await stage.query(`create sequence integrations.records_of_test;
    create function integrations.fail_once_for_test() returns trigger language plpgsql as $$ begin
      if nextval('integrations.records_of_test') = 1 then
        raise exception 'deadlock detected' using errcode = 'deadlock_detected';
      end if;
      return new;
    end $$;
    create trigger fail_once_for_test before insert on integrations.attempts
      for each row execute function integrations.fail_once_for_test()`);
  const event = await stage.happen(attached.form);
  expect(await untilRecords(attached)).toMatchObject([{ status: "success", attempt: 1, event_id: event.id }]);
  expect(stage.warnings.join("\n")).toContain("retrying: deadlock detected");
  expect(receiver.received.filter(({ headers }) => headers["webhook-id"] === event.id)).toHaveLength(1);
  await stage.query("drop trigger fail_once_for_test on integrations.attempts");
});

test("records other batches while one waits for a lock", async () => {
  const [slow, fast] = [await stage.webhook(receiver.url), await stage.webhook(receiver.url)];
  const go = await holdRecordsOf(slow);
  const event = await stage.happen(slow.form);
  await untilSent(event);
  const waiting = await waitingSince();
  await stage.happen(fast.form);
  const others = await untilRecords(fast).catch((error: Error) => error);
  const still = await waitingSince().catch((error: Error) => error);
  await go();
  expect(others).toMatchObject([{ status: "success" }]);
  // the first one is still waiting
  expect(still).toEqual(waiting);
  await untilRecords(slow);
});

/** Blocks the records of this integration until the returned function is called, like a locked row. */
async function holdRecordsOf({ id }: Attached): Promise<() => Promise<void>> {
  const holder = await stage.pool().connect();
  await holder.query("select pg_advisory_lock(4711)");
  await holder.query(`create function integrations.wait_for_test() returns trigger language plpgsql as $$ begin
      if new.integration_id = '${id}' then
        perform set_config('lock_timeout', '0', true), pg_advisory_xact_lock_shared(4711);
      end if;
      return new;
    end $$;
    create trigger wait_for_test before insert on integrations.attempts
      for each row execute function integrations.wait_for_test()`);
  return async () => {
    await holder.query("select pg_advisory_unlock(4711)");
    holder.release();
  };
}

/** Returns when each statement that waits for a lock began. */
const waitingSince = () =>
  eventually(async () => {
    const rows = await stage.query(
      "select pid, query_start from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
    );
    expect(rows).toHaveLength(1);
    return rows;
  });

test("shows in the previous record since when an attempt is in progress", async () => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  const failing = await startReceiver((response) => void response.writeHead(500).end());
  const attached = await stage.webhook(failing.url);
  await stage.happen(attached.form);
  await untilRecords(attached);
  failing.answer((response) => void answered.then(() => response.writeHead(500).end()));
  await eventually(() => expect(failing.received).toHaveLength(2));
  const [record] = await untilRecords(attached);
  // its lease ends 15 s after the longest attempt
  const [row] = await stage.query(
    "select due_at, attempt_began from integrations.deliveries where integration_id = $1",
    [attached.id],
  );
  expect(record?.next_attempt_at).toBe((row?.attempt_began as Date | undefined)?.toISOString());
  expect(row?.due_at).not.toEqual(row?.attempt_began);
  answer();
  await failing.close();
});
