import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { codeAt, stepAt } from "../../../services/auth/totp.ts";
import type { Caller } from "../../../shared/bus/contract.ts";
import { eventually } from "../../support/eventually.ts";
import { type MailServer, startMailServer } from "../../support/smtp.ts";
import { secretOf } from "../../support/totp.ts";
import { type AuthBroker, newOwner, startAuth, statusOf } from "./broker.ts";

/** Two-step sign-in (teams §20.8, §20.17, §20.20). */
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
  await auth.stop();
  await mail.close();
});

const query = (text: string, values: unknown[] = []) => auth.service.database.pool.query(text, values);
const as = (token: string): Promise<Caller> => auth.call("auth.authenticate", { token, workspace: null });
const atOnce = 50;

interface Problem {
  code: number;
  message: string;
  data: {
    errors?: string[];
    body?: { challenge?: string; second_factor?: string; tries_left?: number; code?: string };
  };
}
const problemOf = (call: Promise<unknown>): Promise<Problem> =>
  call.then(
    () => {
      throw new Error("no problem");
    },
    (error: Problem) => error,
  );

/** Returns a person with two-step sign-in, and the codes of steps after the one that confirmed it. */
async function withSecondFactor() {
  const { token, email, password, user } = await newOwner(auth.call);
  const caller = await as(token);
  const started = await auth.call("auth.startSecondFactor", { caller, token, body: { password } });
  const secret = secretOf(started.secret);
  const code = (after = 0) => codeAt(secret, stepAt(Date.now()) + after);
  const confirm = (): ReturnType<typeof auth.call<"auth.confirmSecondFactor">> => {
    const step = stepAt(Date.now());
    return auth
      .call("auth.confirmSecondFactor", { caller, token, body: { code: code(-1) } })
      .catch((error: unknown) => {
        // it was another step by then
        if (stepAt(Date.now()) === step) throw error;
        return confirm();
      });
  };
  const { recovery_codes } = await confirm();
  const login = () => auth.call("auth.login", { body: { email, password } });
  const challenge = async () => (await problemOf(login())).data.body?.challenge ?? "";
  return { token, email, password, user, caller, code, recovery_codes, login, challenge };
}
type Enrolled = Awaited<ReturnType<typeof withSecondFactor>>;

const second = (challenge: string, code: string) => auth.call("auth.loginWithCode", { body: { challenge, code } });
/** A code that no step around now has. */
const wrongCode = ({ code }: Enrolled) =>
  ["000000", "111111", "222222", "333333", "444444"].find((other) => ![-1, 0, 1].map(code).includes(other)) ?? "";

test("asks for a code after the password, and gives no cookie before", async () => {
  const person = await withSecondFactor();
  const refused = await problemOf(person.login());
  expect(refused).toMatchObject({ code: 401, data: { body: { second_factor: "totp" } } });
  const challenge = refused.data.body?.challenge ?? "";
  expect(await statusOf(as(challenge))).toBe(401);
  const { token, user } = await second(challenge, person.code());
  expect(user).toMatchObject({ id: person.user.id, has_second_factor: true });
  expect(await as(token)).toMatchObject({ user_id: user.id });
  expect(await statusOf(second(challenge, person.code(1)))).toBe(401);
});

test("a code that was used doesn't work again, also the one that turned it on", async () => {
  const person = await withSecondFactor();
  expect(await statusOf(second(await person.challenge(), person.code(-1)))).toBe(401);
  await second(await person.challenge(), person.code());
  expect(await statusOf(second(await person.challenge(), person.code()))).toBe(401);
});

test("of 50 concurrent sign-ins with one code, one succeeds", async () => {
  const person = await withSecondFactor();
  const challenges: string[] = [];
  for (let count = 0; count < 10; count += 1) challenges.push(await person.challenge());
  const code = person.code();
  const tries = Array.from({ length: atOnce }, (_, at) => statusOf(second(challenges[at % 10] ?? "", code)));
  const statuses = await Promise.all(tries);
  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
  expect(new Set(statuses)).toEqual(new Set([200, 401, 429].filter((status) => statuses.includes(status))));
});

test("of 50 concurrent sign-ins with one recovery code, one succeeds, and the person is told", async () => {
  const person = await withSecondFactor();
  const [used = ""] = person.recovery_codes;
  const challenges: string[] = [];
  for (let count = 0; count < 10; count += 1) challenges.push(await person.challenge());
  const tries = Array.from({ length: atOnce }, (_, at) => statusOf(second(challenges[at % 10] ?? "", used)));
  expect((await Promise.all(tries)).filter((status) => status === 200)).toHaveLength(1);
  expect(await auth.call("auth.getSecondFactor", { caller: person.caller })).toMatchObject({ recovery_codes_left: 9 });
  await eventually(() => {
    const mine = mail.mails.filter(({ to }) => to.some((address) => address.includes(person.email)));
    expect(mine.some(({ data }) => data.includes("A recovery code was used"))).toBe(true);
  });
});

