import { beforeAll, describe, expect, test } from "@jest/globals";
import { anonymous, client, createForm, expecting, unique } from "../support/api.ts";
import { invite, newTeam, type Team } from "../support/team.ts";

/** Keys of a workspace: scopes, forms, addresses, rotation (teams §20.7). */
const keys = "/api/account/api-keys/";
const by = (key: string, more: object = {}) => client({ authorization: `Bearer ${key}`, ...more });
let team: Team;
beforeAll(async () => {
  team = await newTeam();
});

test("has scopes, and tells its holder what it is", async () => {
  const fields = { name: "Reports", scopes: ["responses:read", "forms:write"] };
  const { body } = await expecting(201, team.owner.post(keys, fields));
  expect(body).toMatchObject({ ...fields, form_ids: null, created_by: { id: team.owner.id, name: "Ada Lovelace" } });
  const { body: own } = await expecting(200, by(body.key).get("/api/auth/key/"));
  const { id, prefix } = body;
  const workspace = { id: team.workspace, name: "Ada Lovelace's workspace" };
  expect(own).toEqual({ id, prefix, ...fields, form_ids: null, expires: null, workspace });
  // a :write contains its :read
  await expecting(200, by(body.key).get("/api/v2/form/"));
  const { body: refused } = await expecting(403, by(body.key).get("/api/integrations/"));
  expect(refused).toEqual({ detail: "This API key has no scope integrations:read.", needs: "integrations:read" });
  await expecting(400, team.owner.post(keys, { ...fields, scopes: ["everything"] }));
  await expecting(403, team.owner.get("/api/auth/key/"));
});

test("of single forms reaches nothing else", async () => {
  const [slug, other] = [await createForm(team.key), await createForm(team.key)];
  const formIds = [(await team.key.get(`/api/v2/form/${slug}/`)).body.id];
  const { body } = await expecting(
    201,
    team.owner.post(keys, { name: "One", scopes: ["forms:write"], form_ids: formIds }),
  );
  const one = by(body.key);
  expect((await expecting(200, one.get("/api/v2/form/"))).body.results).toMatchObject([{ slug }]);
  await expecting(200, one.patch(`/api/v2/form/${slug}/`, { title: "Mine" }));
  await expecting(403, one.get(`/api/v2/form/${other}/`));
  await expecting(403, one.post("/api/v2/form/", { title: "New" }));
  for (const wrong of [
    { form_ids: formIds },
    { form_ids: formIds, scopes: ["*"] },
    { form_ids: formIds, scopes: ["integrations:read"] },
    { form_ids: [crypto.randomUUID()], scopes: ["forms:read"] },
  ]) {
    await expecting(400, team.owner.post(keys, { name: "Wrong", ...wrong }));
  }
  const { body: bare } = await expecting(400, team.owner.post(keys, { name: "Wrong", form_ids: formIds }));
  expect(bare.errors).toEqual(["scopes: name the scopes for a key of single forms"]);
});

test("is accepted from its addresses alone", async () => {
  const make = async (allowedAddresses: string[]) =>
    by((await expecting(201, team.owner.post(keys, { name: "Office", allowed_addresses: allowedAddresses }))).body.key);
  for (const here of [["127.0.0.1"], ["10.0.0.0/8", "127.0.0.0/8"], ["::ffff:127.0.0.1"]])
    await expecting(200, (await make(here)).get("/api/v2/form/"));
  const { body } = await expecting(403, (await make(["192.0.2.0/24", "2001:db8::/32"])).get("/api/v2/form/"));
  expect(body.detail).toBe("This API key isn't accepted from this address.");
  for (const wrong of ["office", "10.0.0.0/33", "10.0.0.0/8/8", "::/129"])
    await expecting(400, team.owner.post(keys, { name: "Wrong", allowed_addresses: [wrong] }));
});

