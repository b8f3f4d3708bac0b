import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { eventually } from "../../support/eventually.ts";
import { testSecretsKey } from "../../support/postgres.ts";
import { type MailServer, startMailServer } from "../../support/smtp.ts";
import { type AuthBroker, newOwner, startAuth, statusOf } from "./broker.ts";

/** Emails about members (teams §20.6, §20.8, §20.11). */
let auth: AuthBroker;
let mail: MailServer;
beforeAll(async () => {
  process.env.SIGNUP = "open";
  mail = await startMailServer();
  Object.assign(process.env, { SMTP_URL: mail.url, SECRETS_KEY: testSecretsKey });
  auth = await startAuth();
});
afterAll(async () => {
  await auth.stop();
  await mail.close();
});

const baseUrl = "https://forms.example";
const as = (token: string) => auth.call("auth.authenticate", { token, workspace: null });

/** Returns the newest email to this address, decoded. */
async function newest(email: string, subject: string): Promise<string> {
  return eventually(() => {
    const mine = mail.mails.filter(({ to }) => to.some((address) => address.includes(email)));
    const data = (mine.at(-1)?.data ?? "").replaceAll(/=\r?\n/g, "").replaceAll("=3D", "=");
    if (!data.includes(subject)) throw new Error(`no mail "${subject}" to ${email}: ${data}`);
    return data;
  });
}

test("mail an invitation, whose link alone verifies the address, then tell of role and removal", async () => {
  const { token } = await newOwner(auth.call);
  const caller = await as(token);
  const id = caller.account_id;
  const email = "grace@example.com";
  const body = { invitations: [{ email, role: "viewer" as const }] };
  const { results } = await auth.call("auth.invite", { caller, id, body, base_url: baseUrl });
  const data = await newest(email, "Owner invites you to Owner's workspace on Pathform");
  expect(data).toContain("Content-Type: text/html");
  const mailed = /invitation\?token=([\w-]{43})/.exec(data)?.[1] ?? "";
  expect(results[0]?.url).not.toContain(mailed);
  const password = "correct horse battery";
  const accepted = { token: mailed, name: "Grace", password };
  const joined = await auth.call("auth.acceptInvitation", { token: "", body: accepted });
  expect(joined).toMatchObject({ is_new: true, user: { email_verified: true } });
  const member = { caller, id, user_id: joined.user.id };
  await auth.call("auth.updateMember", { ...member, body: { role: "owner" } });
  expect(await newest(email, "You are now an owner of")).toContain("also make and remove other owners");
  await auth.call("auth.removeMember", { ...member, query: {} });
  await newest(email, "You were removed from");
});

test("mail a link that verifies an address, once and five a day", async () => {
  const { token, email, user } = await newOwner(auth.call);
  expect(user.email_verified).toBe(false);
  const caller = await as(token);
  for (let count = 0; count < 7; count += 1) await auth.call("auth.requestVerification", { caller, base_url: baseUrl });
  const data = await newest(email, "Verify your email address");
  const link = /verify-email\?token=([\w-]{43})/.exec(data)?.[1] ?? "";
  expect(await auth.call("auth.verifyEmail", { body: { token: link } })).toBeNull();
  expect(await statusOf(auth.call("auth.verifyEmail", { body: { token: link } }))).toBe(400);
  expect(await auth.call("auth.me", { caller })).toMatchObject({ email_verified: true });
  expect(mail.mails.filter(({ to }) => to.some((address) => address.includes(email))).length).toBeLessThan(6);
});

test("a mailbox that refuses harms only its own email about a workspace that will be deleted", async () => {
  const { token, email, password } = await newOwner(auth.call);
  const other = await newOwner(auth.call);
  const caller = await as(token);
  const id = caller.account_id;
  await auth.service.database.pool.query(
    "insert into auth.memberships (account_id, user_id, role, responses) values ($1, $2, 'owner', 'write')",
    [id, other.user.id],
  );
  mail.behave({ recipient: (address) => (address === email ? 550 : null) });
  // 503 because the forms service isn't running
  const body = { name: caller.workspace ?? "", password };
  expect(await statusOf(auth.call("auth.deleteWorkspace", { caller, token, id, body }))).toBe(503);
  await newest(other.email, "will be deleted on");
  expect(await statusOf(auth.call("auth.restoreWorkspace", { caller, id }))).toBe(503);
  await newest(other.email, "was restored");
  mail.behave({});
});

test("keep letters over an outage of the mail server and a restart, and seal their links", async () => {
  const { email } = await newOwner(auth.call);
  mail.behave({ recipient: (address) => (address.includes(email) ? 451 : null) });
  await auth.call("auth.forgot", { body: { email }, base_url: baseUrl });
  const waiting = await eventually(async () => {
    const { rows } = await auth.service.database.pool.query("select data, tries from auth.jobs where kind = 'letter'");
    expect(rows).toEqual([{ data: expect.any(String), tries: expect.any(Number) }]);
    expect(rows[0].tries).toBeGreaterThan(0);
    return rows[0].data as string;
  });
  expect(waiting).not.toContain("reset-password");
  await auth.restart();
  mail.behave({});
  await auth.service.database.pool.query("update auth.jobs set due_at = now()");
  expect(await newest(email, "Reset your Pathform password")).toMatch(/reset-password\?token=[\w-]{43}/);
});
