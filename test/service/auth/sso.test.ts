import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { ServiceBroker } from "moleculer";
import { forgetIssuer } from "../../../services/auth/sso/issuer.ts";
import { insertReset } from "../../../services/auth/store/resets.ts";
import { parseRoleRules } from "../../../shared/api/access/ssoRoles.ts";
import type { Call } from "../../../shared/bus/calls.ts";
import type { Caller, Origin } from "../../../shared/bus/contract.ts";
import { withoutDeadline } from "../../../shared/platform/deadlines/deadline.ts";
import { type Env, env } from "../../../shared/platform/env.ts";
import { eventually } from "../../support/eventually.ts";
import { clientId, clientSecret, type Issuer, infinite, startIssuer } from "../../support/issuer.ts";
import { type MailServer, startMailServer } from "../../support/smtp.ts";
import { type AuthBroker, auditOf, newOwner, startAuth, statusOf } from "./broker.ts";

/** Single sign-on against an issuer that lies (teams §20.9, §20.19). */
let auth: AuthBroker;
let issuer: Issuer;
let mail: MailServer;
const baseUrl = "https://forms.example";
const browser = "b".repeat(43);
const origin: Origin = {
  address: "192.0.2.7",
  user_agent: null,
  request_id: "r",
  method: "GET",
  path: "/api/auth/oidc/callback/",
};

let before: Partial<Env>;
beforeAll(async () => {
  issuer = await startIssuer();
  mail = await startMailServer();
  Object.assign(process.env, {
    SIGNUP: "open",
    SMTP_URL: mail.url,
    OIDC_ISSUER_URL: issuer.url,
    OIDC_CLIENT_ID: clientId,
    OIDC_CLIENT_SECRET: clientSecret,
    OIDC_NAME: "Northwind ID",
    OIDC_ROLES_CLAIM: "groups",
  });
  auth = await startAuth();
  before = { ...env() };
});
afterAll(async () => {
  await auth?.stop();
  await mail?.close();
  await issuer?.close();
});

let people = 0;
let email: string;
beforeEach(() => {
  Object.assign(env(), before);
  email = `person${++people}@example.com`;
  issuer.lie = {};
  issuer.userinfo = {};
  issuer.claims = { sub: `sub-${people}`, email, email_verified: true, name: "Ada Lovelace" };
});

const query = async (text: string, values: unknown[] = []) =>
  (await auth.service.database.pool.query(text, values)).rows;
const as = (token: string): Promise<Caller> => auth.call("auth.authenticate", { token, workspace: null });
const setRules = (text: string) => Object.assign(env(), { OIDC_ROLES: parseRoleRules(text) });
const groups = (...names: string[]) => Object.assign(issuer.claims, { groups: names });

const start = async (next?: string, from = browser) =>
  auth.call("auth.startSso", { query: next === undefined ? {} : { next }, browser: from, base_url: baseUrl });
const finish = (answer: Record<string, string>, { from = browser, token = "" } = {}) =>
  auth.call("auth.finishSso", { query: answer, browser: from, token, base_url: baseUrl }, { meta: { origin } });
/** From the button to the answer. */
async function enter(next?: string) {
  const { location } = await start(next);
  return finish(await issuer.visit(location));
}
async function entered(): Promise<string> {
  const { token, location } = await enter();
  expect(location).toBe(`${baseUrl}/`);
  if (token === null) throw new Error("nobody was signed in");
  return token;
}
const reasonIn = ({ location }: { location: string }) => new URL(location).searchParams.get("error");
const refused = async () => {
  const answer = await enter();
  expect(answer.token).toBeNull();
  return reasonIn(answer);
};
const roleIn = async (account: string, address = email) =>
  (
    await query(
      `select m.role, m.responses, m.source from auth.memberships m join auth.users u on u.id = m.user_id
        where m.account_id = $1 and u.email = $2`,
      [account, address],
    )
  )[0];
/** A user of this address with a workspace, who has proved the address. */
async function knownUser(isVerified = true, password = "correct horse battery") {
  const { user, token } = await auth.call("auth.register", { body: { email, password, name: "Ada" } });
  if (isVerified) await query("update auth.users set email_verified = true where id = $1", [user.id]);
  return { user, token, password };
}
const workspace = async () => (await newOwner(auth.call)).user.account_id;