test("is rotated: both work for the grace, and the new one is like the old", async () => {
  const fields = { name: "Nightly", scopes: ["forms:read"], expires: new Date(Date.now() + 1e9).toISOString() };
  const { body: old } = await expecting(201, team.owner.post(keys, fields));
  const { body: next } = await expecting(201, team.owner.post(`${keys}${old.id}/rotate/`, { grace_hours: 1 }));
  expect(next).toMatchObject(fields);
  expect(next.key).not.toBe(old.key);
  for (const { key } of [old, next]) await expecting(200, by(key).get("/api/v2/form/"));
  const { body: list } = await team.owner.get(`${keys}?limit=100`);
  const ending = list.results.find(({ id }: { id: string }) => id === old.id);
  expect(Date.parse(ending.expires) - Date.now()).toBeLessThan(3_600_001);
  const { body: last } = await expecting(201, team.owner.post(`${keys}${next.id}/rotate/`, { grace_hours: 0 }));
  await expecting(401, by(next.key).get("/api/v2/form/"));
  await expecting(409, team.owner.post(`${keys}${next.id}/rotate/`, {}));
  await expecting(200, by(last.key).get("/api/v2/form/"));
  await expecting(400, team.owner.post(`${keys}${last.id}/rotate/`, { grace_hours: 169 }));
});

describe("of an editor", () => {
  test("needs the workspace's leave, and has no more than the editor", async () => {
    const mine = await newTeam();
    const editor = await mine.join("editor", { responses: "none" });
    await expecting(403, editor.post(keys, { name: "Mine", scopes: ["forms:read"] }));
    const settings = { key_creation: "editors" };
    await expecting(200, mine.owner.patch(`/api/workspaces/${mine.workspace}/`, { settings }));
    await expecting(201, editor.post(keys, { name: "Mine", scopes: ["forms:write"] }));
    expect((await expecting(403, editor.post(keys, { name: "Mine", scopes: ["responses:read"] }))).body.needs).toBe(
      "responses:read",
    );
    await expecting(403, editor.post(keys, { name: "Mine" }));
    const { body: stronger } = await expecting(201, mine.owner.post(keys, { name: "Theirs" }));
    await expecting(403, editor.post(`${keys}${stronger.id}/rotate/`, {}));
    await expecting(403, editor.delete(`${keys}${stronger.id}/`));
    await expecting(200, by(stronger.key).get("/api/v2/form/"));
  });
});

test("invites with members:write, never as admin, and its invitations end with it", async () => {
  const { body: made } = await expecting(201, team.owner.post(keys, { name: "People", scopes: ["members:write"] }));
  const people = by(made.key);
  const email = `${unique()}@example.com`;
  const token = await invite(people, team.workspace, { email, role: "viewer" });
  const { body } = await anonymous().get(`/api/auth/invitation/?token=${token}`);
  expect(body.invited_by).toBe("People");
  const path = `/api/workspaces/${team.workspace}/invitations/`;
  await expecting(403, people.post(path, { invitations: [{ email, role: "admin" }] }));
  await expecting(
    403,
    people.post(`/api/workspaces/${crypto.randomUUID()}/invitations/`, { invitations: [{ email, role: "viewer" }] }),
  );
  // the new key replaces the old one
  const { body: rotated } = await expecting(201, team.owner.post(`${keys}${made.id}/rotate/`, { grace_hours: 0 }));
  await expecting(200, anonymous().get(`/api/auth/invitation/?token=${token}`));
  await expecting(204, team.owner.delete(`${keys}${rotated.id}/`));
  await expecting(404, anonymous().get(`/api/auth/invitation/?token=${token}`));
});

test("removes members with members:write, but never their keys", async () => {
  const { body: made } = await expecting(201, team.owner.post(keys, { name: "People", scopes: ["members:write"] }));
  const viewer = await team.join("viewer");
  const path = `/api/workspaces/${team.workspace}/members/${viewer.id}/`;
  expect((await expecting(403, by(made.key).delete(`${path}?revoke_keys=true`))).body.needs).toBe("keys:write");
  await expecting(204, by(made.key).delete(path));
});
