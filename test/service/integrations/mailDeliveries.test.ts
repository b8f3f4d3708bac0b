import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { newUuid } from "../../../shared/platform/ids.ts";
import { until } from "./deliveriesSupport.ts";
import {
  answer,
  change,
  complete,
  logged,
  mailed,
  own,
  resetServer,
  rule,
  server,
  stage,
  startMailStage,
  stopMailStage,
} from "./mailStage.ts";

/** Email notifications with a mail server that fails, and daily emails (features §17). */
beforeAll(() => startMailStage({ DELIVERY_SCHEDULE: "50ms,50ms,50ms,50ms" }));
afterEach(resetServer);
afterAll(stopMailStage);

const second = "ben@example.com";

describe("a mail server", () => {
  test("that refuses with 4xx gets the email again, which arrives once", async () => {
    const made = await rule();
    let refusals = 2;
    server.behave({ recipient: () => (refusals-- > 0 ? 451 : null) });
    await complete(made);
    await mailed(1);
    const records = await logged(made, 3);
    expect(records.map(({ status, response_code }) => [status, response_code])).toEqual([
      ["success", 250],
      ["error", 451],
      ["error", 451],
    ]);
  });

  test("that refuses with 5xx ends the chain, with a notification", async () => {
    const made = await rule();
    server.behave({ data: () => 554 });
    const event = await complete(made);
    const records = await logged(made, 1);
    expect(records).toMatchObject([{ status: "error", response_code: 554, next_attempt_at: null, attempt: 1 }]);
    const rows = await stage.query("select state, due_at from integrations.deliveries where event_id = $1", [event.id]);
    expect(rows).toEqual([{ state: "exhausted", due_at: null }]);
    const notices = await stage.query("select kind from integrations.notices where account_id = $1", [
      made.caller.account_id,
    ]);
    expect(notices).toEqual([{ kind: "delivery_failed" }]);
  });

  test("a recipient whose reply is lost gets the same Message-ID again", async () => {
    const made = await rule();
    let drops = 1;
    server.behave({ data: () => (drops-- > 0 ? "drop" : null) });
    await complete(made);
    const mails = await mailed(2);
    const ids = mails.map(({ headers }) => headers.get("message-id"));
    expect(ids[0]).toMatch(/^<[0-9a-f]{32}@pathform\.example>$/);
    expect(new Set(ids).size).toBe(1);
    expect(await logged(made, 2)).toMatchObject([{ status: "success" }, { status: "error", response_code: null }]);
  });

  test("that doesn’t reply is cut off at the timeout and gets the email later", async () => {
    const made = await rule();
    server.behave({ isSilent: true });
    await complete(made);
    await logged(made, 1);
    expect(server.mails).toEqual([]);
    server.behave({});
    await mailed(1);
  });

  test("that refuses one of two recipients gets only that one again", async () => {
    stage.users.push({ email: second, name: "Ben" });
    const made = await rule({ to: [own, second] });
    stage.users.pop();
    let refusals = 1;
    server.behave({ recipient: (address) => (address === second && refusals-- > 0 ? 450 : null) });
    await complete(made);
    const mails = await mailed(2);
    expect(mails.map(({ to }) => to)).toEqual([[own], [second]]);
    expect(await logged(made, 2)).toMatchObject([{ status: "success" }, { status: "error", response_code: 450 }]);
  });
});

describe("a daily email", () => {
  const digests = (mailId: string) =>
    stage.query("select due_at from integrations.deliveries where attachment_id = $1", [mailId]);
  const sendNow = (mailId: string) =>
    stage.query("update integrations.deliveries set due_at = clock_timestamp() where attachment_id = $1", [mailId]);

  async function waiting(made: Awaited<ReturnType<typeof rule>>, names: string[]) {
    const events = [];
    for (const name of names) events.push(await complete(made, [answer("name", name)]));
    await until(async () => {
      const rows = await stage.query("select 1 from integrations.mail_digest_entries where mail_id = $1", [
        made.mail.id,
      ]);
      expect(rows).toHaveLength(names.length);
    });
    return events;
  }

  test("has all responses of the day, and is due after midnight UTC", async () => {
    const made = await rule({ digest: "daily", subject: "Daily: {{form:title}}", text: "All: {{response:url}}" });
    await waiting(made, ["Ann", "Bob"]);
    const [digest] = await digests(made.mail.id);
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
    expect(digest?.due_at).toEqual(new Date(`${tomorrow}T00:01:00.000Z`));
    expect(server.mails).toEqual([]);
    await sendNow(made.mail.id);
    const [mail] = await mailed(1);
    for (const part of [mail?.text, mail?.html]) {
      expect(part).toContain("Ann");
      expect(part).toContain("Bob");
      expect(part).toContain("2 responses.");
    }
    expect(mail?.headers.get("subject")).toBe(`Daily: ${made.form.title}`);
    expect(await logged(made, 1)).toMatchObject([{ status: "success", session_id: null, event: "session.completed" }]);
  });

  test("leaves out erased sessions and those that don't satisfy the condition", async () => {
    const condition = { left: { type: "answer" as const, node_id: "name" }, op: "neq", right: "Bob" };
    const made = await rule({ digest: "daily", condition });
    const [erased] = await waiting(made, ["Ann", "Bob", "Cleo"]);
    await stage.call("integrations.eraseSession", { session_id: erased?.data.session.id ?? newUuid() });
    await sendNow(made.mail.id);
    const [mail] = await mailed(1);
    expect(mail?.text).toContain("Cleo");
    expect(mail?.text).not.toMatch(/Ann|Bob/);
    const records = await logged(made, 2);
    expect(records.map(({ status }) => status).sort()).toEqual(["skipped", "success"]);
  });

  test("sends the same events again after a failure", async () => {
    const made = await rule({ digest: "daily" });
    await waiting(made, ["Ann"]);
    server.behave({ recipient: () => 451 });
    await sendNow(made.mail.id);
    await logged(made, 1);
    await complete(made, [answer("name", "Late")]);
    server.behave({});
    const [mail] = await mailed(1);
    expect(mail?.text).not.toContain("Late");
    expect(mail?.text).toContain("Ann");
  });

  test("is canceled when the notification is disabled", async () => {
    const made = await rule({ digest: "daily" });
    await waiting(made, ["Ann"]);
    await change(made, { is_enabled: false });
    expect(await digests(made.mail.id)).toMatchObject([{ due_at: null }]);
    expect(
      await stage.query("select 1 from integrations.mail_digest_entries where mail_id = $1", [made.mail.id]),
    ).toEqual([]);
  });
});
