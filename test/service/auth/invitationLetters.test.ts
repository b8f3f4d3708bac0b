import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Caller } from "../../../shared/bus/contract.ts";
import { type MailServer, startMailServer } from "../../support/smtp.ts";
import { type AuthBroker, lettersSent, newOwner, startAuth } from "./broker.ts";

/** How many invitations an address gets by email (teams §20.21.6). */
let auth: AuthBroker;
let mail: MailServer;
let ada: Caller;
let bob: Caller;
beforeAll(async () => {
  process.env.SIGNUP = "open";
  mail = await startMailServer();
  process.env.SMTP_URL = mail.url;
  auth = await startAuth();
  [ada, bob] = [await newCaller(), await newCaller()];
});
afterAll(async () => {
  await auth.stop();
  await mail.close();
});

const baseUrl = "https://forms.example";

async function newCaller(): Promise<Caller> {
  const { token } = await newOwner(auth.call);
  return auth.call("auth.authenticate", { token, workspace: null });
}

async function invite(caller: Caller, ...emails: string[]) {
  const body = { invitations: emails.map((email) => ({ email, role: "viewer" as const })) };
  const { results } = await auth.call("auth.invite", { caller, id: caller.account_id, body, base_url: baseUrl });
  return results;
}

/** Lets a time pass since the last letter. */
const pass = (time: string) =>
  auth.service.database.pool.query(
    `update auth.invitation_letters set sent = sent - interval '${time}',
      day = case when interval '${time}' >= interval '1 day' then day - 1 else day end`,
  );

const tokenOf = (url: string | null = "") => new URL(url ?? "").searchParams.get("token") ?? "";
const lettersTo = async (name: string) => {
  await lettersSent(auth);
  return mail.mails.filter(({ to }) => to.some((address) => address.includes(name)));
};

test("an address gets one letter an hour and three a day, whoever invites it under whatever tag", async () => {
  const [first] = await invite(ada, "kim@example.com");
  expect(first).toMatchObject({ mail: "sent" });
  const [other] = await invite(bob, "Kim+2@example.com");
  expect(other).toMatchObject({
    mail: "not_sent",
    mail_reason: "An invitation was sent to this address in the last hour.",
    status: "pending",
  });
  // the link works all the same
  const open = await auth.call("auth.getInvitation", { query: { token: tokenOf(other?.url) } });
  expect(open).toMatchObject({ email: "Kim+2@example.com" });
  expect(open).not.toHaveProperty("has_user");
  const again = { caller: ada, id: ada.account_id, invitation_id: first?.id ?? "", base_url: baseUrl };
  expect(await auth.call("auth.resendInvitation", again)).toMatchObject({ mail: "not_sent" });
  await pass("61 minutes");
  // a letter that still waits would be replaced
  expect(await lettersTo("im@example.com")).toHaveLength(1);
  expect(await auth.call("auth.resendInvitation", again)).toMatchObject({ mail: "sent" });
  await pass("61 minutes");
  expect(await invite(bob, "kim@example.com", "lee@example.com")).toMatchObject([{ mail: "sent" }, { mail: "sent" }]);
  await pass("61 minutes");
  expect(await invite(ada, "kim@example.com")).toMatchObject([
    { mail: "not_sent", mail_reason: "3 invitations were sent to this address today." },
  ]);
  expect(await lettersTo("im@example.com")).toHaveLength(3);
  await pass("1 day");
  expect(await invite(ada, "kim@example.com")).toMatchObject([{ mail: "sent" }]);
});

test("sends one letter to an address that several workspaces invite concurrently", async () => {
  const both = await Promise.all([
    invite(ada, "x@example.com", "y@example.com"),
    invite(bob, "y@example.com", "x@example.com"),
  ]);
  expect(both.flat().filter((one) => one.mail === "sent")).toHaveLength(2);
});

test("sends no letter of a workspace for seven days after the person declined", async () => {
  const [asked] = await invite(ada, "mo@example.com");
  await auth.call("auth.declineInvitation", { body: { token: tokenOf(asked?.url) } });
  await pass("61 minutes");
  const reason = "The person declined an invitation to this workspace in the last 7 days.";
  expect(await invite(ada, "mo+1@example.com")).toMatchObject([{ mail: "not_sent", mail_reason: reason }]);
  expect(await invite(bob, "mo@example.com")).toMatchObject([{ mail: "sent" }]);
});

test("only the mailed link tells whether the address has a user", async () => {
  const [invited] = await invite(ada, "new@example.com");
  const [letter] = await lettersTo("new@example.com");
  const token = /invitation\?token=([\w-]{43})/.exec(
    (letter?.data ?? "").replaceAll(/=\r?\n/g, "").replaceAll("=3D", "="),
  );
  const mailed = { query: { token: token?.[1] ?? "" } };
  expect(await auth.call("auth.getInvitation", mailed)).toMatchObject({ has_user: false });
  // without a new letter, the link of the last one stays
  const again = { caller: ada, id: ada.account_id, invitation_id: invited?.id ?? "", base_url: baseUrl };
  expect(await auth.call("auth.resendInvitation", again)).toMatchObject({ mail: "not_sent" });
  expect(await auth.call("auth.getInvitation", mailed)).toMatchObject({ has_user: false });
});
