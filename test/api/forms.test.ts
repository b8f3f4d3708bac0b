import { anonymous, createForm, expecting, type Owner, owner, publishForm, unique, walk } from "../support/api.ts";
import { survey } from "../support/sampleGraphs.ts";

/** Forms (spec §Form, §Endpoints Forms, decisions §3). */
const formsPath = "/api/v2/form/";
const at = (slug: string) => `${formsPath}${slug}/`;
const timestamp = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
const uuid = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);

const listItem = {
  id: uuid,
  title: "Guest survey",
  slug: expect.any(String),
  labels: [],
  is_active: true,
  has_published_version: false,
  is_accepting_responses: true,
  published_version: null,
  published_at: null,
  has_unpublished_changes: false,
  draft_saved_at: null,
  total_sessions: 0,
  completed_sessions: 0,
  completion_rate: null,
  daily_completed: new Array(14).fill(0),
  theme_colors: {
    background: expect.any(String),
    text: expect.any(String),
    primary: expect.any(String),
    button_text: expect.any(String),
  },
  response_limit: null,
  opens_at: null,
  closes_at: null,
  created_by: { id: null, name: "Tests" },
  created: timestamp,
  modified: timestamp,
};
const detail = {
  ...listItem,
  theme: {
    id: uuid,
    name: "Path",
    colors: {
      background: expect.any(String),
      text: expect.any(String),
      primary: expect.any(String),
      button_text: expect.any(String),
    },
    font: expect.any(String),
    logo_url: null,
    background_image_url: null,
    border_radius: expect.any(Number),
    layout: "centered",
    scheme: "auto",
    background_style: "tint",
  },
  closed_message: null,
  language: "en",
  embed_origins: ["*"],
  bot_protection: "off",
  access: "anyone",
  resume: "device",
  edit_window_minutes: 0,
  review: false,
  personal_retention_days: null,
  retention_days: null,
};

let me: Owner;
beforeAll(async () => {
  me = await owner();
});

describe("creating", () => {
  test("needs only a title, and returns the detail with every field", async () => {
    const { body } = await expecting(201, me.post(formsPath, { title: "Guest survey" }));
    expect(body).toEqual(detail);
    expect(body.slug).toMatch(/^guest-survey-[0-9a-z]{6}$/);
    expect((await me.get(at(body.slug))).body).toEqual(body);
    const { body: list } = await me.get(formsPath);
    expect(list).toMatchObject({ count: expect.any(Number), results: expect.any(Array) });
    expect(list.results[0]).toEqual(listItem);
  });

  test.each([
    ["Übung für Größen!", /^[a-z0-9](?:[a-z0-9-]*)-[0-9a-z]{6}$/],
    ["日本語", /^[a-z0-9-]*[0-9a-z]{6}$/],
    ["x".repeat(200), /^x[a-z0-9-]{1,78}[0-9a-z]$/],
  ])("makes a slug from the title %s", async (title, pattern) => {
    const { body } = await expecting(201, me.post(formsPath, { title }));
    expect(body.slug).toMatch(pattern);
    expect(body.slug.length).toBeLessThanOrEqual(80);
    await expecting(200, me.get(at(body.slug)));
  });

  test("accepts a slug and every writable field", async () => {
    const fields = {
      title: "Everything",
      slug: `all-${unique()}`,
      is_accepting_responses: false,
      response_limit: 5,
      opens_at: "2026-01-01T00:00:00Z",
      closes_at: "2027-01-01T12:30:00+02:00",
      closed_message: "Come back later",
      is_active: true,
      language: "pt-BR",
      embed_origins: ["https://www.example.com", "http://localhost:8080"],
    };
    const { body } = await expecting(201, me.post(formsPath, fields));
    expect(body).toMatchObject({
      ...fields,
      opens_at: "2026-01-01T00:00:00.000Z",
      closes_at: "2027-01-01T10:30:00.000Z",
    });
  });

  test("returns 409 for a taken slug of any account", async () => {
    const slug = `taken-${unique()}`;
    await createForm(me, { slug });
    await expecting(409, me.post(formsPath, { title: "Again", slug }));
    await expecting(409, (await owner()).post(formsPath, { title: "Again", slug }));
  });

  test("gives a slug to one of ten concurrent requests and returns 409 to the rest", async () => {
    const slug = `race-${unique()}`;
    const replies = await Promise.all(Array.from({ length: 10 }, () => me.post(formsPath, { title: "Race", slug })));
    expect(replies.map(({ status }) => status).sort()).toEqual([201, ...Array(9).fill(409)]);
  });
});