test("asks with PKCE, state and nonce, and signs a linked person in for a fixed time", async () => {
  const { user } = await knownUser();
  const { location, browser: cookie } = await start("/forms/lunch?page=2");
  const asked = new URL(location).searchParams;
  expect(cookie).toBe(browser);
  expect(Object.fromEntries(asked)).toMatchObject({
    response_type: "code",
    client_id: clientId,
    redirect_uri: `${baseUrl}/api/auth/oidc/callback/`,
    scope: "openid email profile",
    code_challenge_method: "S256",
    nonce: expect.stringMatching(/^[\w-]{43}$/),
  });
  issuer.claims.sid = "session-1";
  const answer = await finish(await issuer.visit(location));
  expect(answer.location).toBe(`${baseUrl}/forms/lunch?page=2`);
  const caller = await as(answer.token ?? "");
  expect(caller).toMatchObject({ user_id: user.id, sign_in: "sso" });
  const [row] = await query(
    "select sid, ends - created as lasts, expires = ends as is_fixed from auth.sign_ins where method = 'sso' and user_id = $1",
    [user.id],
  );
  expect(row).toMatchObject({ sid: "session-1", is_fixed: true });
  expect(row.lasts).toMatchObject({ hours: 23, minutes: 59 });
  expect((await auth.call("auth.me", { caller })).sso).toEqual({ name: "Northwind ID" });
});

test.each<[string, () => void]>([
  ["a wrong nonce", () => Object.assign(issuer.claims, { nonce: "other" })],
  ["another audience", () => Object.assign(issuer.claims, { aud: "other" })],
  ["several audiences without being the party", () => Object.assign(issuer.claims, { aud: [clientId, "x"], azp: "x" })],
  ["another issuer in the token", () => Object.assign(issuer.claims, { iss: "https://evil.example" })],
  ["another issuer in the callback", () => Object.assign(issuer.lie, { iss: "https://evil.example" })],
  ["an expired token", () => Object.assign(issuer.claims, { exp: Math.floor(Date.now() / 1000) - 60 })],
  ["no signature", () => Object.assign(issuer.lie, { alg: "none" })],
  ["a signature by the client secret", () => Object.assign(issuer.lie, { alg: "HS256" })],
  ["a signature by another key", () => Object.assign(issuer.lie, { forged: true })],
  ["an empty subject", () => Object.assign(issuer.claims, { sub: "" })],
  ["a subject of 256 characters", () => Object.assign(issuer.claims, { sub: "s".repeat(256) })],
  ["a subject that is a number", () => Object.assign(issuer.claims, { sub: 7 })],
  ["an end that is a text", () => Object.assign(issuer.claims, { exp: "2999-01-01" })],
  ["a token without an end", () => Object.assign(issuer.claims, { exp: infinite })],
  ["a token that is issued never", () => Object.assign(issuer.claims, { iat: infinite })],
  ["another party for the only audience", () => Object.assign(issuer.claims, { azp: "other" })],
  ["a party that is null", () => Object.assign(issuer.claims, { azp: null })],
  ["no subject", () => Object.assign(issuer.claims, { sub: undefined })],
  ["a token endpoint that redirects", () => Object.assign(issuer.lie, { redirects: "/token" })],
  ["keys that redirect", () => Object.assign(issuer.lie, { redirects: "/jwks" })],
])("refuses %s", async (_what, tell) => {
  await knownUser();
  tell();
  expect(await refused()).toBe("failed");
  expect(await query("select from auth.identities where subject = $1", [`sub-${people}`])).toEqual([]);
});

test("refuses userinfo of another person, and one that redirects", async () => {
  await knownUser();
  issuer.claims.email_verified = undefined;
  issuer.userinfo = { sub: "another", email, email_verified: true };
  expect(await refused()).toBe("failed");
  issuer.userinfo = { email, email_verified: true };
  issuer.lie = { redirects: "/userinfo" };
  expect(await refused()).toBe("failed");
  issuer.lie = {};
  await entered();
});

test("takes a state once, in ten minutes, and only from the browser that began", async () => {
  await knownUser();
  const { location } = await start();
  const answer = await issuer.visit(location);
  expect(reasonIn(await finish(answer, { from: "c".repeat(43) }))).toBe("expired");
  expect(reasonIn(await finish(answer, { from: "" }))).toBe("expired");
  expect(reasonIn(await finish({ ...answer, state: "unknown" }))).toBe("expired");
  expect((await finish(answer)).token).not.toBeNull();
  expect(reasonIn(await finish(answer))).toBe("expired");
  const late = await issuer.visit((await start()).location);
  await query("update auth.oidc_states set expires = now()");
  expect(reasonIn(await finish(late))).toBe("expired");
});

test("signs one of 50 concurrent callbacks in with one state", async () => {
  await knownUser();
  const answer = await issuer.visit((await start()).location);
  const all = await Promise.all(Array.from({ length: 50 }, () => finish(answer)));
  expect(all.filter(({ token }) => token !== null)).toHaveLength(1);
});

