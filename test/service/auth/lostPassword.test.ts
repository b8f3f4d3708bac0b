import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { resetPassword } from "../../../services/auth/changePassword.ts";
import { eventually } from "../../support/eventually.ts";
import { type MailServer, startMailServer } from "../../support/smtp.ts";
import { type AuthBroker, newOwner, startAuth, statusOf } from "./broker.ts";

/** Password reset by email (decisions §2). */
let auth: AuthBroker;
let mail: MailServer;
beforeAll(async () => {
  process.env.SIGNUP = "open";
  mail = await startMailServer();
  process.env.SMTP_URL = mail.url;
  auth = await startAuth();
});
afterAll(async () => {
  await auth.stop();
  await mail.close();
});

const forgot = (email: string) => auth.call("auth.forgot", { body: { email }, base_url: "https://forms.example" });
const reset = (token: string, password = "a new and long one") =>
  auth.call("auth.reset", { body: { token, password } });
const login = (email: string, password: string) => auth.call("auth.login", { body: { email, password } });

/** Returns the token of the newest email to this address. */
async function mailed(email: string, count = 1): Promise<string> {
  return eventually(() => {
    const mine = mail.mails.filter(({ to }) => to.some((address) => address.includes(email)));
    if (mine.length < count) throw new Error(`no mail to ${email}`);
    const data =
      mine
        .at(-1)
        ?.data.replaceAll(/=\r?\n/g, "")
        .replaceAll("=3D", "=") ?? "";
    const token = /https:\/\/forms\.example\/reset-password\?token=([\w-]{43})\s/.exec(data)?.[1];
    if (!token) throw new Error(`no link in ${data}`);
    return token;
  });
}

test("resets the password once and signs out all devices", async () => {
  const { email, token: cookie, password } = await newOwner(auth.call);
  await forgot(email.toUpperCase());
  const token = await mailed(email);
  expect(await statusOf(reset(`${token.slice(0, -1)}_`))).toBe(400);
  expect(await reset(token)).toBeNull();
  expect(await statusOf(auth.call("auth.authenticate", { token: cookie }))).toBe(401);
  expect(await statusOf(login(email, password))).toBe(401);
  expect(await statusOf(login(email, "a new and long one"))).toBe(200);
  expect(await statusOf(reset(token, "another long one"))).toBe(400);
});

test("accepts a reset link only once under concurrent use", async () => {
  const { email } = await newOwner(auth.call);
  await forgot(email);
  const token = await mailed(email);
  const tries = ["first long one", "second long one", "third long one"].map((password) =>
    statusOf(reset(token, password)),
  );
  expect((await Promise.all(tries)).sort()).toEqual([200, 400, 400]);
});

test("expires a link after an hour, and when the password changes otherwise", async () => {
  const [old, changed] = [await newOwner(auth.call), await newOwner(auth.call)];
  await Promise.all([forgot(old.email), forgot(changed.email)]);
  const [oldToken, changedToken] = [await mailed(old.email), await mailed(changed.email)];
  await auth.service.database.pool.query(
    "update auth.password_resets set expires = now() - interval '1 second' where user_id = $1",
    [old.user.id],
  );
  expect(await statusOf(reset(oldToken))).toBe(400);
  await resetPassword(auth.service.database, changed.email);
  expect(await statusOf(reset(changedToken))).toBe(400);
});

test("responds alike for unknown emails and limits emails per mailbox", async () => {
  const { email } = await newOwner(auth.call);
  expect(await forgot("nobody@example.com")).toBeNull();
  for (let turn = 0; turn < 8; turn += 1) expect(await forgot(email)).toBeNull();
  await mailed(email, 5);
  await new Promise((done) => setTimeout(done, 300));
  expect(mail.mails.filter(({ to }) => to.some((address) => address.includes(email)))).toHaveLength(5);
  expect(mail.mails.some(({ to }) => to.some((address) => address.includes("nobody")))).toBe(false);
});

test("refuses some of too many concurrent requests for any email, and none afterwards", async () => {
  const asked = Array.from({ length: 100 }, (_, at) => statusOf(forgot(`nobody-${at}@example.com`)));
  const statuses = await Promise.all(asked);
  expect(new Set(statuses)).toEqual(new Set([200, 503]));
  expect(statuses.filter((status) => status === 200).length).toBeLessThan(50);
  await eventually(async () => expect(await statusOf(forgot("nobody@example.com"))).toBe(200));
});

test("reports in the options that email and sign-up are available", async () => {
  expect(await auth.call("auth.options", {})).toMatchObject({ signup_open: true, mail: true, setup_required: false });
});