test("filters by labels, which can be sent several times, and counts them", async () => {
  const fresh = await owner();
  const labelled = (title: string, labels: string[]) => expecting(201, fresh.post(formsPath, { title, labels }));
  await labelled("Both", ["A&B", "2026"]);
  await labelled("One", ["a&b"]);
  const titles = async (query: string) =>
    (await expecting(200, fresh.get(`${formsPath}?ordering=title&${query}`))).body.results.map(
      (form: { title: string }) => form.title,
    );
  expect(await titles("label=a%26b")).toEqual(["Both", "One"]);
  expect(await titles("label=A%26B&label=2026")).toEqual(["Both"]);
  expect((await expecting(200, fresh.get("/api/v2/label/"))).body).toEqual([
    { label: "2026", forms_count: 1 },
    { label: "A&B", forms_count: 1 },
    { label: "a&b", forms_count: 1 },
  ]);
  const { body } = await expecting(400, fresh.get(`${formsPath}?is_active=true&is_active=false&label=`));
  expect(body.errors[0]).toBe("is_active: must be sent only once");
});

/** Invalid fields for POST and PATCH. */
const refused: [string, object, string][] = [
  ["an empty title", { title: "" }, "title:"],
  ["a title of 201 characters", { title: "t".repeat(201) }, "title:"],
  ["a number as title", { title: 7 }, "title:"],
  ["a null title", { title: null }, "title:"],
  ["a blank label", { labels: [" "] }, "labels.0:"],
  ["a label of 51 characters", { labels: ["l".repeat(51)] }, "labels.0:"],
  ["a label twice", { labels: ["One", "ONE"] }, "labels.1:"],
  ["11 labels", { labels: Array.from({ length: 11 }, (_, at) => `l${at}`) }, "labels:"],
  ["a slug with capitals", { slug: "My-Form" }, "slug:"],
  ["a slug of 2 characters", { slug: "ab" }, "slug:"],
  ["a slug of 81 characters", { slug: "a".repeat(81) }, "slug:"],
  ["a slug that ends with -", { slug: "form-" }, "slug:"],
  ["a reserved slug", { slug: "session" }, "slug:"],
  ["another reserved slug", { slug: "new" }, "slug:"],
  ["text for a boolean", { is_accepting_responses: "true" }, "is_accepting_responses:"],
  ["a limit of 0", { response_limit: 0 }, "response_limit:"],
  ["a broken limit", { response_limit: 1.5 }, "response_limit:"],
  ["a limit in text", { response_limit: "5" }, "response_limit:"],
  ["an invalid theme id", { theme_id: "Default" }, "theme_id:"],
  ["an unknown theme", { theme_id: "00000000-0000-4000-8000-000000000000" }, "theme_id:"],
  ["a date for a timestamp", { opens_at: "2026-01-01" }, "opens_at:"],
  ["a day that does not exist", { closes_at: "2026-02-30T00:00:00Z" }, "closes_at:"],
  ["a message of 501 characters", { closed_message: "m".repeat(501) }, "closed_message:"],
  ["an invalid language", { language: "klingon language" }, "language:"],
  ["URLs as origins", { embed_origins: ["https://www.example.com/page"] }, "embed_origins.0:"],
  ["every origin and one more", { embed_origins: ["*", "https://www.example.com"] }, "embed_origins:"],
  ["21 origins", { embed_origins: Array.from({ length: 21 }, (_, n) => `https://${n}.example`) }, "embed_origins:"],
  ["an unknown field", { colour: "red" }, "colour: unknown field"],
  ["a read-only field", { id: "00000000-0000-4000-8000-000000000000" }, "id: unknown field"],
  ["another read-only field", { total_sessions: 3 }, "total_sessions: unknown field"],
  ["and another", { created: "2026-01-01T00:00:00Z" }, "created: unknown field"],
];

test.each(refused)("rejects creating a form with %s with 400", async (_what, wrong, error) => {
  const { body } = await expecting(400, me.post(formsPath, { title: "A form", ...wrong }));
  expect(body.errors).toEqual([expect.stringContaining(error)]);
});

test("rejects creating a form without a title with 400", async () => {
  expect((await expecting(400, me.post(formsPath, {}))).body.errors).toEqual([expect.stringContaining("title:")]);
  await expecting(400, me.post(formsPath));
});