test("a code of another sign-in doesn't fit", async () => {
  await knownUser();
  const [mine, theirs] = [await start(), await start(undefined, "d".repeat(43))];
  const stolen = await issuer.visit(theirs.location);
  const { searchParams } = new URL(mine.location);
  expect(reasonIn(await finish({ ...stolen, state: searchParams.get("state") ?? "" }))).toBe("failed");
});

test("keeps no secret of a sign-in, and a cookie that can't be ours is replaced", async () => {
  const { location, browser: cookie } = await start(undefined, "short");
  expect(cookie).toMatch(/^[\w-]{43}$/);
  const [row] = await query("select * from auth.oidc_states order by created desc limit 1");
  const { searchParams } = new URL(location);
  for (const secret of [cookie ?? "", searchParams.get("state") ?? "", searchParams.get("nonce") ?? ""])
    expect(JSON.stringify(row)).not.toContain(secret);
});

test.each(["//evil.org", "/\\evil.org", "https://evil.org/", "/.//evil.org"])("doesn't go to %s", async (next) => {
  await knownUser();
  expect((await enter(next)).location).toBe(`${baseUrl}/`);
});

test("tells a denied sign-in from a failed one, and keeps the page for another try", async () => {
  const { location } = await start("/forms/lunch");
  const state = new URL(location).searchParams.get("state") ?? "";
  const answer = await finish({ state, error: "access_denied", iss: issuer.url });
  expect(answer.location).toBe(`${baseUrl}/sign-in?error=denied&next=%2Fforms%2Flunch`);
  const again = new URL((await start()).location).searchParams.get("state") ?? "";
  expect(reasonIn(await finish({ state: again, error: "login_required", iss: issuer.url }))).toBe("failed");
});

test("a token endpoint that hangs costs up to 5 s and is said to be unavailable", async () => {
  const answer = await issuer.visit((await start()).location);
  issuer.lie = { hangs: "/token" };
  expect(reasonIn(await finish(answer))).toBe("unavailable");
}, 15_000);

test("sees a new signing key immediately", async () => {
  await knownUser();
  await entered();
  await issuer.rotate();
  await entered();
});

test("refuses a first sign-in without an address that the issuer proved", async () => {
  await knownUser();
  issuer.claims.email = undefined;
  expect(await refused()).toBe("email_missing");
  issuer.claims = { ...issuer.claims, email, email_verified: undefined };
  expect(await refused()).toBe("email_unverified");
  issuer.claims.email_verified = false;
  expect(await refused()).toBe("email_unverified");
  Object.assign(env(), { OIDC_TRUST_EMAIL: true });
  expect(await refused()).toBe("email_unverified");
  issuer.claims.email_verified = undefined;
  await entered();
});

test("lets only allowed domains in, every time", async () => {
  await knownUser();
  await entered();
  Object.assign(env(), { OIDC_ALLOWED_DOMAINS: ["northwind.example"] });
  expect(await refused()).toBe("domain");
});

test("knows a person by the issuer's name for them, not by an address", async () => {
  const { user } = await knownUser();
  await entered();
  const other = await newOwner(auth.call);
  await query("update auth.users set email_verified = true where id = $1", [other.user.id]);
  issuer.claims.email = other.email;
  expect((await as(await entered())).user_id).toBe(user.id);
});

test("never gives a person a second name by address", async () => {
  await knownUser();
  await entered();
  issuer.claims.sub = `sub-${people}-again`;
  expect(await refused()).toBe("link_needed");
});

test("a stranger who registered the address first doesn't get its owner's sign-in", async () => {
  const { user, token, password } = await knownUser(false);
  expect(await refused()).toBe("link_needed");
  const text = await eventually(() => {
    const found = mail.mails.find(
      ({ to, data }) => to.some((address) => address.includes(email)) && data.includes("Link Northwind ID"),
    );
    if (!found) throw new Error("no mail yet");
    return found.data.replaceAll(/=\r?\n/g, "").replaceAll("=3D", "=");
  });
  const link = /verify-email\?token=([\w-]{43})/.exec(text)?.[1] ?? "";
  await auth.call("auth.verifyEmail", { body: { token: link } });
  // the stranger's ways in have ended
  expect(await statusOf(as(token))).toBe(401);
  expect(await statusOf(auth.call("auth.login", { body: { email, password } }))).toBe(401);
  const caller = await as(await entered());
  expect(caller.user_id).toBe(user.id);
  expect(await auth.call("auth.me", { caller })).toMatchObject({ has_password: false, email_verified: true });
});