test("a challenge takes 5 tries, also of 50 concurrent ones", async () => {
  const person = await withSecondFactor();
  const challenge = await person.challenge();
  const wrong = wrongCode(person);
  const lefts = await Promise.all(
    Array.from({ length: atOnce }, async () => (await problemOf(second(challenge, wrong))).data.body?.tries_left),
  );
  expect(lefts.filter((left) => left !== undefined).sort()).toEqual([0, 1, 2, 3, 4]);
  expect(await statusOf(second(challenge, person.code()))).toBe(401);
  await second(await person.challenge(), person.code());
});

test("wrong codes of all challenges of a person are counted together", async () => {
  const person = await withSecondFactor();
  const wrong = wrongCode(person);
  const statuses: number[] = [];
  for (let challenges = 0; challenges < 5; challenges += 1) {
    const challenge = await person.challenge();
    for (let tries = 0; tries < 5; tries += 1) statuses.push(await statusOf(second(challenge, wrong)));
  }
  expect(statuses.slice(0, 20)).toEqual(Array(20).fill(401));
  expect(statuses.slice(20)).toEqual(Array(5).fill(429));
  expect(await statusOf(second(await person.challenge(), person.code()))).toBe(429);
  await query("update auth.second_factors set wrong_since = now() - interval '61 minutes' where user_id = $1", [
    person.user.id,
  ]);
  await second(await person.challenge(), person.code());
});

test("a challenge ends after 5 minutes, and when the password changes", async () => {
  const person = await withSecondFactor();
  const late = await person.challenge();
  await query("update auth.challenges set expires = now() where user_id = $1", [person.user.id]);
  expect(await statusOf(second(late, person.code()))).toBe(401);
  const old = await person.challenge();
  const { caller, token, password } = person;
  const change = { password: "another battery staple", current_password: password };
  await auth.call("auth.updateMe", { caller, token, body: change });
  expect(await statusOf(second(old, person.code()))).toBe(401);
});

test("turning it on ends the other sign-ins, and needs the password and a code within 10 minutes", async () => {
  const { token, email, password, user } = await newOwner(auth.call);
  const other = await auth.call("auth.login", { body: { email, password } });
  const caller = await as(token);
  const start = (body: object) => auth.call("auth.startSecondFactor", { caller, token, body });
  expect((await problemOf(start({}))).data.errors).toEqual(["password: is required"]);
  expect((await problemOf(start({ password: "wrong" }))).data.errors).toEqual(["password: is wrong"]);
  const confirm = (code: string) => auth.call("auth.confirmSecondFactor", { caller, token, body: { code } });
  expect(await statusOf(confirm("000000"))).toBe(409);
  const { secret, uri } = await start({ password });
  expect(uri).toContain(`secret=${secret}`);
  const now = () => codeAt(secretOf(secret), stepAt(Date.now()));
  expect((await problemOf(confirm(now() === "000000" ? "111111" : "000000"))).data.errors).toEqual(["code: is wrong"]);
  // not on yet
  expect((await auth.call("auth.login", { body: { email, password } })).user.has_second_factor).toBe(false);
  await query("update auth.second_factors set created = now() - interval '11 minutes' where user_id = $1", [user.id]);
  expect(await statusOf(confirm(now()))).toBe(409);
  const again = await start({ password });
  expect(again.secret).not.toBe(secret);
  const { recovery_codes } = await confirm(codeAt(secretOf(again.secret), stepAt(Date.now())));
  expect(recovery_codes).toHaveLength(10);
  expect(await statusOf(as(other.token))).toBe(401);
  expect(await as(token)).toMatchObject({ user_id: user.id });
  expect(await statusOf(start({ password }))).toBe(409);
  const { rows } = await query("select secret from auth.second_factors where user_id = $1", [user.id]);
  expect(rows[0].secret).toMatch(/^v1:/);
  const stored = JSON.stringify((await query("select * from auth.recovery_codes where user_id = $1", [user.id])).rows);
  expect(stored).not.toContain(recovery_codes[0]);
});

