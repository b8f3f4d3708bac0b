import { beforeAll, describe, expect, test } from "@jest/globals";
import {
  anonymous,
  client,
  cookieOf,
  createForm,
  expecting,
  owner,
  publishForm,
  signedIn,
  start,
  unique,
} from "../support/api.ts";
import { graph } from "../support/cells.ts";
import { accept, invite, inWorkspace, newTeam, password, type Team } from "../support/team.ts";

/** Workspaces, members, invitations and grants (teams §20.2, §20.5, §20.6). */
let team: Team;
beforeAll(async () => {
  team = await newTeam();
});
const members = (id: string) => `/api/workspaces/${id}/members/`;
const invitations = (id: string) => `/api/workspaces/${id}/invitations/`;
const nowhere = "00000000-0000-4000-8000-000000000000";

describe("a workspace", () => {
  test("is an existing account, with its owner's name", async () => {
    const { body } = await expecting(200, team.owner.get("/api/workspaces/"));
    expect(body.results).toEqual([
      {
        id: team.workspace,
        name: "Ada Lovelace's workspace",
        role: "owner",
        responses: "write",
        members_count: expect.any(Number),
        requires_second_factor: false,
        source: "manual",
        is_default: true,
        deletes_at: null,
        created: expect.any(String),
      },
    ]);
  });

  test("is created with its own themes, renamed and made the default", async () => {
    const { cookie } = await owner();
    const me = signedIn(cookie);
    const { body: made } = await expecting(201, me.post("/api/workspaces/", { name: "Second" }));
    expect(made).toMatchObject({ name: "Second", role: "owner", is_default: false, members_count: 1 });
    const there = inWorkspace(cookie, made.id);
    const { body: themes } = await expecting(200, there.get("/api/v2/theme/"));
    expect(themes.count).toBeGreaterThan(1);
    const path = `/api/workspaces/${made.id}/`;
    const settings = { sharing: "editors" };
    const { body } = await expecting(200, me.patch(path, { name: "Third", settings, is_default: true }));
    expect(body).toMatchObject({
      name: "Third",
      is_default: true,
      settings: { requires_second_factor: false, key_creation: "admins", sharing: "editors" },
    });
    expect((await me.get("/api/auth/me/")).body).toMatchObject({ account_id: made.id, default_workspace_id: made.id });
    await expecting(409, me.patch(path, { settings: { requires_second_factor: true } }));
    await expecting(400, me.patch(path, { is_default: false }));
  });

  test("is chosen by each request, so that two tabs never disturb each other", async () => {
    const { cookie } = await owner();
    const me = signedIn(cookie);
    const { body: first } = await me.get("/api/auth/me/");
    const { body: second } = await me.post("/api/workspaces/", { name: "Second" });
    const tabs = [inWorkspace(cookie, first.account_id), inWorkspace(cookie, second.id)] as const;
    const slugs = await Promise.all(tabs.map((tab) => createForm(tab)));
    for (const [at, tab] of tabs.entries()) {
      const { body } = await expecting(200, tab.get("/api/v2/form/"));
      expect(body.results.map(({ slug }: { slug: string }) => slug)).toEqual([slugs[at]]);
    }
    const other = await expecting(403, tabs[0].get(`/api/v2/form/${slugs[1]}/`));
    expect(other.body).toMatchObject({ workspace_id: second.id });
    const byQuery = await expecting(200, me.get(`/api/v2/form/?workspace=${second.id}&limit=1`));
    expect(byQuery.body.count).toBe(1);
    await expecting(400, tabs[0].get(`/api/v2/form/?workspace=${second.id}`));
    await expecting(400, inWorkspace(cookie, "none").get("/api/v2/form/"));
  });

  test("that isn't one's own is 403, known or not", async () => {
    const stranger = await owner();
    for (const id of [team.workspace, nowhere]) {
      const { body } = await expecting(403, inWorkspace(stranger.cookie, id).get("/api/v2/form/"));
      expect(body).toEqual({ detail: "You aren't a member of this workspace." });
      await expecting(403, signedIn(stranger.cookie).get(members(id)));
      await expecting(
        403,
        client({ authorization: `Bearer ${stranger.key}`, "pathform-workspace": id }).get("/api/v2/form/"),
      );
    }
    const slug = await createForm(team.key);
    const { body } = await expecting(403, stranger.get(`/api/v2/form/${slug}/`));
    expect(body).not.toHaveProperty("workspace_id");
  });

  test("in the path can't differ from the header", async () => {
    const { body: other } = await team.owner.post("/api/workspaces/", { name: "Other" });
    await expecting(400, inWorkspace(team.owner.cookie, other.id).get(members(team.workspace)));
    await expecting(403, inWorkspace(team.owner.cookie, nowhere).get(members(team.workspace)));
  });
});

