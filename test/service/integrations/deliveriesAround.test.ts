import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { deleteOld } from "../../../services/integrations/store/retention.ts";
import { newUuid } from "../../../shared/platform/ids.ts";
import { eventually } from "../../support/eventually.ts";
import { jobsNow } from "../../support/jobs.ts";
import { type Answer, hang, ok, type Receiver, startReceiver, status } from "../../support/receiver.ts";
import { type MailServer, startMailServer } from "../../support/smtp.ts";
import { newCaller, newestFirst } from "./broker.ts";
import { type Stage, startStage } from "./deliveriesStage.ts";

/** Isolation, email, Slack, retention and secrets of deliveries (decisions §7). */
let stage: Stage;
let mail: MailServer;
const receivers: Receiver[] = [];

beforeAll(async () => {
  mail = await startMailServer();
  stage = await startStage({
    DELIVERY_SCHEDULE: "100ms",
    DELIVERY_TIMEOUT_MS: "3000",
    SMTP_URL: mail.url,
    MAIL_FROM: "Pathform <forms@example.com>",
  });
});
afterEach(async () => {
  await Promise.all(receivers.splice(0).map((receiver) => receiver.close()));
});
afterAll(async () => {
  await stage.stop();
  await mail.close();
});

async function receiver(answer: Answer = ok): Promise<Receiver> {
  const started = await startReceiver(answer);
  receivers.push(started);
  return started;
}

test("delivers to a healthy receiver while 100 others hang", async () => {
  const black = await receiver(hang);
  const healthy = await receiver();
  const holes = await Promise.all(Array.from({ length: 100 }, (_, index) => stage.webhook(`${black.url}/${index}`)));
  const good = await stage.webhook(healthy.url);
  for (const { form } of holes) for (let i = 0; i < 5; i += 1) await stage.happen(form);
  await eventually(() => expect(black.received.length).toBeGreaterThanOrEqual(150));
  for (let i = 0; i < 50; i += 1) await stage.happen(good.form);
  await eventually(() => expect(healthy.received).toHaveLength(50), 5);
  const hanging = black.received.length;
  const ids = [holes.map(({ id }) => id)];
  const ended = "select count(*)::integer as count from integrations.attempts where integration_id = any($1::uuid[])";
  const [{ count: timedOut } = {}] = await stage.query(ended, ids);
  // hanging receivers have room for two each. On a busy machine, the first ones have timed out by now
  expect(hanging - Number(timedOut)).toBeLessThanOrEqual(200);
  await stage.query("delete from integrations.integrations where id = any($1::uuid[])", ids);
}, 30_000);

/** Returns whether the account's notifications wait for minutes. */
async function isLater({ account_id }: { account_id: string }): Promise<boolean> {
  const [job] = await stage.query(
    "select due_at > now() + interval '3 minutes' as is_later from integrations.jobs where account_id = $1",
    [account_id],
  );
  return job?.is_later === true;
}

describe("notify_on_failure", () => {
  test("emails each user of the account when a delivery is exhausted", async () => {
    stage.users = [
      { email: "ada@example.com", name: "Ada" },
      { email: "grace@example.com", name: "Grace" },
    ];
    const { url } = await receiver(status(500));
    const attached = await stage.webhook(url);
    const { caller, form, attachment_id } = attached;
    await stage.call("integrations.updateAttachment", {
      caller,
      slug: form.slug,
      id: attachment_id,
      body: { notify_on_failure: true },
    });
    await stage.happen(form);
    await eventually(() => expect(mail.mails).toHaveLength(2));
    expect(mail.mails.map(({ to }) => to)).toEqual([["ada@example.com"], ["grace@example.com"]]);
    expect(mail.mails[0]).toMatchObject({ from: "forms@example.com" });
    expect(mail.mails[0]?.data).toContain("A delivery needs your attention");
    // within ten minutes the next one is only a notification
    await stage.happen(form);
    await eventually(async () => {
      const { results } = await stage.call("integrations.listNotices", { caller, query: {}, paging: newestFirst });
      expect(results).toHaveLength(2);
    });
    await eventually(async () => expect(await isLater(caller)).toBe(true));
    expect(mail.mails).toHaveLength(2);
    await stage.query(
      "update integrations.notices set mailed_at = mailed_at - interval '11 minutes' where mail = 'sent'",
    );
    await stage.query(jobsNow("integrations"));
    await eventually(() => expect(mail.mails).toHaveLength(4));
  }, 20_000);

  test("creates a notification without an email when off, and retries when the mail server refuses", async () => {
    mail.mails.length = 0;
    const { url } = await receiver(status(500));
    const quiet = await stage.webhook(url);
    const loud = await stage.webhook(url);
    await stage.call("integrations.updateAttachment", {
      caller: loud.caller,
      slug: loud.form.slug,
      id: loud.attachment_id,
      body: { notify_on_failure: true },
    });
    mail.refuse(true);
    await stage.happen(quiet.form);
    await stage.happen(loud.form);
    for (const { caller } of [quiet, loud]) {
      await eventually(async () => {
        const { results } = await stage.call("integrations.listNotices", { caller, query: {}, paging: newestFirst });
        expect(results).toHaveLength(1);
      });
    }
    await eventually(async () => {
      const notices = await stage.query("select account_id from integrations.notices where mail = 'waiting'");
      expect(notices).toEqual([{ account_id: loud.caller.account_id }]);
      expect(await isLater(loud.caller)).toBe(true);
    });
    mail.refuse(false);
    await stage.query(jobsNow("integrations"));
    await eventually(() => expect(mail.mails).toHaveLength(stage.users.length));
  }, 20_000);
});

