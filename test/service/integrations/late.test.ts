import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { newUuid } from "../../../shared/platform/ids.ts";
import { eventually } from "../../support/eventually.ts";
import { type Receiver, startReceiver, status } from "../../support/receiver.ts";
import { type Attached, type Stage, startStage } from "./deliveriesStage.ts";

/** An owner's action that got 503 isn't applied later (docs/develop/retries.md). */
let stage: Stage;
let receiver: Receiver;
let attached: Attached;
let delivery: string;
let notice: string;

beforeAll(async () => {
  stage = await startStage();
  receiver = await startReceiver(status(503, { "retry-after": "600" }));
  attached = await stage.webhook(receiver.url);
  await stage.happen(attached.form);
  await eventually(async () => {
    const [record] = await stage.deliveriesOf(attached);
    expect(record).toMatchObject({ next_attempt_at: expect.any(String) });
    delivery = record?.id ?? "";
  }, 10);
  const { account_id } = attached.caller;
  const added = { account_id, kind: "quota_warning" as const, message: "Nearly full.", key: "k", form_slug: null };
  await stage.call("integrations.addNotice", added);
  const [row] = await stage.query("select id from integrations.notices where account_id = $1", [account_id]);
  notice = String(row?.id);
});
afterAll(async () => {
  await receiver?.close();
  await stage?.stop();
});

const writes = {
  retry: (meta: object) => {
    const { caller, id } = attached;
    const params = { caller, type: "webhook", id, delivery_id: delivery };
    return stage.call("integrations.retryDelivery", params, { meta });
  },
  replay: (meta: object) => {
    const { caller, id } = attached;
    return stage.call("integrations.replay", { caller, type: "webhook", id, body: {} }, { meta });
  },
  "a notice that is read": (meta: object) => {
    const params = { caller: attached.caller, id: notice, body: { is_read: true } };
    return stage.call("integrations.updateNotice", params, { meta });
  },
  "all notices that are read": (meta: object) =>
    stage.call("integrations.readNotices", { caller: attached.caller }, { meta }),
  "a new notice": (meta: object) => {
    const { account_id } = attached.caller;
    const notice = { account_id, kind: "quota_warning" as const, message: "Full.", key: "late", form_slug: null };
    return stage.call("integrations.addNotice", notice, { meta });
  },
  erasure: (meta: object) => stage.call("integrations.eraseSession", { session_id: newUuid() }, { meta }),
  "a test's record": (meta: object) =>
    stage.call("integrations.test", { caller: attached.caller, type: "webhook", id: attached.id }, { meta }),
};

const state = () =>
  stage.query(
    `select d.retry_asked, d.due_at, n.is_read, (select count(*) from integrations.notices) as notices,
        (select count(*) from integrations.notice_reads) as reads,
        (select count(*) from integrations.attempts) as attempts,
        (select count(*) from integrations.erased_sessions) as erased
      from integrations.deliveries d, integrations.notices n where n.id = $1`,
    [notice],
  );

test.each(Object.entries(writes))("rolls back %s that is late at its commit", async (_name, write) => {
  const before = await state();
  const client = await stage.pool().connect();
  try {
    await client.query("begin");
    await client.query("select 1 from integrations.deliveries for update");
    const tables =
      "integrations.notices, integrations.notice_reads, integrations.attempts, integrations.erased_sessions";
    await client.query(`lock table ${tables} in share mode`);
    const deadline = Date.now() + 500;
    const refused = write({ deadline }).catch((error) => error);
    await eventually(async () => {
      const text = `select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query ~ '(update|insert into) integrations[.]'`;
      expect(await stage.query(text)).not.toEqual([]);
      expect(Date.now()).toBeGreaterThan(deadline);
    });
    await client.query("commit");
    expect(await refused).toMatchObject({ code: 503, message: expect.stringContaining("wasn't applied") });
  } finally {
    client.release();
  }
  expect(await state()).toEqual(before);
});
