import { anonymous, createForm, expecting, type Owner, owner, publishForm } from "../support/api.ts";
import { chain, node } from "../support/sampleGraphs.ts";
import { newTeam } from "../support/team.ts";

/** Public results of a form (features §24.1). */
const options = ["a", "b", "c"].map((value) => ({ value, label: value.toUpperCase() }));
const graph = chain(
  node("pick", "multiple_choice", { options }),
  node("stars", "star_rating"),
  node("why", "short_text"),
  node("day", "date"),
  node("photo", "file_upload"),
);
const pathOf = (slug: string) => `/api/v2/form/${slug}/results/`;

let me: Owner;
let slug: string;
beforeAll(async () => {
  me = await owner();
  slug = await publishForm(me, graph);
});

test("publishes results, keeps their address when they change, and makes another after they were removed", async () => {
  await expecting(404, me.get(pathOf(slug)));
  await expecting(404, me.delete(pathOf(slug)));
  const { body } = await expecting(201, me.put(pathOf(slug), { title: "Results", node_ids: ["pick"] }));
  expect(body).toEqual({
    url: expect.stringMatching(/^https?:.+\/results\/[A-Za-z0-9]{22}$/),
    title: "Results",
    node_ids: ["pick"],
    expires_at: null,
    created: expect.any(String),
  });
  const expiresAt = "2100-01-01T00:00:00.000Z";
  const { body: changed } = await expecting(
    200,
    me.put(pathOf(slug), { title: "Later", node_ids: null, expires_at: expiresAt }),
  );
  expect(changed).toEqual({ ...body, title: "Later", node_ids: null, expires_at: expiresAt });
  expect((await expecting(200, me.get(pathOf(slug)))).body).toEqual(changed);
  await expecting(204, me.delete(pathOf(slug)));
  await expecting(404, me.get(pathOf(slug)));
  const { body: again } = await expecting(201, me.put(pathOf(slug), { title: "Again" }));
  expect(again.url).not.toBe(body.url);
});

test("refuses questions that can't be shown, past ends and wrong shapes", async () => {
  const nodeIds = ["pick", "why", "day", "photo", "other", "end"];
  const past = { title: "Results", node_ids: nodeIds, expires_at: "2020-01-01T00:00:00Z" };
  const { body } = await expecting(400, me.put(pathOf(slug), past));
  expect(body.errors).toEqual([
    "node_ids.1: can't be shown",
    "node_ids.2: can't be shown",
    "node_ids.3: can't be shown",
    "node_ids.4: no such question",
    "node_ids.5: no such question",
    "expires_at: must be in the future",
  ]);
  for (const wrong of [{}, { title: "" }, { title: "R", node_ids: [] }, { title: "R", url: "x" }])
    await expecting(400, me.put(pathOf(slug), wrong));
  const draft = await createForm(me);
  await expecting(201, me.put(pathOf(draft), { title: "Before it is published" }));
});

test("only who may change the form and read its responses publishes results", async () => {
  const team = await newTeam();
  const own = await publishForm(team.owner, graph);
  const without = await team.join("editor", { responses: "none" });
  const viewer = await team.join("viewer");
  for (const by of [without, viewer, await owner()]) {
    await expecting(403, by.get(pathOf(own)));
    await expecting(403, by.put(pathOf(own), { title: "Results" }));
    await expecting(403, by.delete(pathOf(own)));
  }
  await expecting(401, anonymous().get(pathOf(own)));
});