describe("changing", () => {
  test.each(refused)("rejects %s with 400 and changes nothing", async (_what, wrong, error) => {
    const slug = await createForm(me);
    const before = (await me.get(at(slug))).body;
    const { body } = await expecting(400, me.patch(at(slug), { closed_message: "Changed", ...wrong }));
    expect(body.errors).toEqual([expect.stringContaining(error)]);
    expect((await me.get(at(slug))).body).toEqual(before);
  });

  test("returns the detail and keeps fields that aren't sent", async () => {
    const slug = await createForm(me, { response_limit: 9, closed_message: "Over" });
    const before = (await me.get(at(slug))).body;
    const { body } = await expecting(200, me.patch(at(slug), { title: "Renamed" }));
    expect(body).toEqual({ ...before, title: "Renamed", modified: timestamp });
    expect(Date.parse(body.modified)).toBeGreaterThan(Date.parse(before.modified));
    expect((await me.get(at(slug))).body).toEqual(body);
  });

  test("clears a value with null", async () => {
    const slug = await createForm(me, {
      response_limit: 9,
      closed_message: "Over",
      opens_at: "2026-01-01T00:00:00Z",
      closes_at: "2027-01-01T00:00:00Z",
    });
    const nothing = { response_limit: null, closed_message: null, opens_at: null, closes_at: null };
    const { body } = await expecting(200, me.patch(at(slug), nothing));
    expect(body).toMatchObject(nothing);
  });

  test("frees the old slug, whose public link returns 404", async () => {
    const slug = await publishForm(me, survey());
    const slugAfter = `moved-${unique()}`;
    await expecting(200, me.patch(at(slug), { slug: slugAfter }));
    await expecting(404, me.get(at(slug)));
    await expecting(404, anonymous().get(`/api/v2/r/${slug}/`));
    await expecting(200, anonymous().get(`/api/v2/r/${slugAfter}/`));
    await createForm(me, { slug });
    await expecting(404, anonymous().get(`/api/v2/r/${slug}/`));
  });

  test("returns 409 for a taken slug and accepts its own", async () => {
    const [slug, other] = [await createForm(me), await createForm(me)];
    await expecting(409, me.patch(at(slug), { slug: other }));
    await expecting(200, me.patch(at(slug), { slug }));
  });
});

test("lists only the caller's forms of a theme", async () => {
  const [by, other] = [await owner(), await owner()];
  const { body: theme } = await expecting(201, by.post("/api/v2/theme/", { name: "Night" }));
  const slug = await createForm(by, { theme_id: theme.id });
  await createForm(by);
  const list = (of: typeof by) => of.get(`${formsPath}?theme_id=${theme.id}`);
  expect((await list(by)).body).toMatchObject({ count: 1, results: [{ slug }] });
  expect((await list(other)).body.count).toBe(0);
  await expecting(400, by.get(`${formsPath}?theme_id=Night`));
});

describe("deleting", () => {
  test("hides the form until it is restored", async () => {
    const by = await owner();
    const slug = await publishForm(by, survey());
    const session = await walk(slug, { name: "Ada" });
    await expecting(204, by.delete(at(slug)));
    expect((await by.get(formsPath)).body.count).toBe(0);
    expect((await by.get(`${formsPath}?is_active=false`)).body.results).toMatchObject([{ slug, is_active: false }]);
    expect((await by.get(`${formsPath}?is_active=all`)).body.count).toBe(1);
    await expecting(404, anonymous().get(`/api/v2/r/${slug}/`));
    await expecting(404, anonymous().post(`/api/v2/r/${slug}/start/`));
    expect((await by.get(at(slug))).body).toMatchObject({ is_active: false, total_sessions: 1 });
    await expecting(200, by.get(`${at(slug)}responses/${session}/`));
    await expecting(200, by.get(`${at(slug)}responses/export/`));
    await expecting(204, by.delete(at(slug)));

    await expecting(200, by.patch(at(slug), { is_active: true }));
    await expecting(200, anonymous().get(`/api/v2/r/${slug}/`));
    expect((await by.get(formsPath)).body.count).toBe(1);
  });

  test("keeps its slug taken", async () => {
    const slug = await createForm(me);
    await me.delete(at(slug));
    await expecting(409, me.post(formsPath, { title: "Again", slug }));
  });
});

test("counts all sessions and completed ones", async () => {
  const slug = await publishForm(me, survey());
  await walk(slug, { name: "Ada" });
  await expecting(201, anonymous().post(`/api/v2/r/${slug}/start/`));
  expect((await me.get(at(slug))).body).toMatchObject({
    total_sessions: 2,
    completed_sessions: 1,
    completion_rate: 0.5,
    daily_completed: [...new Array(13).fill(0), 1],
    published_version: 1,
    has_published_version: true,
  });
});
