import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, it } from "@jest/globals";
import type { CreateLinkMailBody } from "../../../shared/api/shapes/linkMails.ts";
import { linkOf } from "../../../shared/platform/linkTokens.ts";
import { parseMail } from "../../support/smtp.ts";
import { newCaller } from "./broker.ts";
import { until } from "./deliveriesSupport.ts";
import {
  deliveries,
  hurry,
  letters,
  mailing,
  newStudy,
  noted,
  person,
  send,
  skipped,
  untilSent,
} from "./linkMailStage.ts";
import { base, mailed, own, resetServer, server, stage, startMailStage, stopMailStage } from "./mailStage.ts";

/** Invitations and reminders by mail (features, last section, "Invitations"). */
beforeAll(() => startMailStage({ QUOTA_INVITATIONS_PER_ACCOUNT_DAY: "20", SIGNUP: "open" }));
afterEach(async () => {
  await stage.query("update integrations.link_letters set state = 'cancelled' where state = 'waiting'");
  resetServer();
});
afterAll(stopMailStage);

it("runs dry runs of an account one after the other, and refuses none before its deadline", async () => {
  const study = newStudy();
  person(study);
  const runs = Array.from({ length: 8 }, () => send(study, { is_dry_run: true }));
  const codes = (await Promise.allSettled(runs)).map((run) => (run.status === "rejected" ? run.reason.code : 200));
  expect(codes).toEqual(Array(8).fill(200));
});

it("says in a dry run who gets an email and why others don't, and sends none", async () => {
  const study = newStudy();
  const ada = person(study, { hidden: { name: "Ada & <co>" } });
  person(study, { email: null });
  person(study, { status: "revoked" });
  person(study, { status: "expired" });
  person(study, { status: "completed", is_answered: true });
  person(study, { mail_status: "undeliverable" });
  const text = "Dear {{hidden:name}} ({{link:reference}}), {{form:title}}: {{link:url}}{{hidden:none}}.";
  const dry = await send(study, { subject: "For {{hidden:name}}", text, is_dry_run: true, remind_after_days: [3, 7] });
  expect(dry).toMatchObject({ id: null, left_today: 20, preview: { link_id: ada.id, subject: "For Ada & <co>" } });
  expect(dry.counts).toEqual({
    ...{ recipients: 1, sent: 0, waiting: 1, failed: 0, reminders_planned: 2 },
    left_out: { no_address: 1, unsubscribed: 0, undeliverable: 1, answered: 1, expired: 1, revoked: 1, invited: 0 },
  });
  expect(dry.preview?.text).toContain(`Dear Ada & <co> (Ada), ${study.form.title}: ${base}/f/${study.form.slug}?link=`);
  expect(dry.preview?.html).toContain("Ada &amp; &lt;co&gt;");
  expect(await stage.query("select from integrations.link_mailings where form_id = $1", [study.form.id])).toEqual([]);
  expect(server.mails).toEqual([]);
});

