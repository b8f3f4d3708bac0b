import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, it } from "@jest/globals";
import type { ResumeMail } from "../../../shared/bus/contract/integrations.ts";
import { readResumeToken } from "../../../shared/platform/resumeTokens.ts";
import { jobsNow } from "../../support/jobs.ts";
import { parseMail } from "../../support/smtp.ts";
import { until } from "./deliveriesSupport.ts";
import { base, mailed, resetServer, server, stage, startMailStage, stopMailStage } from "./mailStage.ts";

/** Emails with links to finish later (wants §23). */
beforeAll(() => startMailStage({ QUOTA_COPIES_PER_ACCOUNT_DAY: "5" }));
afterEach(resetServer);
afterAll(stopMailStage);

const resumeMail = (fields: Partial<ResumeMail> = {}): ResumeMail => ({
  session_id: randomUUID(),
  asked_at: new Date().toISOString(),
  account_id: randomUUID(),
  form: { id: randomUUID(), slug: "guests", title: "Guests & <friends>" },
  address: `${randomUUID().slice(0, 8)}@example.com`,
  client: null,
  language: "en",
  base_url: base,
  ...fields,
});
const send = (mail: ResumeMail) => stage.call("integrations.mailResume", mail);
const queued = () => stage.query("select data::json ->> 'address' as address from integrations.jobs");
const untilSent = () => until(async () => expect(await queued()).toEqual([]));

it("sends a link whose token opens the session, and keeps no address", async () => {
  const mail = resumeMail();
  await send(mail);
  const [sent] = await mailed(1);
  expect(sent).toMatchObject({ to: [mail.address] });
  expect(sent?.headers.get("subject")).toContain("Guests & <friends>");
  const token = /\/f\/guests#resume=([\w-]+)/.exec(sent?.text ?? "")?.[1] ?? "";
  expect(readResumeToken(token)).toEqual({ sessionId: mail.session_id, askedAt: Date.parse(mail.asked_at) });
  expect(sent?.html).toContain("Guests &amp; &lt;friends&gt;");
  await untilSent();
});

it("sends one email for a repeated request", async () => {
  const mail = resumeMail();
  await Promise.all([send(mail), send(mail), send(mail)]);
  await untilSent();
  expect(server.mails).toHaveLength(1);
});

it("counts as a copy to the address, of the account", async () => {
  const [accountId, address] = [randomUUID(), "ada@example.com"];
  for (let count = 0; count < 4; count += 1)
    await send(resumeMail({ account_id: accountId, address: `ada+${count}@example.com` }));
  await untilSent();
  expect(server.mails).toHaveLength(3);
  for (let count = 0; count < 4; count += 1) await send(resumeMail({ account_id: accountId }));
  await untilSent();
  expect(server.mails).toHaveLength(5);
  await send(resumeMail({ address }));
  await mailed(6);
});

it("retries a temporary refusal, and forgets a final one", async () => {
  let refused = 0;
  const refuse = (code: number) =>
    server.behave({
      recipient() {
        refused += 1;
        return code;
      },
    });
  // an attempt that is repeated before its refusal is stored has the same Message-ID
  const letters = () => new Set(server.mails.map((mail) => parseMail(mail).headers.get("message-id"))).size;
  refuse(450);
  await send(resumeMail());
  await until(async () => expect(refused).toBe(1));
  server.behave({});
  await stage.query(jobsNow("integrations"));
  await send(resumeMail());
  await untilSent();
  expect(letters()).toBe(2);
  refuse(550);
  await send(resumeMail());
  await untilSent();
  expect(letters()).toBe(2);
});

it("forgets the email of an erased session, also if it comes late", async () => {
  server.behave({ recipient: () => 450 });
  const mail = resumeMail();
  await send(mail);
  await until(async () => expect(await queued()).toHaveLength(1));
  await stage.call("integrations.eraseSession", { session_id: mail.session_id });
  expect(await queued()).toEqual([]);
  await send({ ...mail, asked_at: new Date(Date.now() + 1).toISOString() });
  expect(await queued()).toEqual([]);
});
