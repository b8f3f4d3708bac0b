import { anonymous, client, createForm, expecting, type Owner, owner, publishForm, walk } from "../support/api.ts";
import { survey } from "../support/sampleGraphs.ts";

/** Who may do what (spec §Authentication; decisions §1, §2). */
const nobodys = "00000000-0000-4000-8000-000000000000";
let mine: Owner;
let other: Owner;
/** all of `mine` */
const ids = { slug: "", session: "", theme: "", integration: "", attachment: "" };

beforeAll(async () => {
  [mine, other] = await Promise.all([owner(), owner()]);
  ids.slug = await publishForm(mine, survey());
  ids.session = await walk(ids.slug, { name: "Ada" });
  ids.theme = (await expecting(201, mine.post("/api/v2/theme/", { name: "Mine" }))).body.id;
  const webhook = { name: "Mine", config: { url: "https://example.com/hook" } };
  ids.integration = (await expecting(201, mine.post("/api/integrations/webhook/", webhook))).body.id;
  const attachment = { integration_id: ids.integration, events: ["session.completed"] };
  ids.attachment = (await expecting(201, mine.post(`/api/v2/form/${ids.slug}/integrations/`, attachment))).body.id;
});

/** Every owner endpoint that names a resource, with a body that would be taken. */
const rows: [string, string, unknown?][] = [
  ["GET", "/api/v2/form/{slug}/"],
  ["PATCH", "/api/v2/form/{slug}/", { title: "Mine now" }],
  ["DELETE", "/api/v2/form/{slug}/"],
  ["GET", "/api/v2/form/{slug}/draft/"],
  ["PUT", "/api/v2/form/{slug}/draft/", { graph: survey() }],
  ["POST", "/api/v2/form/{slug}/draft/validate/"],
  ["POST", "/api/v2/form/{slug}/publish/"],
  ["GET", "/api/v2/form/{slug}/versions/"],
  ["GET", "/api/v2/form/{slug}/versions/1/"],
  ["POST", "/api/v2/form/{slug}/versions/1/restore/"],
  ["GET", "/api/v2/form/{slug}/responses/"],
  ["GET", "/api/v2/form/{slug}/responses/export/"],
  ["GET", "/api/v2/form/{slug}/responses/{session}/"],
  ["DELETE", "/api/v2/form/{slug}/responses/{session}/"],
  ["GET", "/api/v2/form/{slug}/integrations/"],
  ["POST", "/api/v2/form/{slug}/integrations/", { integration_id: nobodys, events: ["session.completed"] }],
  ["PATCH", "/api/v2/form/{slug}/integrations/{attachment}/", { is_enabled: false }],
  ["DELETE", "/api/v2/form/{slug}/integrations/{attachment}/"],
  ["GET", "/api/v2/theme/{theme}/"],
  ["PATCH", "/api/v2/theme/{theme}/", { font: "Mine" }],
  ["DELETE", "/api/v2/theme/{theme}/"],
  ["PATCH", "/api/integrations/webhook/{integration}/", { name: "Mine now" }],
  ["DELETE", "/api/integrations/webhook/{integration}/"],
];
/** three members each, else Jest takes the third parameter for a callback */
const endpoints = rows.map(([method, path, body]): [string, string, unknown] => [method, path, body]);
const fill = (path: string, values: Record<string, string> = ids) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name) => values[name] ?? "");

test.each(endpoints)("%s %s: 403 for another owner, without a word about it", async (method, path, body) => {
  const reply = await expecting(403, other.request(method, fill(path), body));
  expect(Object.keys(reply.body)).toEqual(["detail"]);
});

test.each(endpoints)("%s %s: 401 without credentials, with WWW-Authenticate", async (method, path, body) => {
  await expecting(401, anonymous().request(method, fill(path), body));
  await expecting(401, client({ authorization: "Bearer nobody" }).request(method, fill(path), body));
});

test.each(endpoints)("%s %s: 404 where there is nothing", async (method, path, body) => {
  const nothing = {
    slug: "no-such-form",
    session: nobodys,
    theme: nobodys,
    integration: nobodys,
    attachment: nobodys,
  };
  await expecting(404, mine.request(method, fill(path, nothing), body));
});

test("nothing of that changed anything", async () => {
  expect((await mine.get(`/api/v2/form/${ids.slug}/`)).body).toMatchObject({ title: "A form", total_sessions: 1 });
  expect((await mine.get(fill("/api/v2/theme/{theme}/"))).body).toMatchObject({ name: "Mine" });
  expect((await mine.get(fill("/api/v2/form/{slug}/integrations/"))).body.results).toMatchObject([
    { id: ids.attachment, is_enabled: true },
  ]);
});

describe("under the wrong parent", () => {
  let sibling: string;
  beforeAll(async () => {
    sibling = await publishForm(mine, survey());
  });

  test.each(endpoints.filter(([, path]) => /\{(session|attachment)\}/.test(path)))(
    "%s %s is 404",
    async (method, path, body) => {
      await expecting(404, mine.request(method, fill(path, { ...ids, slug: sibling }), body));
    },
  );

  test("a version number counts in its own form", async () => {
    await expecting(201, mine.post(`/api/v2/form/${ids.slug}/publish/`));
    await expecting(200, mine.get(`/api/v2/form/${ids.slug}/versions/2/`));
    await expecting(404, mine.get(`/api/v2/form/${sibling}/versions/2/`));
  });

  test("an integration counts in its own type", async () => {
    await expecting(404, mine.patch(`/api/integrations/slack/${ids.integration}/`, { name: "Mine" }));
    await expecting(404, mine.delete(`/api/integrations/slack/${ids.integration}/`));
  });

  test("the parent is looked at first: another owner's form is 403 for a session that is not there", async () => {
    await expecting(403, other.get(`/api/v2/form/${ids.slug}/responses/${nobodys}/`));
    await expecting(403, other.get(`/api/v2/form/${ids.slug}/versions/99/`));
    await expecting(404, other.get(`/api/v2/form/no-such-form/responses/${ids.session}/`));
  });
});

test("lists have only one's own", async () => {
  for (const path of ["/api/v2/form/", "/api/integrations/", "/api/integrations/webhook/"]) {
    expect((await expecting(200, other.get(path))).body).toMatchObject({ count: 0, results: [] });
  }
  const own = await createForm(other);
  expect((await other.get("/api/v2/form/")).body.results).toMatchObject([{ slug: own }]);
  expect((await other.get(`/api/v2/form/?search=${ids.slug}`)).body.count).toBe(0);
});

test("somebody else's integration cannot be attached to one's own form", async () => {
  const own = await createForm(other);
  const attachment = { integration_id: ids.integration, events: ["session.completed"] };
  await expecting(403, other.post(`/api/v2/form/${own}/integrations/`, attachment));
});

test.each(["no-uuid", "1", "%20"])("a malformed id is 404: %s", async (id) => {
  await expecting(404, mine.get(`/api/v2/form/${ids.slug}/responses/${id}/`));
  await expecting(404, mine.get(`/api/v2/theme/${id}/`));
  await expecting(404, mine.delete(`/api/integrations/webhook/${id}/`));
  await expecting(404, mine.delete(`/api/v2/form/${ids.slug}/integrations/${id}/`));
});