test("a file's link works in whichever workspace of the person it is", async () => {
  const slug = await publishForm(team.key, graph);
  const session = await start(slug);
  const text = `--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.4\n\r\n--b--\r\n`;
  const headers = { "content-type": "multipart/form-data; boundary=b" };
  const path = `/api/v2/r/session/${session}/upload/?node_id=photo`;
  const { body } = await expecting(201, client().request("POST", path, undefined, { raw: text, headers }));
  const file = new URL(body.url).pathname;
  const [reader, writer] = [
    await team.join("viewer", { responses: "read" }),
    await team.join("editor", { responses: "none" }),
  ];
  await expecting(200, signedIn(reader.cookie).get(file));
  await expecting(403, signedIn(writer.cookie).get(file));
  // in another workspace of their own by default
  const { cookie, email } = await owner();
  const token = await invite(team.owner, team.workspace, { email, role: "viewer", responses: "read" });
  await expecting(403, signedIn(cookie).get(file));
  await expecting(200, signedIn(cookie).post("/api/auth/invitation/accept/", { token }));
  await expecting(200, signedIn(cookie).get(file));
  await expecting(403, signedIn((await owner()).cookie).get(file));
});

describe("a member", () => {
  test("is listed with role, and changed by those above", async () => {
    const editor = await team.join("editor", { responses: "none" });
    const admin = await team.join("admin");
    const path = `${members(team.workspace)}${editor.id}/`;
    const { body } = await expecting(200, admin.patch(path, { role: "viewer", responses: "read" }));
    expect(body).toMatchObject({ role: "viewer", responses: "read", has_password: true, last_active: null });
    const refused = await expecting(403, admin.patch(path, { role: "admin" }));
    expect(refused.body.needs).toBe("members:write");
    await expecting(403, admin.patch(`${members(team.workspace)}${team.owner.id}/`, { role: "editor" }));
    await expecting(403, editor.patch(path, { role: "editor" }));
    await expecting(403, editor.patch(path, { responses: "write" }));
    await expecting(200, editor.patch(path, { responses: "none" }));
    await expecting(400, admin.patch(path, { role: "guest" }));
    const { body: list } = await expecting(200, editor.get(`${members(team.workspace)}?search=${editor.email}`));
    expect(list.results).toEqual([
      expect.objectContaining({ user_id: editor.id, role: "viewer", responses: "none", has_password: null }),
    ]);
  });

  test("keeps an owner in the workspace", async () => {
    const mine = await newTeam();
    const path = `${members(mine.workspace)}${mine.owner.id}/`;
    const { body } = await expecting(409, mine.owner.patch(path, { role: "editor" }));
    expect(body.detail).toBe("A workspace needs an owner. Make another member an owner first.");
    await expecting(409, mine.owner.delete(path));
    const next = await mine.join("owner");
    await expecting(204, mine.owner.delete(path));
    const { body: me } = await expecting(200, signedIn(mine.owner.cookie).get("/api/auth/me/"));
    expect(me.workspace).toBeNull();
    const nothing = await expecting(403, signedIn(mine.owner.cookie).get("/api/v2/form/"));
    expect(nothing.body).toEqual({ detail: "You aren't in a workspace.", code: "no_workspace" });
    expect((await expecting(200, signedIn(mine.owner.cookie).get("/api/workspaces/"))).body.count).toBe(0);
    await expecting(200, next.get("/api/v2/form/"));
  });

  test("keeps one of two owners who step down together", async () => {
    for (let round = 0; round < 5; round += 1) {
      const mine = await newTeam();
      const other = await mine.join("owner");
      const path = members(mine.workspace);
      const replies = await Promise.all([
        mine.owner.patch(`${path}${mine.owner.id}/`, { role: "viewer" }),
        other.delete(`${path}${other.id}/`),
        mine.owner.delete(`${path}${other.id}/`),
      ]);
      const { body } = await expecting(200, mine.key.get("/api/v2/form/"));
      expect(body.count).toBe(0);
      expect(replies.filter(({ status }) => status < 300).length).toBeGreaterThan(0);
      const owners = await Promise.all(
        [mine.owner, other].map(async (one) => (await one.get(`${path}?role=owner`)).body.count ?? 0),
      );
      expect(Math.max(...owners)).toBe(1);
    }
  });

  test("is out with the next request after a removal, and the keys still work", async () => {
    const admin = await team.join("admin");
    const { body: key } = await expecting(201, admin.post("/api/account/api-keys/", { name: "Nightly" }));
    const path = `${members(team.workspace)}${admin.id}/`;
    const { body: removal } = await expecting(200, team.owner.get(`${path}removal/`));
    expect(removal).toEqual({
      keys: [{ id: key.id, name: "Nightly", prefix: key.prefix }],
      mails: [],
      integrations: [],
      is_last_owner: false,
    });
    await expecting(204, team.owner.delete(path));
    await expecting(403, admin.get("/api/v2/form/"));
    await expecting(200, client({ authorization: `Bearer ${key.key}` }).get("/api/v2/form/"));
    await expecting(404, team.owner.delete(path));
    const again = await team.join("admin");
    const { body: second } = await expecting(201, again.post("/api/account/api-keys/", { name: "Nightly" }));
    await expecting(204, team.owner.delete(`${members(team.workspace)}${again.id}/?revoke_keys=true`));
    await expecting(401, client({ authorization: `Bearer ${second.key}` }).get("/api/v2/form/"));
  });
});

