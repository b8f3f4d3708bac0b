import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { resetPassword } from "../../../services/auth/changePassword.ts";
import { insertReset } from "../../../services/auth/store/resets.ts";
import { endSignIns } from "../../../services/auth/store/signIns.ts";
import { insertVerification } from "../../../services/auth/store/verifications.ts";
import { codeAt, stepAt } from "../../../services/auth/totp.ts";
import type { Caller } from "../../../shared/bus/contract.ts";
import { withoutDeadline } from "../../../shared/platform/deadlines/deadline.ts";
import { eventually } from "../../support/eventually.ts";
import { type MailServer, startMailServer } from "../../support/smtp.ts";
import { secretOf } from "../../support/totp.ts";
import { type AuthBroker, newOwner, startAuth, statusOf } from "./broker.ts";

/** Links of a stranger with the password end with the sign-ins, and a change of address is undone (teams §20.21.2). */
let auth: AuthBroker;
let mail: MailServer;
beforeAll(async () => {
  process.env.SIGNUP = "open";
  process.env.SECRETS_KEY = Buffer.alloc(32, 7).toString("base64");
  mail = await startMailServer();
  process.env.SMTP_URL = mail.url;
  auth = await startAuth();
});
afterAll(async () => {
  await auth?.stop();
  await mail?.close();
});

const baseUrl = "https://forms.example";
const newPassword = "another long password";
type Person = Awaited<ReturnType<typeof newOwner>>;
const as = (token: string): Promise<Caller> => auth.call("auth.authenticate", { token, workspace: null });
const login = (email: string, password: string) => auth.call("auth.login", { body: { email, password } });
const query = async (text: string, values: unknown[] = []) =>
  (await auth.service.database.pool.query(text, values)).rows;

/** Returns the token of the newest email to this address with the subject. */
async function linkTo(email: string, subject: string, page: string): Promise<string> {
  return eventually(() => {
    const mine = mail.mails.filter(({ to }) => to.some((address) => address === email));
    const texts = mine.map(({ data }) => data.replaceAll(/=\r?\n/g, "").replaceAll("=3D", "="));
    const found = texts.findLast((data) => data.includes(subject));
    const token = found && new RegExp(`${page}\\?token=([\\w-]{43})`).exec(found)?.[1];
    if (!token) throw new Error(`no mail "${subject}" with a link to ${email}`);
    return token;
  });
}

async function askForChange({ token, password }: Person, email: string): Promise<string> {
  await auth.call("auth.changeEmail", { caller: await as(token), token, body: { email, password }, base_url: baseUrl });
  return linkTo(email, "Confirm your new email address", "verify-email");
}
const open = (token: string) => auth.call("auth.verifyEmail", { body: { token }, base_url: baseUrl });
const undo = (token: string) => auth.call("auth.undoEmail", { body: { token }, base_url: baseUrl });

async function resetLink(email: string): Promise<string> {
  await auth.call("auth.forgot", { body: { email }, base_url: baseUrl });
  return linkTo(email, "Reset your Pathform password", "reset-password");
}

const ways: [string, (person: Person) => Promise<unknown>][] = [
  [
    "a reset by mail",
    async ({ email }) => auth.call("auth.reset", { body: { token: await resetLink(email), password: newPassword } }),
  ],
  [
    "a new password",
    async ({ token, password }) => {
      const body = { password: newPassword, current_password: password };
      await auth.call("auth.updateMe", { caller: await as(token), token, body });
    },
  ],
  ["an administrator's reset", ({ email }) => resetPassword(auth.service.database, email)],
  [
    "an administrator's sign-out",
    ({ user }) => auth.service.database.write(withoutDeadline, (em) => endSignIns(em, user.id, null)),
  ],
  [
    "a confirmed second factor",
    async ({ token, password }) => {
      const caller = await as(token);
      const { secret } = await auth.call("auth.startSecondFactor", { caller, token, body: { password } });
      const code = codeAt(secretOf(secret), stepAt(Date.now()));
      await auth.call("auth.confirmSecondFactor", { caller, token, body: { code } });
    },
  ],
];