test("a trusted issuer links an unproved address, and ends the password that a stranger may have chosen", async () => {
  const { user, token, password } = await knownUser(false);
  Object.assign(env(), { OIDC_TRUST_EMAIL: true });
  expect((await as(await entered())).user_id).toBe(user.id);
  expect(await statusOf(as(token))).toBe(401);
  expect(await statusOf(auth.call("auth.login", { body: { email, password } }))).toBe(401);
});

test("an ordinary verification keeps the password", async () => {
  const { token, password } = await knownUser(false);
  await auth.call("auth.requestVerification", { caller: await as(token), base_url: baseUrl });
  const link = await eventually(() => {
    const found = mail.mails.find(
      ({ to, data }) => to.some((address) => address.includes(email)) && data.includes("Verify your"),
    );
    const text = found?.data.replaceAll(/=\r?\n/g, "").replaceAll("=3D", "=") ?? "";
    const [, value] = /verify-email\?token=([\w-]{43})/.exec(text) ?? [];
    if (!value) throw new Error("no mail yet");
    return value;
  });
  await auth.call("auth.verifyEmail", { body: { token: link } });
  expect(await statusOf(auth.call("auth.login", { body: { email, password } }))).toBe(200);
});

test("refuses a newcomer without a role, and makes no user", async () => {
  expect(await refused()).toBe("no_role");
  setRules("admins=admin");
  groups("others");
  expect(await refused()).toBe("no_role");
  expect(await query("select from auth.users where email = $1", [email])).toEqual([]);
});

test("makes a user without password with the highest role of each workspace", async () => {
  const [here, there] = [await workspace(), await workspace()];
  Object.assign(env(), { OIDC_WORKSPACE: here });
  setRules(`staff=viewer,lead=editor/read,staff=admin@${there},*=viewer@${crypto.randomUUID()}`);
  groups("staff", "lead");
  const caller = await as(await entered());
  expect(await roleIn(here)).toEqual({ role: "editor", responses: "read", source: "sso" });
  expect(await roleIn(there)).toEqual({ role: "admin", responses: "write", source: "sso" });
  const told = () => mail.mails.filter(({ to, data }) => to.includes(email) && data.includes("You were added to"));
  await eventually(() => expect(told()).toHaveLength(2));
  expect(await auth.call("auth.me", { caller })).toMatchObject({
    name: "Ada Lovelace",
    has_password: false,
    email_verified: true,
  });
});

test("changes and ends memberships at each sign-in, and the sign-ins of a person without one", async () => {
  const [here, there] = [await workspace(), await workspace()];
  setRules(`staff=editor@${here},lead=viewer@${there}`);
  groups("staff", "lead");
  const token = await entered();
  setRules(`staff=viewer/read@${here}`);
  await entered();
  expect(await roleIn(here)).toEqual({ role: "viewer", responses: "read", source: "sso" });
  expect(await roleIn(there)).toBeUndefined();
  const noted = (await auditOf(auth, here, there)).filter(({ actor_type }) => actor_type === "sso");
  const actionsIn = (id: string) => noted.filter(({ account_id }) => account_id === id).map(({ action }) => action);
  expect(actionsIn(here)).toEqual(["member.added", "member.role_changed"]);
  expect(actionsIn(there)).toEqual(["member.added", "member.removed"]);
  groups();
  expect(await refused()).toBe("no_role");
  expect(await roleIn(here)).toBeUndefined();
  expect(await statusOf(as(token))).toBe(401);
});

test.each([
  ["is missing", {}],
  ["was left out as too long", { _claim_names: { groups: "src1" } }],
])("changes nothing if the claim %s", async (_what, claims) => {
  const here = await workspace();
  setRules(`staff=editor@${here}`);
  groups("staff");
  await entered();
  issuer.claims = { ...issuer.claims, groups: undefined, ...claims };
  await entered();
  expect(await roleIn(here)).toMatchObject({ role: "editor" });
});

test("leaves a membership that was changed by hand, until it follows single sign-on again", async () => {
  const owner = await newOwner(auth.call);
  const id = owner.user.account_id;
  setRules(`staff=viewer@${id}`);
  groups("staff");
  const { user_id } = await as(await entered());
  const caller = await as(owner.token);
  const change = (body: object) => auth.call("auth.updateMember", { caller, id, user_id: user_id ?? "", body });
  expect(await change({ role: "editor" })).toMatchObject({ source: "manual", sso: { name: "Northwind ID" } });
  await entered();
  expect(await roleIn(id)).toMatchObject({ role: "editor", source: "manual" });
  expect(await change({ source: "sso" })).toMatchObject({ role: "editor", source: "sso" });
  await entered();
  expect(await roleIn(id)).toMatchObject({ role: "viewer", source: "sso" });
  const own = auth.call("auth.updateMember", { caller, id, user_id: owner.user.id, body: { source: "sso" } });
  expect(await statusOf(own)).toBe(400);
});

