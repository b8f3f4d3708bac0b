import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import type { CreateMailBody } from "../../../shared/api/shapes/mails.ts";
import { openReceivers, until, waitingOn } from "./deliveriesSupport.ts";
import { answer, mailed, own, resetServer, rule, stage, startMailStage, stopMailStage } from "./mailStage.ts";

/** Deliveries and emails without personal data (wants §21.5). */
const { receiver, close: closeReceivers } = openReceivers();
const { untilRecords } = waitingOn(() => stage);

beforeAll(() => startMailStage());
afterEach(async () => {
  await closeReceivers();
  resetServer();
});
afterAll(stopMailStage);

const answers = () => [answer("name", "Grace"), answer("mail", "grace@example.com"), answer("color", "r")];
type Webhook = Awaited<ReturnType<typeof stage.webhook>>;
const send = ({ caller, form, attachment_id: id }: Webhook, personal: "include" | "omit") =>
  stage.call("integrations.updateAttachment", { caller, slug: form.slug, id, body: { personal } });

test("a webhook gets personal answers until its attachment leaves them out", async () => {
  const { url, received } = await receiver();
  const attached = await stage.webhook(url);
  stage.personal.set(attached.form.id, ["name", "mail"]);
  await stage.happen(attached.form, "session.completed", answers());
  await until(() => expect(received).toHaveLength(1));
  expect(received[0]?.body).toContain("grace@example.com");
  expect(await send(attached, "omit")).toMatchObject({ personal: "omit" });
  await stage.happen(attached.form, "session.completed", answers());
  await until(() => expect(received).toHaveLength(2));
  const { id: eventId, data } = JSON.parse(received[1]?.body ?? "");
  const { session } = data;
  expect(session).toMatchObject({ hidden: {}, metadata: { user_agent: null }, reference: null });
  expect(session.answers.map(({ node_id }: { node_id: string }) => node_id)).toEqual(["color"]);
  const records = await untilRecords(attached, 2);
  const { request_body } = await stage.call("integrations.getDelivery", {
    caller: attached.caller,
    type: "webhook",
    id: attached.id,
    delivery_id: records.find(({ event_id }) => event_id === eventId)?.id ?? "",
  });
  expect(request_body).not.toContain("Grace");
});

test("an event is sent without them if the attachment left them out when it happened", async () => {
  const { url, received } = await receiver();
  const attached = await stage.webhook(url);
  stage.personal.set(attached.form.id, null);
  await send(attached, "omit");
  const { id } = await stage.happen(attached.form, "session.completed", answers());
  await until(async () => {
    const rows = await stage.query("select lease from integrations.deliveries where event_id = $1", [id]);
    expect(rows).toEqual([{ lease: null }]);
  });
  // nothing is sent while sessions doesn't say what is personal
  expect(received).toEqual([]);
  await send(attached, "include");
  stage.personal.set(attached.form.id, ["name", "mail"]);
  await stage.query("update integrations.deliveries set due_at = now() where event_id = $1", [id]);
  await until(() => expect(received).toHaveLength(1));
  expect(received[0]?.body).not.toContain("Grace");
});

async function sent(body: Partial<CreateMailBody>) {
  const { form } = await rule({ subject: "{{answer:name}} chose {{answer:color}}", personal: "omit", ...body });
  stage.personal.set(form.id, ["name", "mail"]);
  await stage.happen(form, "session.completed", answers());
  const [mail] = await mailed(1);
  const headers = Object.fromEntries(mail?.headers ?? []);
  return { to: mail?.to, text: `${JSON.stringify(mail)} ${headers.subject} ${headers["reply-to"] ?? ""}` };
}

test("an email to owners has blank recalls and no reply address", async () => {
  const { text } = await sent({ to: [own], reply_to_node_id: "mail" });
  expect(text).toContain("chose Red");
  expect(text).not.toMatch(/grace/i);
});

test("a copy reaches its respondent, without personal answers", async () => {
  const { to, text } = await sent({ to: null, to_node_id: "mail" });
  expect(to).toEqual(["grace@example.com"]);
  expect(text).toContain("chose Red");
  expect(text).not.toContain("Grace");
});

test("a daily email leaves them out", async () => {
  const { form, mail } = await rule({ to: [own], digest: "daily", personal: "omit" });
  stage.personal.set(form.id, ["name", "mail"]);
  await stage.happen(form, "session.completed", answers());
  await until(async () => {
    const due = await stage.query(
      "update integrations.deliveries set due_at = now() where integration_id = $1 returning id",
      [mail.id],
    );
    expect(due).toHaveLength(1);
  });
  const text = JSON.stringify(await mailed(1));
  expect(text).toContain("Red");
  expect(text).not.toContain("Grace");
});