test.each(ways)("%s ends changes of address, resets and links of single sign-on that wait", async (_way, end) => {
  const person = await newOwner(auth.call);
  const { user, email } = person;
  const change = await askForChange(person, `thief-of-${email}`);
  const [reset, sso] = ["r".repeat(43), `sso-${email}`];
  await auth.service.database.write(withoutDeadline, async (em) => {
    expect(await insertReset(em, { id: user.id, email_key: email }, reset)).toBe(true);
    expect(await insertVerification(em, user, sso, true)).toBe(true);
  });
  await end(person);
  expect(await statusOf(open(change))).toBe(400);
  expect(await statusOf(open(sso))).toBe(400);
  expect(await statusOf(auth.call("auth.reset", { body: { token: reset, password: newPassword } }))).toBe(400);
  const [row] = await query("select email, has_password from auth.users where id = $1", [user.id]);
  expect(row).toEqual({ email, has_password: true });
});

test("takes a change of address or ends it, if a new password comes at the same time", async () => {
  for (let round = 0; round < 10; round += 1) {
    const person = await newOwner(auth.call);
    const change = await askForChange(person, `thief-of-${person.email}`);
    const token = await resetLink(person.email);
    const [changed, reset] = await Promise.all([
      statusOf(open(change)),
      statusOf(auth.call("auth.reset", { body: { token, password: newPassword } })),
    ]);
    // the link of the reset was mailed to the old address
    expect([changed, reset].sort()).toEqual([200, 400]);
  }
});

test("puts an address back by the link of the letter, once, and ends sign-ins and what followed", async () => {
  const person = await newOwner(auth.call);
  const { email, password, token } = person;
  const thief = `thief-of-${email}`;
  await open(await askForChange(person, thief));
  const back = await linkTo(email, "Your Pathform email address was changed", "undo-email");
  // a second change must not be a way out
  await open(await askForChange(person, `second-${thief}`));
  const forth = await linkTo(thief, "Your Pathform email address was changed", "undo-email");
  const pending = await askForChange(person, `third-${thief}`);

  expect(await undo(back)).toEqual({ email });
  expect(await statusOf(as(token))).toBe(401);
  for (const used of [back, forth]) expect(await statusOf(undo(used))).toBe(404);
  expect(await statusOf(open(pending))).toBe(400);
  expect(await statusOf(login(`second-${thief}`, password))).toBe(401);
  const reset = await linkTo(email, "has its email address back", "reset-password");
  await auth.call("auth.reset", { body: { token: reset, password: newPassword } });
  const { user } = await login(email, newPassword);
  expect(user).toMatchObject({ id: person.user.id, email, email_verified: true });
  const waiting = await query("select data from auth.jobs where kind = 'stopEmails'");
  const stopped = waiting.map(({ data }) => JSON.parse(data)).filter(({ user_id }) => user_id === user.id);
  expect(stopped.map(({ email }) => email)).toContain(`second-${thief}`);
});

test("reserves an address for a week while a link can undo its change", async () => {
  const person = await newOwner(auth.call);
  await open(await askForChange(person, `next-${person.email}`));
  const back = await linkTo(person.email, "Your Pathform email address was changed", "undo-email");
  const register = (email: string) =>
    auth.call("auth.register", { body: { email, password: newPassword, name: "Stranger" } });
  await expect(register(person.email.toUpperCase())).rejects.toMatchObject({ code: 409 });
  await query("update auth.email_undos set expires = now() where user_id = $1", [person.user.id]);
  expect(await statusOf(undo(back))).toBe(404);
  await register(person.email);
});

test("an address that its mailbox took for another account stays there", async () => {
  const [mine, other] = [await newOwner(auth.call), await newOwner(auth.call)];
  await open(await askForChange(mine, `next-${mine.email}`));
  const back = await linkTo(mine.email, "Your Pathform email address was changed", "undo-email");
  await open(await askForChange(other, mine.email));
  expect(await statusOf(undo(back))).toBe(404);
  expect((await login(mine.email, other.password)).user.id).toBe(other.user.id);
});