test("the last owner stays although their group ended", async () => {
  const owner = await newOwner(auth.call);
  const id = owner.user.account_id;
  setRules(`chiefs=owner@${id}`);
  groups("chiefs");
  await entered();
  await query("delete from auth.memberships where account_id = $1 and user_id = $2", [id, owner.user.id]);
  groups();
  await entered();
  expect(await roleIn(id)).toMatchObject({ role: "owner" });
});

test("a workspace that is going to be deleted keeps its members, and stays the usual one", async () => {
  const id = await workspace();
  setRules(`staff=editor@${id}`);
  groups("staff");
  await entered();
  await query("update auth.accounts set deletes_at = now() + interval '7 days' where id = $1", [id]);
  await entered();
  expect(await roleIn(id)).toMatchObject({ role: "editor", source: "sso" });
});

test("gives people without a role the default one, again and again", async () => {
  const here = await workspace();
  Object.assign(env(), { OIDC_WORKSPACE: here, OIDC_DEFAULT_ROLE: { role: "viewer", responses: "none" } });
  setRules("lead=admin");
  groups("staff");
  await entered();
  await entered();
  expect(await roleIn(here)).toMatchObject({ role: "viewer", source: "sso" });
});

test("makes one user of 20 concurrent first sign-ins of a person", async () => {
  setRules(`staff=viewer@${await workspace()}`);
  groups("staff");
  const answers = await Promise.all(Array.from({ length: 20 }, async () => issuer.visit((await start()).location)));
  const tokens = await Promise.all(answers.map((answer) => finish(answer)));
  expect(tokens.every(({ token }) => token !== null)).toBe(true);
  expect(await query("select from auth.users where email = $1", [email])).toHaveLength(1);
}, 20_000);

test("signs in a person while another sign-in links them", async () => {
  const { user } = await knownUser();
  const answer = await issuer.visit((await start()).location);
  const other = await auth.service.database.pool.connect();
  await other.query("begin; lock table auth.users in access exclusive mode");
  await other.query("insert into auth.identities (issuer, subject, user_id) values ($1, $2, $3)", [
    issuer.url,
    issuer.claims.sub,
    user.id,
  ]);
  const finished = finish(answer);
  await eventually(async () => {
    const { rows } = await other.query("select from pg_locks where relation = 'auth.users'::regclass and not granted");
    expect(rows).not.toEqual([]);
  });
  await other.query("commit");
  other.release();
  expect(await finished).toMatchObject({ location: `${baseUrl}/`, token: expect.any(String) });
});

const invite = async (owner: Awaited<ReturnType<typeof newOwner>>, address: string) => {
  const body = { invitations: [{ email: address, role: "editor" as const }] };
  const caller = { ...(await as(owner.token)), needs: ["members:write" as const] };
  const { results } = await auth.call("auth.invite", { caller, id: owner.user.account_id, body, base_url: baseUrl });
  return new URL(results[0]?.url ?? "").searchParams.get("token") ?? "";
};

test("accepts the invitations of a proved address", async () => {
  const owner = await newOwner(auth.call);
  const token = await invite(owner, email.toUpperCase());
  await entered();
  expect(await roleIn(owner.user.account_id)).toEqual({ role: "editor", responses: "write", source: "manual" });
  expect(await statusOf(auth.call("auth.getInvitation", { query: { token } }))).toBe(404);
});

test("adds no one to more than 500 workspaces, and still changes a role", async () => {
  const { user } = await knownUser();
  const [owner, here, there] = [await newOwner(auth.call), await workspace(), await workspace()];
  const join = "insert into auth.memberships (account_id, user_id, role, responses, source)";
  await query(`${join} values ($1, $2, 'admin', 'write', 'sso')`, [there, user.id]);
  await query(
    `with made as (insert into auth.accounts (id, name) select gen_random_uuid(), 'W' || n from generate_series(1, 498) n
        returning id)
      ${join} select id, $1, 'viewer', 'none', 'manual' from made`,
    [user.id],
  );
  const token = await invite(owner, email);
  setRules(`staff=editor@${here},staff=viewer/read@${there}`);
  groups("staff");
  await entered();
  expect(await roleIn(there)).toEqual({ role: "viewer", responses: "read", source: "sso" });
  expect(await roleIn(here)).toBeUndefined();
  expect(await roleIn(owner.user.account_id)).toBeUndefined();
  expect(await statusOf(auth.call("auth.getInvitation", { query: { token } }))).toBe(200);
  expect((await auditOf(auth, here)).map(({ action }) => action)).not.toContain("member.added");
});

