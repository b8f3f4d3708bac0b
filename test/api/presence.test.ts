import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "@jest/globals";
import { type Client, createForm, expecting, saveDraft } from "../support/api.ts";
import { chain, node } from "../support/sampleGraphs.ts";
import { newTeam, type Person, type Team } from "../support/team.ts";

/** People who edit a form's draft at the same time. */
let team: Team;
let grace: Person;
beforeAll(async () => {
  team = await newTeam();
  grace = await team.join("editor");
});

const windowOf =
  (by: Client, slug: string, clientId = randomUUID()) =>
  async (nodeId: string | null) =>
    (await expecting(200, by.put(`/api/v2/form/${slug}/draft/presence/`, { client_id: clientId, node_id: nodeId })))
      .body;

test("each person is told of the others, with the question that they edit and who saved last", async () => {
  const slug = await createForm(team.owner);
  const [hers, owners] = [windowOf(grace, slug), windowOf(team.owner, slug)];
  expect(await hers("name")).toEqual({ people: [], etag: null, saved_by: null });
  const her = { id: grace.id, name: "Grace Hopper" };
  expect((await owners(null)).people).toEqual([{ ...her, node_id: "name" }]);
  const saved = await expecting(200, saveDraft(grace, slug, chain(node("name", "short_text"))));
  await hers("age");
  expect(await owners("age")).toEqual({
    people: [{ ...her, node_id: "age" }],
    etag: saved.headers.get("etag"),
    saved_by: her,
  });
  expect((await hers("age")).people).toEqual([{ id: team.owner.id, name: expect.any(String), node_id: "age" }]);
});

test("a person with several windows is named once, with the question of one of them", async () => {
  const slug = await createForm(team.owner);
  await windowOf(grace, slug)("name");
  await windowOf(grace, slug)(null);
  const { people } = await windowOf(team.owner, slug)(null);
  expect(people).toEqual([{ id: grace.id, name: "Grace Hopper", node_id: "name" }]);
});

test("a key is told, and not named", async () => {
  const slug = await createForm(team.owner);
  await windowOf(grace, slug)(null);
  const key = windowOf(await team.keyWith({ scopes: ["forms:read"] }), slug);
  expect((await key("name")).people).toHaveLength(1);
  expect((await windowOf(grace, slug)(null)).people).toEqual([]);
});
