import { beforeAll, describe, expect, test } from "@jest/globals";
import { anonymous, type Client, createForm, expecting, next, publishForm, start, unique } from "../support/api.ts";
import { hook } from "../support/cells.ts";
import { eventually } from "../support/eventually.ts";
import { images } from "../support/images.ts";
import { chain, node, survey } from "../support/sampleGraphs.ts";
import { inWorkspace, newTeam, type Team } from "../support/team.ts";

/** Moving a form to another workspace (teams §20.13). */
let team: Team;
let there: ReturnType<typeof inWorkspace>;
let target: string;
beforeAll(async () => {
  team = await newTeam();
  target = (await expecting(201, team.owner.post("/api/workspaces/", { name: "Lab" }))).body.id;
  there = inWorkspace(team.owner.cookie, target);
});
const move = (slug: string, by = team.owner as typeof there, more: object = {}) =>
  by.post(`/api/v2/form/${slug}/move/`, { workspace_id: target, ...more });

/** Stores an image of a workspace. */
async function uploadImage(by: Client): Promise<{ id: string; url: string; by: Client }> {
  const form = new FormData();
  form.append("file", new Blob([images.gif]), "a.gif");
  const encoded = new Response(form);
  const raw = new Uint8Array(await encoded.arrayBuffer());
  const headers = { "content-type": encoded.headers.get("content-type") ?? "" };
  const { body } = await expecting(201, by.post("/api/v2/image/", undefined, { raw, headers }));
  return { ...body, by };
}

describe("a form that moves", () => {
  test("keeps slug, versions and sessions, and takes answers", async () => {
    const slug = await publishForm(team.key, survey());
    const session = await start(slug);
    const { body: before } = await expecting(200, team.owner.get(`/api/v2/form/${slug}/`));
    const { body } = await expecting(200, move(slug));
    expect(body.form).toMatchObject({ id: before.id, slug });
    await expecting(403, team.key.get(`/api/v2/form/${slug}/`));
    expect((await expecting(403, team.owner.get(`/api/v2/form/${slug}/`))).body.workspace_id).toBe(target);
    await expecting(200, next(session, "name", "Grace"));
    await start(slug);
    await eventually(async () => {
      const { body: list } = await expecting(200, there.get(`/api/v2/form/${slug}/responses/`));
      expect(list.count).toBe(2);
    });
    await expecting(200, there.get(`/api/v2/form/${slug}/versions/1/`));
    await expecting(200, there.patch(`/api/v2/form/${slug}/`, { title: "In the lab" }));
    // a repeat of the request, such as after a 503
    expect((await expecting(200, move(slug))).body).toMatchObject({ form: { slug }, left: [] });
  });

  test("leaves integrations and people behind, copies theme and images, and says so before", async () => {
    const image = await uploadImage(team.key);
    const { body: theme } = await expecting(
      201,
      team.key.post("/api/v2/theme/", { name: "Ours", logo_url: image.url }),
    );
    const slug = await publishForm(team.key, chain(node("name", "short_text")), { theme_id: theme.id });
    const { body: integration } = await expecting(201, team.key.post("/api/integrations/webhook/", hook));
    const attachment = { integration_id: integration.id, events: ["session.completed"] };
    await expecting(201, team.key.post(`/api/v2/form/${slug}/integrations/`, attachment));
    const { body: detail } = await team.key.get(`/api/v2/form/${slug}/`);
    const guest = await team.join("guest", { forms: [{ form_id: detail.id, role: "viewer", responses: "none" }] });
    const left = [
      { kind: "attachment", name: hook.name },
      { kind: "access", name: guest.email },
      { kind: "theme", name: "Ours" },
      { kind: "image", name: image.id },
    ];

    const { body: dry } = await expecting(200, move(slug, team.owner, { is_dry_run: true }));
    expect(dry.left).toEqual(left);
    await expecting(200, team.key.get(`/api/v2/form/${slug}/`));
    expect((await expecting(200, move(slug))).body.left).toEqual(left);

    expect((await expecting(200, there.get(`/api/v2/form/${slug}/integrations/`))).body.count).toBe(0);
    expect((await expecting(200, there.get(`/api/v2/form/${slug}/access/`))).body.count).toBe(0);
    await expecting(403, guest.get("/api/v2/form/"));
    const { body: moved } = await expecting(200, there.get(`/api/v2/form/${slug}/`));
    expect(moved.theme).toMatchObject({ name: "Ours", logo_url: image.url });
    expect(moved.theme.id).not.toBe(theme.id);
    // the old workspace deletes what it left, and the moved form keeps its copies
    await expecting(204, team.key.delete(`/api/v2/theme/${theme.id}/`));
    await expecting(204, team.key.delete(`/api/v2/image/${image.id}/`));
    await expecting(200, anonymous().get(new URL(image.url).pathname));
    await expecting(409, there.delete(`/api/v2/image/${image.id}/`));
  });

  test("gives no one an image that a draft of theirs only names", async () => {
    const image = await uploadImage((await newTeam()).key);
    const owned = await uploadImage(team.key);
    const question = (url: string) => ({
      ...node(unique(), "short_text"),
      data: { title: "?", image: { url, alt: "" }, config: {} },
    });
    const slug = await publishForm(team.key, chain(question(image.url), question(owned.url)));
    const { body } = await expecting(200, move(slug));
    expect(body.left).toEqual([
      { kind: "theme", name: expect.any(String) },
      { kind: "image", name: owned.id },
    ]);
    await expecting(204, image.by.delete(`/api/v2/image/${image.id}/`));
    await expecting(404, anonymous().get(new URL(image.url).pathname));
    await expecting(204, team.key.delete(`/api/v2/image/${owned.id}/`));
    await expecting(200, anonymous().get(new URL(owned.url).pathname));
  });

  test("needs an owner or admin in both workspaces", async () => {
    const slug = await createForm(team.key);
    const [admin, editor] = [await team.join("admin"), await team.join("editor")];
    for (const by of [admin, editor]) await expecting(403, move(slug, by));
    await expecting(403, move(slug, team.owner, { workspace_id: crypto.randomUUID() }));
    await expecting(400, move(slug, team.owner, { workspace_id: team.workspace }));
    await expecting(403, team.key.post(`/api/v2/form/${slug}/move/`, { workspace_id: target }));
    await expecting(404, move(unique()));
    await expecting(200, team.key.get(`/api/v2/form/${slug}/`));
  });

  test("moves once, whoever asks at the same time, while respondents answer", async () => {
    const slug = await publishForm(team.key, survey());
    const sessions = await Promise.all(Array.from({ length: 20 }, () => start(slug)));
    const [moves, steps] = await Promise.all([
      Promise.all(Array.from({ length: 20 }, () => move(slug))),
      Promise.all(sessions.map((session) => next(session, "name", "Grace"))),
    ]);
    expect(new Set(steps.map(({ status }) => status))).toEqual(new Set([200]));
    expect(moves.every(({ status }) => status === 200 || status === 403)).toBe(true);
    await expecting(200, there.get(`/api/v2/form/${slug}/`));
    await expecting(403, team.key.get(`/api/v2/form/${slug}/`));
  });
});