test("an invitation is for the invited address alone", async () => {
  const owner = await newOwner(auth.call);
  const token = await invite(owner, "somebody@example.com");
  await knownUser();
  const { location } = await auth.call("auth.startSso", { query: { invitation: token }, browser, base_url: baseUrl });
  expect(reasonIn(await finish(await issuer.visit(location)))).toBe("no_role");
  expect(await statusOf(auth.call("auth.getInvitation", { query: { token } }))).toBe(200);
});

/** Links the issuer's person to the signed-in one. */
async function link(token: string, body: object) {
  const { url } = await auth.call("auth.linkSso", { caller: await as(token), token, body, browser, base_url: baseUrl });
  return issuer.visit(url);
}

test("a signed-in person links single sign-on with their password, whatever the address", async () => {
  const { user, token, password } = await knownUser(false);
  issuer.claims.email = "another@example.org";
  expect(await statusOf(link(token, { password: "wrong" }))).toBe(400);
  expect(await statusOf(link(token, {}))).toBe(400);
  const answer = await link(token, { password });
  expect(await finish(answer, { token })).toEqual({ location: `${baseUrl}/settings/security`, token: null });
  expect((await as(await entered())).user_id).toBe(user.id);
  // a new name at the issuer replaces the old one
  issuer.claims.sub = `sub-${people}-new`;
  expect((await finish(await link(token, { password }), { token })).location).toBe(`${baseUrl}/settings/security`);
  expect((await as(await entered())).user_id).toBe(user.id);
});

test("doesn't link after a sign-out, for another person, or a name that is another person's", async () => {
  const { token, password } = await knownUser();
  await entered();
  const other = await newOwner(auth.call);
  const subject = issuer.claims.sub;
  issuer.claims.sub = `sub-${people}-other`;
  await finish(await link(other.token, { password: other.password }), { token: other.token });
  issuer.claims.sub = subject;
  const stolen = await link(other.token, { password: other.password });
  expect((await finish(stolen, { token: other.token })).location).toBe(`${baseUrl}/settings/security?error=failed`);
  const linked = await query("select subject from auth.identities where user_id = $1", [other.user.id]);
  expect(linked).toEqual([{ subject: `sub-${people}-other` }]);
  const answers = [await link(token, { password }), await link(token, { password })];
  expect(reasonIn(await finish(answers[0] ?? {}, { token: other.token }))).toBe("expired");
  await auth.call("auth.logout", { token });
  expect(reasonIn(await finish(answers[1] ?? {}, { token }))).toBe("expired");
});

const logoutEvent = { "http://schemas.openid.net/event/backchannel-logout": {} };
const logoutClaims = (changes: object = {}) => {
  const now = Math.floor(Date.now() / 1000);
  const token = { iss: issuer.url, aud: clientId, iat: now, exp: now + 120, jti: crypto.randomUUID() };
  return { ...token, events: logoutEvent, sub: `sub-${people}`, ...changes };
};
const logOut = async (claims: Record<string, unknown>, typ?: string) =>
  statusOf(auth.call("auth.backchannelLogout", { body: { logout_token: await issuer.sign(claims, typ) } }));

test("the issuer ends the sign-ins of a session or a person", async () => {
  const { token: own } = await knownUser();
  issuer.claims.sid = "one";
  const one = await entered();
  issuer.claims.sid = "two";
  const [two, three] = [await entered(), await entered()];
  expect(await logOut(logoutClaims({ sid: "one", sub: undefined }))).toBe(200);
  expect([await statusOf(as(one)), await statusOf(as(two))]).toEqual([401, 200]);
  expect(await logOut(logoutClaims({ sub: "another" }))).toBe(200);
  expect(await statusOf(as(two))).toBe(200);
  expect(await logOut(logoutClaims())).toBe(200);
  expect([await statusOf(as(two)), await statusOf(as(three))]).toEqual([401, 401]);
  // a sign-in by password isn't the issuer's
  expect(await statusOf(as(own))).toBe(200);
});