test("turning it off needs both, and works only where no workspace requires it", async () => {
  const person = await withSecondFactor();
  const { caller, token, password, recovery_codes } = person;
  const id = caller.account_id;
  await auth.call("auth.updateWorkspace", { caller, id, body: { settings: { requires_second_factor: true } } });
  expect(await auth.call("auth.getSecondFactor", { caller })).toMatchObject({ required_by: [{ id }] });
  const disable = (body: { password?: string; code: string }) =>
    auth.call("auth.disableSecondFactor", { caller, token, body });
  expect(await statusOf(disable({ password, code: recovery_codes[0] ?? "" }))).toBe(409);
  await auth.call("auth.updateWorkspace", { caller, id, body: { settings: { requires_second_factor: false } } });
  expect((await problemOf(disable({ code: person.code() }))).data.errors).toEqual(["password: is required"]);
  expect((await problemOf(disable({ password, code: wrongCode(person) }))).data.errors).toEqual(["code: is wrong"]);
  await disable({ password, code: recovery_codes[0] ?? "" });
  expect((await person.login()).user.has_second_factor).toBe(false);
  expect(await statusOf(disable({ password, code: recovery_codes[1] ?? "" }))).toBe(409);
});

test("new recovery codes end the old ones", async () => {
  const person = await withSecondFactor();
  const { caller } = person;
  const replaced = await auth.call("auth.replaceRecoveryCodes", { caller, body: { code: person.code() } });
  expect(await statusOf(second(await person.challenge(), person.recovery_codes[0] ?? ""))).toBe(401);
  await second(await person.challenge(), replaced.recovery_codes[0] ?? "");
});

test("a reset by mail doesn't remove it", async () => {
  const person = await withSecondFactor();
  await auth.call("auth.forgot", { body: { email: person.email }, base_url: "https://forms.example" });
  const token = await eventually(() => {
    const mine = mail.mails.filter(({ to }) => to.some((address) => address.includes(person.email)));
    const data = mine.map((one) => one.data.replaceAll(/=\r?\n/g, "").replaceAll("=3D", "=")).join();
    const found = /reset-password\?token=([\w-]{43})/.exec(data)?.[1];
    if (!found) throw new Error("no link");
    return found;
  });
  await auth.call("auth.reset", { body: { token, password: "another battery staple" } });
  const login = auth.call("auth.login", { body: { email: person.email, password: "another battery staple" } });
  expect(await problemOf(login)).toMatchObject({ code: 401, data: { body: { second_factor: "totp" } } });
});

test("a workspace that requires it lets in who has one, signs in by SSO, or has a key", async () => {
  const person = await withSecondFactor();
  const id = person.caller.account_id;
  const member = await newOwner(auth.call);
  const join = "insert into auth.memberships (account_id, user_id, role, responses) values ($1, $2, 'admin', 'write')";
  await query(join, [id, member.user.id]);
  const inside = () => auth.call("auth.authenticate", { token: member.token, workspace: id });
  expect((await inside()).lacks_second_factor).toBeUndefined();
  // only who has one may require it
  const require = { id, body: { settings: { requires_second_factor: true } } };
  expect(await statusOf(auth.call("auth.updateWorkspace", { caller: await inside(), ...require }))).toBe(409);
  const changed = await auth.call("auth.updateWorkspace", { caller: person.caller, ...require });
  expect(changed).toMatchObject({ requires_second_factor: true, settings: { requires_second_factor: true } });
  const caller = await inside();
  expect(caller.lacks_second_factor).toBe(true);
  const members = auth.call("auth.updateMember", { caller, id, user_id: person.user.id, body: { role: "viewer" } });
  expect(await problemOf(members)).toMatchObject({ code: 403, data: { body: { code: "second_factor_required" } } });
  expect((await as(person.token)).lacks_second_factor).toBeUndefined();
  const [own, there] = [{ user_id: member.user.id, account_id: id }, "auth.callerIn"] as const;
  expect(await auth.call(there, own)).toMatchObject({ lacks_second_factor: true });
  expect((await auth.call(there, { ...own, sign_in: "sso" }))?.lacks_second_factor).toBeUndefined();
  await query("update auth.sign_ins set method = 'sso' where user_id = $1", [member.user.id]);
  expect((await inside()).lacks_second_factor).toBeUndefined();
  const paging = { ordering: { field: "name", descending: false }, search: "", limit: 10, offset: 0 };
  const list = await auth.call("auth.listMembers", { caller: await as(person.token), id, query: {}, paging });
  expect(list.results.map(({ has_second_factor }) => has_second_factor).sort()).toEqual([false, true]);
});

test("an operator's link replaces the password, not the code", async () => {
  const person = await withSecondFactor();
  const link = "l".repeat(43);
  const { insertSignInLink } = await import("../../../services/auth/store/signInLinks.ts");
  await auth.service.database.write({ locals: {} } as never, (em) => insertSignInLink(em, person.user.id, link));
  const refused = await problemOf(auth.call("auth.loginWithLink", { body: { token: link } }));
  expect(refused.data.body).toMatchObject({ second_factor: "totp" });
  expect(await statusOf(auth.call("auth.loginWithLink", { body: { token: link } }))).toBe(401);
  const { token } = await second(refused.data.body?.challenge ?? "", person.code());
  expect((await as(token)).sign_in).toBe("link");
});