it("sends everyone one invitation, whose link is theirs, however often and by how many it is sent", async () => {
  const study = newStudy();
  const people = [person(study), person(study), person(study, { hidden: { name: "Bo" } })];
  const made = await Promise.all([send(study), send(study), send(study)]);
  expect(made.map(({ counts }) => counts.recipients + counts.left_out.invited)).toEqual([3, 3, 3]);
  expect(made.reduce((sum, { counts }) => sum + counts.recipients, 0)).toBe(3);
  const sent = await mailed(3);
  for (const { id, email } of people) {
    const mail = sent.find(({ to }) => to[0] === email);
    expect(linkOf(/\?link=([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "")).toBe(id);
    expect(mail?.headers.get("list-unsubscribe-post")).toBe("List-Unsubscribe=One-Click");
  }
  for (const link of people) await noted(link, "sent");
  expect(stage.linkNotes.findLast(({ link_id }) => link_id === people[0]?.id)).toMatchObject({ sent_count: 1 });
  expect((await send(study)).counts).toMatchObject({ recipients: 0, left_out: { invited: 3 } });
  const entries = () => stage.audited.filter(({ action }) => action === "links.mailed");
  await until(() => expect(entries().length).toBeGreaterThanOrEqual(1));
  expect(JSON.stringify(stage.audited)).not.toContain(people[0]?.email);
});

it("writes in the language of a link where the owner's texts have it", async () => {
  const study = newStudy();
  const translations = { de: { subject: "Wie war es?", text: "{{form:title}}!" } };
  const form = { is_closed: false, opens_at: null };
  const ada = person(study, { language: "de", form: { ...form, title: "Umfrage" } });
  person(study, { language: "fr", form: { ...form, title: "Sondage" } });
  await send(study, { translations });
  const sent = await mailed(2);
  const texts = sent.map(({ to, text }) => [
    to[0] === ada.email,
    /Umfrage!.*Umfrage/s.test(text),
    text.includes("Sondage"),
  ]);
  expect(texts.sort()).toEqual([
    [false, false, false],
    [true, true, false],
  ]);
  const subjects = sent.map(({ to, headers }) => [to[0] === ada.email, headers.get("subject")]);
  expect(subjects.sort()).toEqual([
    [false, "How was it?"],
    [true, "Wie war es?"],
  ]);
});

it("reminds those who haven't answered, judged right before each reminder", async () => {
  const study = newStudy();
  const [ada, bo, cy] = [person(study), person(study), person(study)];
  const { id } = await send(study, { remind_after_days: [1, 5] });
  await mailed(3);
  expect((await untilSent(study, id)).counts).toMatchObject({ sent: 3, reminders_planned: 6 });
  const due = await stage.query(
    "select extract(epoch from due_at - now()) as seconds from integrations.link_letters where mailing_id = $1 and turn = 1",
    [id],
  );
  for (const { seconds } of due) expect(Math.abs(Number(seconds) - 86_400)).toBeLessThan(60);
  ada.is_answered = true;
  cy.status = "revoked";
  // one email to an address in a day
  await stage.query("update integrations.mail_sends set day = day - 1");
  await hurry();
  const sent = await mailed(4);
  expect(sent.at(-1)).toMatchObject({ to: [bo.email] });
  expect(sent.at(-1)?.headers.get("subject")).toBe("Reminder: How was it?");
  await until(async () => expect((await mailing(study, id)).counts.reminders_planned).toBe(1));
  const messages = (await deliveries(study, id)).map(({ event, error_message }) => [event, error_message]);
  expect(messages).toContainEqual(["link.reminded", "The person has answered."]);
  expect(messages).toContainEqual(["link.reminded", "The link was revoked."]);
  const ids = sent.filter(({ to }) => to[0] === bo.email).map(({ headers }) => headers.get("message-id"));
  expect(new Set(ids).size).toBe(2);
});

it("sends no invitation and no reminder for a form that is closed", async () => {
  const study = newStudy();
  const link = person(study);
  const { id } = await send(study, { remind_after_days: [1] });
  await noted(link, "sent");
  await stage.query("update integrations.mail_sends set day = day - 1");
  const other = person(study, { mail_status: "queued" });
  for (const one of [link, other]) one.form = { is_closed: true, opens_at: null };
  await hurry();
  const { id: second } = await send(study);
  expect(await skipped(study, second)).toBe("The form is closed.");
  expect(await skipped(study, id)).toBe("The form is closed.");
  await noted(other, "none");
  expect(server.mails).toHaveLength(1);
  expect((await mailing(study, id)).counts).toMatchObject({ sent: 1, reminders_planned: 0 });
});

it("keeps letters of a form that opens later, and asks once a day at most", async () => {
  const study = newStudy();
  const link = person(study);
  const opens = (inMs: number) => {
    link.form = { is_closed: false, opens_at: new Date(Date.now() + inMs).toISOString() };
  };
  opens(3 * 86_400_000);
  const { id } = await send(study);
  expect(await skipped(study, id)).toMatch(/^The form opens at 20.*Z\.$/);
  const waiting =
    "select tries, extract(epoch from due_at - now()) as seconds from integrations.link_letters where mailing_id = $1";
  const [{ tries, seconds } = {}] = await stage.query(waiting, [id]);
  expect(tries).toBe(0);
  expect(Math.abs(Number(seconds) - 86_400)).toBeLessThan(60);
  opens(-1);
  await hurry();
  const [later] = [person(study)];
  // wakes the loop
  await send(study, { link_ids: [later.id] });
  await until(async () => expect(await deliveries(study, id)).toHaveLength(2));
  // the clock of sessions is late, so it is asked again in a second
  expect(Number((await stage.query(waiting, [id]))[0]?.seconds)).toBeGreaterThan(0);
  link.form = { is_closed: false, opens_at: null };
  await hurry();
  await untilSent(study, id);
  expect(server.mails).toHaveLength(2);
});

it("sends one email to an address a day, and as many invitations a day as the quota", async () => {
  const study = newStudy();
  const first = person(study, { email: "eve@example.com" });
  await send(study);
  await mailed(1);
  await noted(first, "sent");
  person(study, { email: "EVE+two@example.com" });
  const { id } = await send(study);
  expect(await skipped(study, id)).toMatch(/already got an invitation today/);
  for (let count = 0; count < 25; count += 1) person(study);
  const many = await send(study, { link_ids: stage.links.slice(-25).map((link) => link.id) });
  await mailed(20);
  const attempts = "select count(*)::integer as count from integrations.link_attempts where mailing_id = $1";
  await until(async () => expect(await stage.query(attempts, [many.id])).toEqual([{ count: 25 }]));
  expect(server.mails).toHaveLength(20);
  expect((await mailing(study, many.id)).counts).toMatchObject({ sent: 19, waiting: 6 });
  const dry = await send(study, { is_dry_run: true });
  expect(dry.left_today).toBe(0);
  const [oldest] = await stage.query(
    "select min(due_at) > date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' + interval '1 day' as is_later from integrations.link_letters where state = 'waiting'",
  );
  expect(oldest).toEqual({ is_later: true });
});

it("retries with the same Message-ID, also an email whose reply got lost", async () => {
  const study = newStudy();
  person(study);
  let attempts = 0;
  server.behave({ data: () => (++attempts === 1 ? "drop" : null) });
  const { id } = await send(study);
  await until(async () => expect(await deliveries(study, id)).toHaveLength(1));
  const sent = await mailed(2);
  expect(new Set(sent.map(({ headers }) => headers.get("message-id"))).size).toBe(1);
  expect((await untilSent(study, id)).counts.sent).toBe(1);
});

it("marks an address that the mail server refuses, and invites it no more", async () => {
  const study = newStudy();
  const link = person(study);
  server.behave({ recipient: () => 550 });
  const { id } = await send(study, { remind_after_days: [1] });
  await noted(link, "undeliverable");
  expect((await untilSent(study, id)).counts).toMatchObject({ failed: 1, reminders_planned: 0 });
  server.behave({});
  expect((await send(study)).counts).toMatchObject({ recipients: 0, left_out: { undeliverable: 1 } });
});

it.each(["550 5.7.1 rejected by policy", "551 5.7.1 not here", "553 5.7.1 not allowed", "554 5.1.1 no such user"])(
  "marks an address that the mail server refuses with %s",
  async (line) => {
    const study = newStudy();
    const link = person(study);
    server.behave({ recipient: () => line });
    await send(study);
    await noted(link, "undeliverable");
  },
);

it.each([
  { recipient: () => "554 5.7.1 rejected by policy" },
  { recipient: () => "552 5.2.2 mailbox full" },
  { data: () => 554 },
  { data: () => 550 },
])("doesn't blame the address for other refusals, and shows no email as queued after one (%#)", async (behavior) => {
  const study = newStudy();
  const link = person(study, { mail_status: "queued" });
  server.behave(behavior);
  const { id } = await send(study);
  expect((await untilSent(study, id)).counts.failed).toBe(1);
  await noted(link, "none");
  server.behave({});
  expect((await send(study)).counts.recipients).toBe(1);
  await noted(link, "sent");
});

it("shows a link as sent after a reminder that failed permanently", async () => {
  const study = newStudy();
  const link = person(study);
  const { id } = await send(study, { remind_after_days: [1] });
  await noted(link, "sent");
  await stage.query("update integrations.mail_sends set day = day - 1");
  server.behave({ data: () => 554 });
  await hurry();
  await until(async () => expect((await letters(id)).map(({ state }) => state)).toEqual(["sent", "failed"]));
  expect(link.mail_status).toBe("sent");
});

it("unsubscribes from all invitations of the workspace, and from no others", async () => {
  const study = newStudy();
  const address = `${randomUUID().slice(0, 8)}@example.com`;
  const link = person(study, { email: address });
  const { id } = await send(study, { remind_after_days: [1] });
  const [mail] = await mailed(1);
  const token = /\/mail\/leave\?token=([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
  await until(async () => expect(await letters(id)).toHaveLength(2));
  const about = { address, workspace: "Survey office", language: "en" };
  expect(await stage.call("integrations.invitationLink", { token })).toEqual({ ...about, is_stopped: false });
  expect(await stage.call("integrations.leaveInvitations", { token })).toEqual({ ...about, is_stopped: true });
  await stage.call("integrations.leaveInvitations", { token });
  await noted(link, "unsubscribed");
  expect((await letters(id)).map(({ state }) => state)).toEqual(["sent", "skipped"]);
  const other = newStudy(study.caller.account_id);
  person(other, { email: address.toUpperCase() });
  expect((await send(other)).counts).toMatchObject({ recipients: 0, left_out: { unsubscribed: 1 } });
  const stranger = newStudy();
  person(stranger, { email: address });
  expect((await send(stranger)).counts).toMatchObject({ recipients: 1 });
  const forged = `${token.slice(0, -1)}${token.endsWith("A") ? "Q" : "A"}`;
  for (const wrong of [forged, "", "x"])
    await expect(stage.call("integrations.invitationLink", { token: wrong })).rejects.toMatchObject({ code: 404 });
  const stored = await stage.query("select to_jsonb(u)::text as row from integrations.unsubscribed u");
  expect(JSON.stringify(stored)).not.toContain(address);
});

it("cancels what isn't sent", async () => {
  const study = newStudy();
  person(study);
  server.behave({ recipient: () => 451 });
  const { id } = await send(study, { remind_after_days: [1] });
  await until(async () => expect((await deliveries(study, id)).length).toBeGreaterThan(0));
  const cancel = () =>
    stage.call("integrations.cancelLinkMail", { caller: study.caller, slug: study.form.slug, id: id ?? "" });
  await cancel();
  await cancel();
  server.behave({});
  await hurry();
  expect(await mailing(study, id)).toMatchObject({ status: "cancelled", counts: { waiting: 0 } });
  expect(server.mails).toEqual([]);
  // and the person can be invited again
  expect((await send(study)).counts.recipients).toBe(1);
  await mailed(1);
});

it("plans no reminder for a link whose emails have ended", async () => {
  const study = newStudy();
  const [ada] = [person(study), person(study)];
  const { id } = await send(study, { remind_after_days: [1, 5] });
  await untilSent(study, id);
  await until(async () => expect(await letters(id)).toHaveLength(4));
  await stage.call("integrations.cancelMailsOfLinks", { link_ids: [ada.id] });
  expect((await mailing(study, id)).counts).toMatchObject({ sent: 2, reminders_planned: 2 });
  await noted(ada, "sent");
});

it("sends no email of a link that was erased", async () => {
  const study = newStudy();
  const link = person(study);
  server.behave({ recipient: () => 451 });
  const { id } = await send(study);
  await until(async () => expect((await deliveries(study, id)).length).toBeGreaterThan(0));
  await stage.call("integrations.cancelMailsOfLinks", { link_ids: [link.id] });
  expect((await letters(id)).map(({ state }) => state)).toEqual(["cancelled"]);
});

it("sends a test to its author, without anyone's link", async () => {
  const study = newStudy();
  const body = { subject: "For {{hidden:name}}", text: "Hello {{link:reference}}, {{link:url}}." };
  const test = () =>
    stage.call("integrations.testLinkMail", { caller: study.caller, slug: study.form.slug, base_url: base, body });
  expect(await test()).toMatchObject({ success: true });
  const [mail] = await mailed(1);
  expect(mail).toMatchObject({ to: [own] });
  expect(mail?.headers.get("subject")).toBe("Test: For [name]");
  expect(mail?.text).toContain(`Hello Ada, ${base}/f/${study.form.slug}.`);
  expect(mail?.text).not.toContain("?link=");
});

it("refuses what can't be sent", async () => {
  const study = newStudy();
  const refused = async (body: Partial<CreateLinkMailBody>, message: RegExp) =>
    expect(JSON.stringify(await send(study, body).catch((error) => error.data ?? error.message))).toMatch(message);
  await refused({ text: "{{answer:name}}" }, /can't be recalled/);
  for (const other of [
    "{{foo}}",
    "{{score}}",
    "{{ link:url }}",
    "{{Form:title}}",
    "{{hidden:a b}}",
    "{{link:url",
    "{{{form:title}",
  ])
    await refused({ subject: `A ${other}` }, /subject: .* can't be recalled/);
  await refused({ text: `{{form:title}} {{link:url ${"x".repeat(1000)}` }, /^.{1,120}can't be recalled/);
  await refused({ translations: { de: { subject: "{{session:id}}", text: "" } } }, /translations.de.subject/);
  await refused({ link_ids: [randomUUID()], filter: {} }, /either link_ids or filter/);
  await refused({ remind_after_days: [7, 3] }, /ascending/);
  await refused({ reply_to: "nobody" }, /email address/);
  const stranger = newCaller();
  await expect(send({ ...study, caller: stranger })).rejects.toMatchObject({ code: 403 });
  const { QUOTA_INVITATIONS_PER_ACCOUNT_DAY: quota } = process.env;
  expect(quota).toBe("20");
});

it("recalls hidden fields that the published form declares, and refuses others", async () => {
  const study = newStudy();
  person(study);
  stage.graphs.set(study.form.id, { nodes: [], edges: [], hidden_fields: ["name"] } as never);
  const body = { text: "{{hidden:name}} {a} }} {{form:title}} {{hidden:constructor}}{{link:reference}} {{link:url}}" };
  const errors = ["text: {{hidden:constructor}} can't be recalled here"];
  await expect(send(study, { ...body, is_dry_run: true })).rejects.toMatchObject({ code: 400, data: { errors } });
  const own = { subject: "A", text: "{{hidden:name}}", is_dry_run: true };
  expect((await send(study, own)).counts.recipients).toBe(1);
  const of = { caller: study.caller, slug: study.form.slug, base_url: base };
  const test = stage.call("integrations.testLinkMail", { ...of, body: { subject: "A", ...body } });
  await expect(test).rejects.toMatchObject({ code: 400, data: { errors } });
});

it("gives each letter of a mailing its own Message-ID", async () => {
  const study = newStudy();
  const people = [person(study), person(study)];
  await send(study);
  await mailed(people.length);
  const ids = server.mails.map((mail) => parseMail(mail).headers.get("message-id"));
  expect(new Set(ids).size).toBe(2);
});