test.each<[string, object]>([
  ["for another client", { aud: "other" }],
  ["of another issuer", { iss: "https://evil.example" }],
  ["that has expired", { exp: Math.floor(Date.now() / 1000) - 120 }],
  ["from long ago", { iat: Math.floor(Date.now() / 1000) - 3600 }],
  ["without the event", { events: {} }],
  ["with a nonce, as an ID token has", { nonce: "n" }],
  ["that names no one", { sub: undefined }],
  ["of a person that is null", { sub: null }],
  ["of a person that is null, with a session", { sub: null, sid: "session-1" }],
  ["of a person that is a number", { sub: 7 }],
  ["of an empty session", { sub: undefined, sid: "" }],
  ["of a session that is a number", { sid: 7 }],
  ["that ends at a text", { exp: "2999-01-01" }],
  ["that never ends", { exp: infinite }],
  ["without an id", { jti: undefined }],
])("refuses a logout token %s", async (_what, changes) => {
  await knownUser();
  const token = await entered();
  expect(await logOut(logoutClaims(changes))).toBe(400);
  expect(await statusOf(as(token))).toBe(200);
});

test("refuses logout tokens without signature or of another type, and takes one twice without ending what began later", async () => {
  await knownUser();
  await entered();
  expect(await logOut(logoutClaims(), "at+jwt")).toBe(400);
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const unsigned = `${part({ alg: "none", typ: "logout+jwt" })}.${part(logoutClaims())}.`;
  expect(await statusOf(auth.call("auth.backchannelLogout", { body: { logout_token: unsigned } }))).toBe(400);
  const earlier = logoutClaims({ iat: Math.floor(Date.now() / 1000) - 300 });
  const later = await entered();
  expect(await logOut(earlier)).toBe(200);
  expect(await statusOf(as(later))).toBe(200);
});

test("signing out ends the sign-in and goes to the issuer, if it began there", async () => {
  const { token: own } = await knownUser();
  const token = await entered();
  const logout = (given: string) => auth.call("auth.logoutSso", { token: given, base_url: baseUrl });
  const { location } = await logout(token);
  expect(location).toMatch(`${issuer.url}/end?`);
  const page = `${baseUrl}/sign-in?signed_out=true`;
  expect(new URL(location).searchParams.get("post_logout_redirect_uri")).toBe(page);
  expect(await statusOf(as(token))).toBe(401);
  expect(await logout(own)).toEqual({ location: page });
  expect(await statusOf(as(own))).toBe(401);
  expect(await logout("")).toEqual({ location: page });
});

test("SSO_ONLY refuses passwords, and lets in an administrator's link", async () => {
  const { token, password } = await knownUser();
  const caller = await as(token);
  Object.assign(env(), { SSO_ONLY: true });
  const link = "l".repeat(43);
  const call = auth.call as (name: string, params: object) => ReturnType<Call>;
  const refusals: [string, object][] = [
    ["auth.register", { body: { email: "new@example.com", password, name: "New" } }],
    ["auth.login", { body: { email, password } }],
    ["auth.forgot", { body: { email }, base_url: baseUrl }],
    ["auth.reset", { body: { token: link, password } }],
    ["auth.updateMe", { caller, token, body: { password: `${password}!`, current_password: password } }],
    ["auth.changeEmail", { caller, token, body: { email: "new@example.com", password }, base_url: baseUrl }],
  ];
  for (const [name, params] of refusals) {
    const detail = await call(name, params).then(
      () => "allowed",
      (error: Error) => error.message,
    );
    expect([name, detail]).toEqual([name, "This server signs in with Northwind ID."]);
  }
  expect(await auth.call("auth.options", {})).toMatchObject({
    signup_open: false,
    sso: { name: "Northwind ID", only: true, auto: false },
  });
  await entered();
  Object.assign(env(), { SSO_ONLY: false });
  expect(await statusOf(auth.call("auth.login", { body: { email, password } }))).toBe(200);
});

/** Reads what the service logs as warnings, until the returned function is called. */
function warnings(): string[] {
  const said: string[] = [];
  const { logger } = auth.service as unknown as { logger: { warn(message: string): void } };
  jest.spyOn(logger, "warn").mockImplementation((message) => void said.push(message));
  return said;
}

describe("the issuer's answers", () => {
  test.each(["/.well-known", "/token", "/jwks", "/userinfo"])("are read up to 1 MB at %s", async (path) => {
    await knownUser();
    forgetIssuer();
    issuer.claims.email_verified = undefined;
    issuer.userinfo = { email, email_verified: true };
    await entered();
    forgetIssuer();
    issuer.sent = 0;
    issuer.lie.floods = { path, bytes: 200 * 1024 * 1024 };
    expect(["failed", "unavailable"]).toContain(path.startsWith("/.") ? reasonIn(await start()) : await refused());
    expect(issuer.sent).toBeLessThan(20 * 1024 * 1024);
    issuer.lie = {};
    forgetIssuer();
    await entered();
  });

  test("name both issuers in the log if they differ", async () => {
    const said = warnings();
    forgetIssuer();
    issuer.lie.discovered = "https://other.example";
    expect(reasonIn(await start())).toBe("unavailable");
    issuer.lie = {};
    issuer.claims.iss = "https://third.example";
    expect(await refused()).toBe("failed");
    jest.restoreAllMocks();
    const text = said.join("\n");
    expect(text).toContain(`expected ${issuer.url}/, got https://other.example`);
    expect(text).toContain(`expected ${issuer.url}, got https://third.example`);
  });
});

