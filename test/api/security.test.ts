import { codeAt, stepAt } from "../../services/auth/totp.ts";
import { anonymous, type Client, client, cookieOf, expecting, signedIn } from "../support/api.ts";
import { inWorkspace, newTeam, type Person, password, type Team } from "../support/team.ts";
import { secretOf } from "../support/totp.ts";

/** Two-step sign-in and sign-ins over HTTP (teams §20.8). */
let team: Team;
beforeAll(async () => {
  team = await newTeam();
});

/** Turns two-step sign-in on, and returns codes of later steps. */
async function enroll(by: Client) {
  const { body } = await expecting(200, by.post("/api/auth/second-factor/", { password }));
  const code = (after = 0) => codeAt(secretOf(body.secret), stepAt(Date.now()) + after);
  const confirmed = await expecting(200, by.post("/api/auth/second-factor/confirm/", { code: code(-1) }));
  return { code, codes: confirmed.body.recovery_codes as string[] };
}

const login = (person: Person) => anonymous().post("/api/auth/login/", { email: person.email, password });

test("the first step gives a challenge without a cookie, the second the cookie", async () => {
  const person = await team.join("editor");
  const { code } = await enroll(person);
  const first = await expecting(401, login(person));
  expect(first.headers.get("set-cookie")).toBeNull();
  expect(first.body).toMatchObject({ second_factor: "totp", challenge: expect.stringMatching(/^[\w-]{43}$/) });
  const { challenge } = first.body;
  const wrong = await expecting(401, anonymous().post("/api/auth/login/code/", { challenge, code: "abcdef" }));
  expect(wrong.body.tries_left).toBe(4);
  // an attacker's cookie in the browser doesn't become the person's
  const fixed = client({ cookie: "pathform_session=known-to-the-attacker" });
  const second = await expecting(200, fixed.post("/api/auth/login/code/", { challenge, code: code() }));
  const cookie = cookieOf(second);
  expect(cookie).not.toContain("known-to-the-attacker");
  expect(second.body).toMatchObject({ id: person.id, has_second_factor: true });
  expect((await expecting(200, signedIn(cookie).get("/api/auth/me/"))).body.has_second_factor).toBe(true);
  await expecting(401, fixed.get("/api/auth/me/"));
});

test("a workspace that requires it answers 403 to members without, everywhere, and lets keys in", async () => {
  const { workspace, owner, key } = team;
  const member = await team.join("admin");
  const settings = { settings: { requires_second_factor: true } };
  await expecting(409, owner.patch(`/api/workspaces/${workspace}/`, settings));
  await enroll(owner);
  await expecting(200, owner.patch(`/api/workspaces/${workspace}/`, settings));
  for (const path of [
    "/api/v2/form/",
    "/api/v2/theme/",
    "/api/v2/template/",
    "/api/integrations/",
    "/api/account/api-keys/",
    "/api/account/notices/",
    `/api/workspaces/${workspace}/`,
    `/api/workspaces/${workspace}/members/`,
    `/api/workspaces/${workspace}/me/`,
  ])
    expect([path, (await expecting(403, member.get(path))).body.code]).toEqual([path, "second_factor_required"]);
  await expecting(403, member.post("/api/v2/form/", { title: "No" }));
  await expecting(403, member.post("/api/account/api-keys/", { name: "No" }));
  await expecting(403, member.delete(`/api/workspaces/${workspace}/members/${member.id}/`));
  await expecting(200, key.get("/api/v2/form/"));
  await expecting(200, owner.get("/api/v2/form/"));
  // their own settings work, so that they can set it up
  const { body: me } = await expecting(200, member.get("/api/auth/me/"));
  expect(me.workspace).toMatchObject({ id: workspace, role: "admin" });
  const { body: list } = await expecting(200, member.get("/api/workspaces/"));
  expect(list.results[0]).toMatchObject({ id: workspace, requires_second_factor: true });
  await enroll(member);
  await expecting(200, member.get("/api/v2/form/"));
  await expecting(409, member.post("/api/auth/second-factor/disable/", { password, code: "000000" }));
  await expecting(200, owner.patch(`/api/workspaces/${workspace}/`, { settings: { requires_second_factor: false } }));
});

test("lists sign-ins and events, and ends the others", async () => {
  const person = await team.join("viewer");
  const other = cookieOf(await expecting(200, login(person)));
  const { body } = await expecting(200, person.get("/api/auth/sign-ins/"));
  expect(body.results.map((one: { is_current: boolean }) => one.is_current)).toEqual([false, true]);
  await expecting(204, person.post("/api/auth/sign-ins/revoke-others/"));
  await expecting(401, inWorkspace(other, team.workspace).get("/api/auth/me/"));
  const { body: events } = await expecting(200, person.get("/api/auth/events/"));
  expect(events.results.map(({ kind }: { kind: string }) => kind)).toEqual(["signed_out", "signed_in", "signed_in"]);
});

test("deleting oneself ends the cookie", async () => {
  const person = await team.join("viewer");
  const reply = await expecting(204, person.post("/api/auth/me/delete/", { password }));
  expect(reply.headers.get("set-cookie")).toContain("Max-Age=0");
  await expecting(401, person.get("/api/auth/me/"));
  await expecting(401, login(person));
});

test("changing the address needs a mail server", async () => {
  await expecting(409, team.owner.post("/api/auth/me/email/", { email: "new@example.com", password }));
});