describe("a mailbox that refuses a notification", () => {
  const tried: string[] = [];
  beforeEach(() => {
    tried.length = 0;
    mail.mails.length = 0;
    stage.users = [
      { email: "ada@example.com", name: "Ada" },
      { email: "grace@example.com", name: "Grace" },
    ];
  });
  afterEach(() => mail.behave({}));

  const refuse = (code: number, ...addresses: string[]) =>
    mail.behave({
      recipient: (address) => {
        tried.push(address);
        return addresses.includes(address) ? code : null;
      },
    });

  async function failing() {
    const { url } = await receiver(status(500));
    const attached = await stage.webhook(url);
    const { caller, form, attachment_id: id } = attached;
    const body = { notify_on_failure: true };
    await stage.call("integrations.updateAttachment", { caller, slug: form.slug, id, body });
    const notices = () =>
      stage.query("select mail from integrations.notices where account_id = $1 order by created", [caller.account_id]);
    return { caller, form, notices };
  }
  const addresses = () => stage.users.map(({ email }) => email);

  test("repeats no other's", async () => {
    refuse(450, addresses()[0] ?? "");
    const { form, notices } = await failing();
    await stage.happen(form);
    await eventually(async () => expect(await notices()).toEqual([{ mail: "sent" }]));
    expect(tried.toSorted()).toEqual(addresses().toSorted());
    expect(mail.mails.map(({ to }) => to)).toEqual([[addresses()[1]]]);
  }, 20_000);

  test.each([
    [450, [{ mail: "waiting" }, { mail: "waiting" }]],
    [550, [{ mail: "sent" }, { mail: "waiting" }]],
  ])(
    "isn't tried again with the next one, after %i",
    async (code, expected) => {
      refuse(code, ...addresses());
      const { caller, form, notices } = await failing();
      await stage.happen(form);
      await eventually(() => expect(tried).toHaveLength(addresses().length));
      await stage.happen(form);
      await eventually(async () => expect(await notices()).toEqual(expected));
      await eventually(async () => expect(await isLater(caller)).toBe(true));
      expect(tried).toHaveLength(addresses().length);
    },
    20_000,
  );
});

describe("Slack", () => {
  test("receives a readable message with titles and labels that mentions no channel", async () => {
    const { url, received } = await receiver();
    const caller = newCaller();
    const secret = `${url}/services/T0/B0/sesame-open`;
    const body = { name: "Team", config: { webhook_url: secret } };
    const { id } = await stage.call("integrations.create", { caller, type: "slack", body });
    const form = stage.newForm(caller);
    await stage.call("integrations.attach", {
      caller,
      slug: form.slug,
      body: { integration_id: id, events: ["session.completed"] },
    });
    const config = {
      options: [
        { value: "y", label: "Yes & no" },
        { value: "n", label: "No" },
      ],
    };
    stage.graphs.set(form.id, {
      schema_version: "2.0",
      entry_node_id: "q1",
      nodes: [
        { id: "q1", question_type: "multiple_choice", data: { title: "Well?", config } },
        { id: "q2", question_type: "short_text", data: { title: "Why" } },
      ],
      edges: [],
    });
    const answer = (nodeId: string, questionType: string, value: string) => ({
      id: newUuid(),
      node_id: nodeId,
      question_type: questionType,
      answer: value,
      score_awarded: null,
      time_spent_seconds: 0,
      shown_at: new Date().toISOString(),
      answered_at: new Date().toISOString(),
    });
    await stage.happen(form, "session.completed", [
      answer("q1", "multiple_choice", "y"),
      answer("q2", "short_text", "<!channel> look"),
    ]);
    const [got] = await eventually(() => {
      expect(received).toHaveLength(1);
      return received;
    });
    expect(got?.path).toBe("/services/T0/B0/sesame-open");
    const { text } = JSON.parse(got?.body ?? "");
    expect(text).toContain("*Well?*\nYes &amp; no");
    expect(text).toContain("*Why*\n&lt;!channel&gt; look");
    const tested = await stage.call("integrations.test", { caller, type: "slack", id });
    expect(tested).toMatchObject({ success: true, response_code: 200 });
    // the record is written after the response
    const rows = await eventually(async () => {
      const all = "select a::text as text from integrations.attempts a where integration_id = $1";
      const found = await stage.query(all, [id]);
      expect(found).toHaveLength(2);
      return found;
    });
    expect(JSON.stringify(rows)).not.toContain("sesame-open");
  });
});

test("deletes attempts and payloads older than the retention", async () => {
  const { url } = await receiver();
  const attached = await stage.webhook(url);
  const event = await stage.happen(attached.form);
  await eventually(async () => expect(await stage.deliveriesOf(attached)).toHaveLength(1));
  const young = await stage.happen(attached.form);
  await eventually(async () => expect(await stage.deliveriesOf(attached)).toHaveLength(2));
  for (const table of ["attempts", "deliveries"]) {
    await stage.query(`update integrations.${table} set created = created - interval '91 days' where event_id = $1`, [
      event.id,
    ]);
  }
  await deleteOld(stage.pool(), 90);
  expect((await stage.deliveriesOf(attached)).map(({ event_id }) => event_id)).toEqual([young.id]);
  const left = await stage.query("select event_id from integrations.deliveries where integration_id = $1", [
    attached.id,
  ]);
  expect(left).toEqual([{ event_id: young.id }]);
});