describe("an invitation", () => {
  test("is shown, accepted once, and then gone", async () => {
    const email = `${unique()}@example.com`;
    const token = await invite(team.owner, team.workspace, { email, role: "viewer", responses: "read" });
    const { body } = await expecting(200, anonymous().get(`/api/auth/invitation/?token=${token}`));
    expect(body).toEqual({
      workspace_name: "Ada Lovelace's workspace",
      invited_by: "Ada Lovelace",
      email,
      role: "viewer",
      responses: "read",
      sso_only: false,
      expires: expect.any(String),
    });
    await expecting(400, anonymous().post("/api/auth/invitation/accept/", { token }));
    const body2 = { token, name: "Grace", password };
    const replies = await Promise.all([1, 2, 3].map(() => anonymous().post("/api/auth/invitation/accept/", body2)));
    expect(replies.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(1);
    const joined = replies.find(({ status }) => status === 201);
    expect(joined?.body).toMatchObject({
      email,
      email_verified: false,
      account_id: team.workspace,
      workspace: {
        role: "viewer",
        responses: "read",
        capabilities: ["forms:read", "insights:read", "responses:read", "members:read"],
      },
    });
    await expecting(404, anonymous().get(`/api/auth/invitation/?token=${token}`));
    const { body: list } = await team.owner.get(`${invitations(team.workspace)}?status=accepted`);
    const accepted = list.results.find((one: { email: string }) => one.email === email);
    await expecting(404, team.owner.delete(`${invitations(team.workspace)}${accepted.id}/`));
  });

  test("joins a person who is signed in with the address, and no one else", async () => {
    const other = await owner();
    const token = await invite(team.owner, team.workspace, { email: other.email.toUpperCase(), role: "editor" });
    expect((await anonymous().get(`/api/auth/invitation/?token=${token}`)).body).not.toHaveProperty("has_user");
    await expecting(401, anonymous().post("/api/auth/invitation/accept/", { token, name: "Eve", password }));
    const stranger = await owner();
    const refused = await expecting(403, signedIn(stranger.cookie).post("/api/auth/invitation/accept/", { token }));
    expect(refused.body.detail).toBe(`This invitation is for ${other.email.toUpperCase()}. Sign out first.`);
    const { body } = await expecting(200, signedIn(other.cookie).post("/api/auth/invitation/accept/", { token }));
    expect(body.workspace).toMatchObject({ id: team.workspace, role: "editor", responses: "write" });
    const { body: mine } = await expecting(200, signedIn(other.cookie).get("/api/workspaces/"));
    expect(mine.count).toBe(2);
  });

  test("is replaced, sent again, revoked and declined", async () => {
    const email = `${unique()}@example.com`;
    const first = await invite(team.owner, team.workspace, { email, role: "viewer" });
    const second = await invite(team.owner, team.workspace, { email, role: "editor" });
    await expecting(404, anonymous().get(`/api/auth/invitation/?token=${first}`));
    const { body: list } = await team.owner.get(`${invitations(team.workspace)}?status=pending`);
    const [row] = list.results.filter((one: { email: string }) => one.email === email);
    expect(row).toMatchObject({ role: "editor", responses: "write", url: null, invited_by: { id: team.owner.id } });
    const path = `${invitations(team.workspace)}${row.id}/`;
    const { body: renewed } = await expecting(200, team.owner.post(`${path}resend/`));
    await expecting(404, anonymous().get(`/api/auth/invitation/?token=${second}`));
    const token = new URL(renewed.url).searchParams.get("token");
    await expecting(204, team.owner.delete(path));
    await expecting(204, team.owner.delete(path));
    await expecting(404, anonymous().post("/api/auth/invitation/accept/", { token, name: "Eve", password }));
    const { body: back } = await expecting(200, team.owner.post(`${path}resend/`));
    const third = new URL(back.url).searchParams.get("token");
    await expecting(204, anonymous().post("/api/auth/invitation/decline/", { token: third }));
    await expecting(404, anonymous().post("/api/auth/invitation/decline/", { token: third }));
    await expecting(409, team.owner.post(`${path}resend/`));
  });

  test("ends with its inviter's right to invite", async () => {
    const mine = await newTeam();
    const admin = await mine.join("admin");
    const token = await invite(admin, mine.workspace, { email: `${unique()}@example.com`, role: "viewer" });
    await expecting(200, mine.owner.patch(`${members(mine.workspace)}${admin.id}/`, { role: "editor" }));
    await expecting(404, anonymous().get(`/api/auth/invitation/?token=${token}`));
  });

  test("is refused for a member, an address twice, and a guest without a form, all or none", async () => {
    const path = invitations(team.workspace);
    const fresh = { email: `${unique()}@example.com`, role: "viewer" };
    const { body: before } = await team.owner.get(path);
    const member = await expecting(
      409,
      team.owner.post(path, { invitations: [fresh, { ...fresh, email: team.owner.email }] }),
    );
    expect(member.body.detail).toContain(team.owner.email);
    await expecting(400, team.owner.post(path, { invitations: [fresh, fresh] }));
    await expecting(400, team.owner.post(path, { invitations: [{ ...fresh, role: "guest" }] }));
    const forms = [{ form_id: nowhere, role: "viewer", responses: "none" }];
    await expecting(400, team.owner.post(path, { invitations: [{ ...fresh, role: "guest", forms }] }));
    expect((await team.owner.get(path)).body.count).toBe(before.count);
    const admin = await team.join("admin");
    await expecting(403, admin.post(path, { invitations: [{ ...fresh, role: "admin" }] }));
  });

  test("works while its maker is being changed, once", async () => {
    const email = `${unique()}@example.com`;
    const token = await invite(team.owner, team.workspace, { email, role: "viewer" });
    const { body } = await team.owner.get(`${invitations(team.workspace)}?status=pending`);
    const row = body.results.find((one: { email: string }) => one.email === email);
    const [revoked, accepted] = await Promise.all([
      team.owner.delete(`${invitations(team.workspace)}${row.id}/`),
      anonymous().post("/api/auth/invitation/accept/", { token, name: "Grace", password }),
    ]);
    expect(revoked.status).toBe(204);
    const { body: after } = await team.owner.get(`${members(team.workspace)}?search=${email}`);
    expect(after.count).toBe(accepted.status === 201 ? 1 : 0);
  });
});

describe("access to one form", () => {
  test("makes a guest, who sees that form alone and leaves with it", async () => {
    const [slug, hidden] = [await createForm(team.key), await createForm(team.key)];
    const path = `/api/v2/form/${slug}/access/`;
    const email = `${unique()}@example.com`;
    const { body: made } = await expecting(201, team.owner.post(path, { email, role: "editor", responses: "none" }));
    expect(made).toMatchObject({ user: null, email, status: "pending" });
    await expecting(409, team.owner.post(path, { email, role: "viewer", responses: "none" }));
    const { body: list } = await team.owner.get(`${invitations(team.workspace)}?status=pending`);
    const row = list.results.find((one: { email: string }) => one.email === email);
    expect(row).toMatchObject({ role: "guest", forms: [{ slug, role: "editor", responses: "none" }] });
    const { body: sent } = await team.owner.post(`${invitations(team.workspace)}${row.id}/resend/`);
    const guest = await accept(new URL(sent.url).searchParams.get("token") ?? "", team.workspace);
    const { body: forms } = await expecting(200, guest.get("/api/v2/form/"));
    expect(forms.results.map((form: { slug: string }) => form.slug)).toEqual([slug]);
    await expecting(200, guest.patch(`/api/v2/form/${slug}/`, { title: "Ours" }));
    const refused = await expecting(403, guest.get(`/api/v2/form/${hidden}/`));
    expect(refused.body).toMatchObject({ needs: "forms:read" });
    await expecting(403, guest.get(`/api/v2/form/${slug}/responses/`));
    await expecting(403, guest.post("/api/v2/form/", { title: "Mine" }));
    await expecting(403, guest.post(`/api/v2/form/${slug}/copy/`, {}));
    await expecting(403, guest.get(members(team.workspace)));
    await expecting(200, guest.get("/api/v2/theme/"));
    const one = `${path}${made.id}/`;
    await expecting(200, team.owner.patch(one, { role: "viewer", responses: "read" }));
    await expecting(403, guest.patch(`/api/v2/form/${slug}/`, { title: "Ours" }));
    await expecting(200, guest.get(`/api/v2/form/${slug}/responses/`));
    await expecting(204, team.owner.delete(one));
    await expecting(403, guest.get("/api/v2/form/"));
    expect((await signedIn(guest.cookie).get("/api/workspaces/")).body.count).toBe(0);
  });

  test("is given by editors where the workspace lets them, up to what they have", async () => {
    const mine = await newTeam();
    const slug = await createForm(mine.key);
    const path = `/api/v2/form/${slug}/access/`;
    const editor = await mine.join("editor", { responses: "none" });
    const body = { email: `${unique()}@example.com`, role: "editor", responses: "none" };
    expect((await expecting(403, editor.post(path, body))).body.needs).toBe("members:write");
    await expecting(403, editor.get(path));
    await expecting(200, mine.owner.patch(`/api/workspaces/${mine.workspace}/`, { settings: { sharing: "editors" } }));
    await expecting(403, editor.post(path, { ...body, responses: "read" }));
    await expecting(201, editor.post(path, body));
    expect((await expecting(200, editor.get(path))).body.count).toBe(1);
    await expecting(404, editor.get(`/api/v2/form/${unique()}/access/`));
  });
});

test("a guest learns the workspace of a form from elsewhere only if it is shared with them", async () => {
  const [granted, other] = [await createForm(team.key), await createForm(team.key)];
  const { body: form } = await team.key.get(`/api/v2/form/${granted}/`);
  const guest = await team.join("guest", { forms: [{ form_id: form.id, role: "viewer", responses: "none" }] });
  const { body: theme } = await team.key.get("/api/v2/theme/");
  const elsewhere = await newTeam();
  const { body: me } = await guest.get("/api/auth/me/");
  await accept(
    await invite(elsewhere.owner, elsewhere.workspace, { email: me.email, role: "viewer" }),
    elsewhere.workspace,
    guest.cookie,
  );
  const there = inWorkspace(guest.cookie, elsewhere.workspace);
  expect((await expecting(403, there.get(`/api/v2/form/${granted}/`))).body.workspace_id).toBe(team.workspace);
  expect((await expecting(403, there.get(`/api/v2/form/${other}/`))).body.workspace_id).toBeUndefined();
  expect((await expecting(403, there.get(`/api/v2/theme/${theme.results[0].id}/`))).body.workspace_id).toBeUndefined();
});

describe("rights that fall", () => {
  test("end the offers that exceed them", async () => {
    const mine = await newTeam();
    const slug = await createForm(mine.key);
    await mine.owner.patch(`/api/workspaces/${mine.workspace}/`, { settings: { sharing: "editors" } });
    const editor = await mine.join("editor", { responses: "read" });
    const shares = ["read", "none"].map((responses) => ({
      email: `${unique()}@example.com`,
      role: "viewer",
      responses,
    }));
    for (const share of shares) await expecting(201, editor.post(`/api/v2/form/${slug}/access/`, share));
    await expecting(200, mine.owner.patch(`${members(mine.workspace)}${editor.id}/`, { responses: "none" }));
    const { body } = await mine.owner.get(`${invitations(mine.workspace)}?status=pending`);
    expect(body.results.map(({ email }: { email: string }) => email)).toEqual([shares[1]?.email]);
    // they can't revoke the access that others gave
    const given = { email: `${unique()}@example.com`, role: "editor", responses: "write" };
    const { body: access } = await expecting(201, mine.owner.post(`/api/v2/form/${slug}/access/`, given));
    const path = `/api/v2/form/${slug}/access/${access.id}/`;
    await expecting(403, editor.delete(path));
    await expecting(403, editor.patch(path, { responses: "none" }));
    // nor is a form in an invitation to the workspace
    const { body: form } = await mine.key.get(`/api/v2/form/${slug}/`);
    const forms = [{ form_id: form.id, role: "viewer", responses: "none" }];
    const email = `${unique()}@example.com`;
    await invite(mine.owner, mine.workspace, { email, role: "admin", forms });
    const { body: list } = await mine.owner.get(`/api/v2/form/${slug}/access/`);
    const offered = list.results.find((one: { email: string }) => one.email === email);
    expect((await expecting(403, editor.delete(`/api/v2/form/${slug}/access/${offered.id}/`))).body.needs).toBe(
      "members:write",
    );
  });

  test("never rise by stepping down", async () => {
    for (const responses of ["none", "read"]) {
      const editor = await team.join("editor", { responses });
      const own = `${members(team.workspace)}${editor.id}/`;
      await expecting(403, editor.patch(own, { role: "viewer", responses: "write" }));
      await expecting(403, editor.patch(own, { responses: "write" }));
      await expecting(200, editor.patch(own, { role: "viewer", responses }));
    }
    const admin = await team.join("admin");
    const own = `${members(team.workspace)}${admin.id}/`;
    await expecting(200, admin.patch(own, { role: "editor", responses: "write" }));
  });

  test("end what editors have offered when they may not share anymore", async () => {
    const mine = await newTeam();
    const slug = await createForm(mine.key);
    const set = (sharing: string) =>
      expecting(200, mine.owner.patch(`/api/workspaces/${mine.workspace}/`, { settings: { sharing } }));
    await set("editors");
    const editor = await mine.join("editor");
    const share = (by: typeof editor, email: string) =>
      expecting(201, by.post(`/api/v2/form/${slug}/access/`, { email, role: "viewer", responses: "none" }));
    const [theirs, ours] = [`${unique()}@example.com`, `${unique()}@example.com`];
    await share(editor, theirs);
    await share(mine.owner, ours);
    await set("admins");
    const { body } = await mine.owner.get(`${invitations(mine.workspace)}?status=pending`);
    expect(body.results.map(({ email }: { email: string }) => email)).toEqual([ours]);
  });

  test("keep an invitation that another admin resent", async () => {
    const mine = await newTeam();
    const [first, second] = [await mine.join("admin"), await mine.join("admin")];
    const path = invitations(mine.workspace);
    const email = `${unique()}@example.com`;
    const { body: sent } = await expecting(201, first.post(path, { invitations: [{ email, role: "viewer" }] }));
    const { body: again } = await expecting(200, second.post(`${path}${sent.results[0].id}/resend/`));
    expect(again.invited_by.id).toBe(second.id);
    await expecting(204, mine.owner.delete(`${members(mine.workspace)}${first.id}/`));
    const token = new URL(again.url).searchParams.get("token");
    await expecting(200, anonymous().get(`/api/auth/invitation/?token=${token}`));
    await expecting(204, mine.owner.delete(`${members(mine.workspace)}${second.id}/`));
    await expecting(404, anonymous().get(`/api/auth/invitation/?token=${token}`));
  });

  test("are those of the new role unless responses are named", async () => {
    const admin = await team.join("admin");
    const path = `${members(team.workspace)}${admin.id}/`;
    expect((await expecting(200, team.owner.patch(path, { role: "viewer" }))).body.responses).toBe("none");
    expect((await expecting(200, team.owner.patch(path, { role: "editor" }))).body.responses).toBe("write");
    await expecting(403, admin.get(`${path}removal/`));
  });
});

test("an admin replaces no invitation of an admin", async () => {
  const admin = await team.join("admin");
  const email = `${unique()}@example.com`;
  const token = await invite(team.owner, team.workspace, { email, role: "admin" });
  const path = invitations(team.workspace);
  await expecting(403, admin.post(path, { invitations: [{ email, role: "viewer" }] }));
  await expecting(200, anonymous().get(`/api/auth/invitation/?token=${token}`));
});

test("a form is shared with a hundred people, by whatever way", async () => {
  const slug = await createForm(team.key);
  const { body: form } = await team.key.get(`/api/v2/form/${slug}/`);
  const path = invitations(team.workspace);
  const forms = [{ form_id: form.id, role: "viewer", responses: "none" }];
  const guests = (count: number) =>
    Array.from({ length: count }, () => ({ email: `${unique()}@example.com`, role: "guest", forms }));
  for (let round = 0; round < 2; round += 1) await expecting(201, team.owner.post(path, { invitations: guests(50) }));
  await expecting(409, team.owner.post(path, { invitations: guests(1) }));
});

test("an address is verified by mail alone, which this server can't send", async () => {
  await expecting(409, team.owner.post("/api/auth/me/verify-email/"));
  await expecting(400, anonymous().post("/api/auth/verify-email/", { token: "x" }));
  const reply = await expecting(200, anonymous().post("/api/auth/login/", { email: team.owner.email, password }));
  expect(cookieOf(reply)).toContain("pathform_session");
});
