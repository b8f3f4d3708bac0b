import { beforeAll, describe, expect, test } from "@jest/globals";
import {
  anonymous,
  client,
  complete,
  createForm,
  expecting,
  next,
  owner,
  publishForm,
  signedIn,
  start,
} from "../support/api.ts";
import { eventually } from "../support/eventually.ts";
import { survey } from "../support/sampleGraphs.ts";
import { invite, inWorkspace, newTeam, password, type Team } from "../support/team.ts";

/** Deleting a workspace in seven days, and restoring it (teams §20.13, §20.20.11). */
const name = "Ada Lovelace's workspace";
const dayMs = 24 * 60 * 60 * 1000;
let team: Team;
let slug: string;
const deleting = (by = team.owner, fields: object = { name, password }) =>
  by.post(`/api/workspaces/${team.workspace}/delete/`, fields);
const restoring = (by = team.owner) => by.post(`/api/workspaces/${team.workspace}/restore/`);

beforeAll(async () => {
  team = await newTeam();
  slug = await publishForm(team.key, survey());
});

describe("a workspace", () => {
  test("is deleted by an owner alone, who types its name and proves who they are", async () => {
    const { body: misnamed } = await expecting(400, deleting(team.owner, { name: "Research", password }));
    expect(misnamed.errors).toEqual(["name: must be the workspace's name"]);
    const { body: wrong } = await expecting(400, deleting(team.owner, { name, password: "wrong password" }));
    expect(wrong.errors).toEqual(["password: is wrong"]);
    await expecting(400, deleting(team.owner, { name }));
    const admin = await team.join("admin");
    expect((await expecting(403, deleting(admin))).body.needs).toBe("workspace:delete");
    await expecting(403, team.key.post(`/api/workspaces/${team.workspace}/delete/`, { name, password }));
    await expecting(409, restoring());
    await expecting(200, anonymous().get(`/api/v2/r/${slug}/`));
  });

  test("is read-only until then, and works again when it is restored", async () => {
    const session = await start(slug);
    const editor = await team.join("editor");
    const guest = await owner();
    const invitation = await invite(team.owner, team.workspace, { email: guest.email, role: "viewer" });
    const joining = () => signedIn(guest.cookie).post("/api/auth/invitation/accept/", { token: invitation });
    const { body } = await expecting(200, deleting());
    const left = new Date(body.deletes_at).getTime() - Date.now();
    expect(left).toBeGreaterThan(6.9 * dayMs);
    expect(left).toBeLessThanOrEqual(7 * dayMs);

    await expecting(404, anonymous().get(`/api/v2/r/${slug}/`));
    await expecting(404, anonymous().post(`/api/v2/r/${slug}/start/`));
    await expecting(404, anonymous().get(`/api/v2/r/session/${session}/`));
    await expecting(404, next(session, "name", "Grace"));
    await expecting(404, complete(session));
    const { body: refused } = await expecting(403, team.key.get("/api/v2/form/"));
    expect(refused.detail).toBe("This workspace is going to be deleted.");

    await expecting(200, editor.get(`/api/v2/form/${slug}/`));
    const { body: seen } = await expecting(200, editor.get(`/api/workspaces/${team.workspace}/`));
    expect(seen.deletes_at).toBe(body.deletes_at);
    for (const change of [
      () => editor.post("/api/v2/form/", { title: "New" }),
      () => editor.patch(`/api/v2/form/${slug}/`, { title: "New" }),
      () => team.owner.patch(`/api/workspaces/${team.workspace}/`, { name: "New" }),
      () => team.owner.delete(`/api/workspaces/${team.workspace}/members/${editor.id}/`),
      () => deleting(),
    ])
      expect((await expecting(409, change())).body).toEqual({
        detail: "This workspace is going to be deleted.",
        deletes_at: body.deletes_at,
      });
    expect((await expecting(409, joining())).body.deletes_at).toBe(body.deletes_at);
    // a right that is missing comes first
    const invitations = [{ email: "b@example.com", role: "viewer" }];
    await expecting(403, editor.post(`/api/workspaces/${team.workspace}/invitations/`, { invitations }));

    const { body: other } = await expecting(201, team.owner.post("/api/workspaces/", { name: "Elsewhere" }));
    await createForm(inWorkspace(team.owner.cookie, other.id));

    await expecting(403, restoring(editor));
    expect((await expecting(200, restoring())).body.deletes_at).toBeNull();
    await expecting(409, restoring());
    await expecting(200, joining());
    await expecting(200, team.key.get("/api/v2/form/"));
    // another copy of sessions knows a second later
    await eventually(async () => expect((await next(session, "name", "Grace")).status).toBe(200));
    await start(slug);
  });

  test("keeps an archived form archived when it is restored", async () => {
    const archived = await publishForm(team.key, survey());
    await expecting(204, team.key.delete(`/api/v2/form/${archived}/`));
    await expecting(200, deleting());
    await expecting(200, restoring());
    await expecting(404, client().get(`/api/v2/r/${archived}/`));
  });

  test("is scheduled or restored as the last of concurrent requests said, everywhere", async () => {
    await Promise.all(Array.from({ length: 50 }, (_, index) => (index % 2 ? restoring() : deleting())));
    const { body } = await expecting(200, team.owner.get(`/api/workspaces/${team.workspace}/`));
    const isDeleting = body.deletes_at !== null;
    await eventually(async () =>
      expect((await anonymous().get(`/api/v2/r/${slug}/`)).status).toBe(isDeleting ? 404 : 200),
    );
    expect((await team.key.get("/api/v2/form/")).status).toBe(isDeleting ? 403 : 200);
    if (isDeleting) await expecting(200, restoring());
  });
});

describe("several workspaces of a person", () => {
  const count = 6;
  const statusesOf = (slugs: string[]) =>
    Promise.all(slugs.map(async (one) => (await anonymous().get(`/api/v2/r/${one}/`)).status));
  const all = (status: number) => Array.from({ length: count }, () => status);

  async function withForms(cookie: string) {
    const made = Array.from({ length: count }, async (_, index) => {
      const { body } = await expecting(201, signedIn(cookie).post("/api/workspaces/", { name: `W${index}` }));
      const by = inWorkspace(cookie, body.id);
      const fields = { delete: { name: `W${index}`, password }, restore: undefined };
      const change = (verb: keyof typeof fields) => by.post(`/api/workspaces/${body.id}/${verb}/`, fields[verb]);
      return { slug: await publishForm(by, survey()), change };
    });
    return Promise.all(made);
  }

  test("have no stale form once all are deleted or restored at the same time", async () => {
    const { cookie } = await owner();
    const made = await withForms(cookie);
    const seenAfter = (verb: "delete" | "restore") =>
      Promise.all(
        made.map(async (one) => {
          await expecting(200, one.change(verb));
          return (await anonymous().get(`/api/v2/r/${one.slug}/`)).status;
        }),
      );
    for (let round = 0; round < 2; round += 1) {
      expect(await seenAfter("delete")).toEqual(all(404));
      expect(await seenAfter("restore")).toEqual(all(200));
    }
  });

  test("have no open form once the person is deleted", async () => {
    const { cookie } = await owner();
    const slugs = (await withForms(cookie)).map((one) => one.slug);
    expect(await statusesOf(slugs)).toEqual(all(200));
    await expecting(204, signedIn(cookie).post("/api/auth/me/delete/", { password }));
    expect(await statusesOf(slugs)).toEqual(all(404));
  });
});
