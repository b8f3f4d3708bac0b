import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import { tokenFor } from "../../../services/integrations/mail/links.ts";
import { jobsNow } from "../../support/jobs.ts";
import { statusOf } from "../auth/broker.ts";
import { newestFirst } from "./broker.ts";
import { until } from "./deliveriesSupport.ts";
import {
  change,
  complete,
  create,
  current,
  logged,
  mailed,
  newForm,
  own,
  resetServer,
  rule,
  server,
  stage,
  startMailStage,
  stopMailStage,
} from "./mailStage.ts";

/** Confirmation of addresses outside the account, and unsubscribing (features §17). */
beforeAll(() => startMailStage());
afterEach(resetServer);
afterAll(stopMailStage);

const foreign = "zoe@elsewhere.example";
const confirm = (token: string) => stage.call("integrations.confirmMail", { token });
const stop = (token: string) => stage.call("integrations.stopMail", { token });

/** Returns the token of the link in the mail at this index. */
async function tokenIn(index: number, path: "confirm" | "stop"): Promise<string> {
  const mails = await mailed(index + 1);
  const text = mails[index]?.text ?? "";
  return new RegExp(`/mail/${path}\\?token=([\\w-]+)`).exec(text)?.[1] ?? "no link";
}

test("asks an address outside the account once, and sends nothing until it confirms", async () => {
  const made = await rule({ to: [foreign] });
  expect(made.mail.status).toBe("pending");
  const token = await tokenIn(0, "confirm");
  expect(server.mails[0]?.to).toEqual([foreign]);
  const { id } = await complete(made);
  await until(() => expect(stage.acknowledged).toContain(id));
  expect(await confirm(token)).toMatchObject({ address: foreign, form_title: made.form.title });
  expect(await confirm(token)).toMatchObject({ address: foreign });
  expect((await current(made)).status).toBe("active");
  await complete(made);
  const [question, mail] = await mailed(2);
  expect(question?.headers.get("auto-submitted")).toBe("auto-generated");
  expect(mail?.to).toEqual([foreign]);
  expect(await logged(made, 1)).toHaveLength(1);
});

test("rejects a forged link, and one that is older than 7 days", async () => {
  const made = await rule({ to: [foreign] });
  const token = await tokenIn(0, "confirm");
  const forged = `${token.slice(0, -2)}${token.endsWith("AA") ? "BB" : "AA"}`;
  expect(await statusOf(confirm(forged))).toBe(404);
  expect(await statusOf(stop(token))).toBe(404);
  expect(await statusOf(confirm("x"))).toBe(404);
  // the link of a question that was asked 7 days ago
  const [old] = await stage.query(
    "update integrations.mail_addresses set asked_at = asked_at - interval '7 days' where mail_id = $1 returning to_json(asked_at) #>> '{}' as asked_at",
    [made.mail.id],
  );
  const asked = { address: foreign, address_key: foreign, state: "pending" as const, asked_at: String(old?.asked_at) };
  expect(await statusOf(confirm(tokenFor("confirm", made.mail.id, asked)))).toBe(404);
  expect((await current(made)).status).toBe("pending");
});

test("sends to confirmed addresses while another one is pending", async () => {
  const made = await rule({ to: [own, foreign] });
  expect(made.mail).toMatchObject({ status: "pending", to: [own, foreign] });
  await mailed(1);
  await complete(made);
  const [, mail] = await mailed(2);
  expect(mail?.to).toEqual([own]);
});

test("stops the emails to an address that unsubscribes, until the owner asks again", async () => {
  const made = await rule({ to: [foreign] });
  await confirm(await tokenIn(0, "confirm"));
  await complete(made);
  const token = await tokenIn(1, "stop");
  const asked = { purpose: "stop" as const, token };
  expect(await stage.call("integrations.mailLink", asked)).toMatchObject({ is_stopped: false });
  expect((await current(made)).status).toBe("active");
  expect(await stop(token)).toMatchObject({ is_stopped: true });
  expect(await stop(token)).toMatchObject({ is_stopped: true });
  expect((await current(made)).status).toBe("stopped");
  const notices = await stage.call("integrations.listNotices", {
    caller: made.caller,
    query: {},
    paging: newestFirst,
  });
  expect(notices.results.map(({ message }) => message)).toEqual([expect.stringContaining(`${foreign} unsubscribed`)]);
  await complete(made);
  expect((await change(made, { name: "Renamed" })).status).toBe("stopped");
  expect((await change(made, { is_enabled: true })).status).toBe("pending");
  await tokenIn(2, "confirm");
  expect(await logged(made, 1)).toHaveLength(1);
});

test("keeps a pending question when the same address is sent again, and asks an address up to 3 times a day", async () => {
  const made = await rule({ to: [foreign] });
  await mailed(1);
  expect(await change(made, { to: [foreign, own] })).toMatchObject({ status: "pending", to: [foreign, own] });
  await change(made, { to: [own] });
  await change(made, { to: [foreign] });
  const { caller, form } = { caller: made.caller, form: newForm(made.caller).form };
  await create(caller, form.slug, { to: [foreign] });
  await mailed(3);
  expect(await statusOf(create(caller, form.slug, { to: [foreign] }))).toBe(409);
  expect((await stage.call("integrations.listMails", { caller, slug: form.slug, paging: newestFirst })).count).toBe(1);
});

test("asks 20 addresses a day per account, and the others on the next day", async () => {
  const { caller, form } = newForm();
  const made = [];
  for (let at = 0; at < 3; at++) {
    const to = Array.from({ length: 7 }, (_, index) => `zoe${at}-${index}@elsewhere.example`);
    made.push(await create(caller, form.slug, { to }));
  }
  await until(() => expect(server.mails).toHaveLength(20));
  const waiting = `select date_trunc('minute', due_at) = date_trunc('day', now(), 'UTC') + interval '1 day' as ok
    from integrations.jobs where data::json ->> 'mail_id' = any($1) and due_at > now() + interval '3 minutes'`;
  const ids = made.map(({ id }) => id);
  await until(async () => expect(await stage.query(waiting, [ids])).toEqual([{ ok: true }]));
  expect(made.map(({ status }) => status)).toEqual(["pending", "pending", "pending"]);
  // the next day
  await stage.query("update integrations.mail_sends set day = day - 1 where account_id = $1", [caller.account_id]);
  await stage.query(jobsNow("integrations"));
  await until(() => expect(server.mails).toHaveLength(21));
});