describe("shows the client's secret", () => {
  const both = ["client_secret_basic", "client_secret_post"];
  test.each<[string, Partial<typeof issuer.lie>, Env["OIDC_CLIENT_AUTH"]]>([
    ["in the body where discovery offers only that", { offers: ["client_secret_post"], takes: ["post"] }, "auto"],
    ["in the body if the header was refused and it is offered", { offers: both, takes: ["post"] }, "auto"],
    ["unescaped as far as it can, for one that doesn't decode", { takes: ["raw basic"] }, "auto"],
    ["in the body as an administrator chose", { takes: ["post"] }, "client_secret_post"],
    ["in the header as an administrator chose", { offers: ["client_secret_post"] }, "client_secret_basic"],
  ])("%s", async (_where, lie, way) => {
    await knownUser();
    forgetIssuer();
    issuer.lie = lie;
    Object.assign(env(), { OIDC_CLIENT_AUTH: way });
    await entered();
    await entered();
  });

  test("never in the body if it isn't offered", async () => {
    await knownUser();
    forgetIssuer();
    issuer.lie = { offers: ["client_secret_basic"], takes: ["post"] };
    expect(await refused()).toBe("failed");
  });
});

describe("unlinking", () => {
  const unlink = (token: string, caller: Caller, body: object) =>
    auth.call("auth.unlinkSso", { caller, token, body }, { meta: { origin } });
  const identitiesOf = async (id: string) =>
    (await query("select from auth.identities where user_id = $1", [id])).length;

  test("needs the password, ends its sign-ins, and tells the person", async () => {
    const { user, token, password } = await knownUser();
    const sso = await entered();
    const caller = await as(token);
    expect(await statusOf(unlink(token, caller, { password: "wrong" }))).toBe(400);
    expect(await statusOf(unlink(token, caller, {}))).toBe(400);
    await unlink(token, caller, { password });
    expect(await identitiesOf(user.id)).toBe(0);
    expect([await statusOf(as(sso)), await statusOf(as(token))]).toEqual([401, 200]);
    expect(
      (await query("select kind from auth.user_events where user_id = $1", [user.id])).map(({ kind }) => kind),
    ).toContain("sso_unlinked");
    await eventually(() =>
      expect(mail.mails.some(({ to, data }) => to.includes(email) && data.includes("was unlinked from"))).toBe(true),
    );
    expect(await statusOf(unlink(token, caller, { password }))).toBe(404);
  });

  test("returns 409 for the only way to sign in", async () => {
    setRules("*=viewer");
    groups("staff");
    await workspace();
    const token = await entered();
    const caller = await as(token);
    await expect(unlink(token, caller, {})).rejects.toMatchObject({
      code: 409,
      message: "This is the only way to sign in to this account.",
    });
    expect(await identitiesOf(caller.user_id ?? "")).toBe(1);
  });

  test.each([
    [true, 1],
    [false, 0],
  ])("a reset by mail keeps a link whose issuer proved the address: %s", async (isProved, left) => {
    const { user, token, password } = await knownUser();
    issuer.claims.email_verified = isProved;
    const { url } = await auth.call("auth.linkSso", {
      caller: await as(token),
      token,
      body: { password },
      browser,
      base_url: baseUrl,
    });
    await finish(await issuer.visit(url), { token });
    expect(await identitiesOf(user.id)).toBe(1);
    await auth.service.database.write(withoutDeadline, (em) =>
      insertReset(em, { id: user.id, email_key: email }, `reset-${email}`),
    );
    await auth.call("auth.reset", { body: { token: `reset-${email}`, password: "another long password" } });
    expect(await identitiesOf(user.id)).toBe(left);
  });
});

test("SSO_ONLY ends sign-ins by password at the start, but not others", async () => {
  const { token } = await knownUser();
  const sso = await entered();
  Object.assign(env(), { SSO_ONLY: true });
  const { default: schema } = await import("../../../services/auth/auth.service.ts");
  const copy = new ServiceBroker({ logger: false });
  copy.createService(schema);
  await copy.start();
  await copy.stop();
  expect([await statusOf(as(token)), await statusOf(as(sso))]).toEqual([401, 200]);
});
