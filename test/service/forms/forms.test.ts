import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { slugPattern } from "../../../shared/api/shapes/forms.ts";
import { manyWords, statementsWith } from "../../support/statements.ts";
import { failure, newCaller, paging, questionnaire, type Stage, startForms } from "./stage.ts";

/** Forms for their owners (spec §Forms, decisions §3). */
let stage: Stage;
beforeAll(async () => {
  stage = await startForms();
});
afterAll(() => stage?.stop());

const call: Stage["call"] = (name, params) => stage.call(name, params);
const caller = newCaller();
const stranger = newCaller();
const create = (title: string, more = {}) => call("forms.create", { caller, body: { title, ...more } });

describe("create", () => {
  test("returns every field of a new form's detail", async () => {
    const form = await create("Feedback");
    expect(form).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      title: "Feedback",
      slug: expect.stringMatching(/^feedback-[0-9a-z]{6}$/),
      is_active: true,
      has_published_version: false,
      is_accepting_responses: true,
      created: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      modified: form.created,
      theme: expect.objectContaining({ name: "Path", border_radius: 14, logo_url: null }),
      published_version: null,
      published_at: null,
      labels: [],
      has_unpublished_changes: false,
      response_limit: null,
      total_sessions: 0,
      completed_sessions: 0,
      completion_rate: null,
      daily_completed: new Array(14).fill(0),
      theme_colors: expect.any(Object),
      draft_saved_at: null,
      opens_at: null,
      closes_at: null,
      created_by: null,
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
    });
  });

  test.each([
    "日本",
    "!!!",
    "-",
    "x".repeat(200),
    `${"a".repeat(72)} b`,
    "Ünïcødé & Straße",
    "session",
    "new",
    "🎉",
    "İstanbul",
  ])("makes a valid slug from %s", async (title) => {
    const { slug } = await create(title);
    expect(slug).toMatch(new RegExp(slugPattern, "u"));
  });

  test("folds letters to ASCII", async () => {
    expect((await create("Ünïcødé & Straße")).slug).toMatch(/^unicode-strasse-[0-9a-z]{6}$/);
  });

  test("accepts every writable field", async () => {
    const theme = await call("forms.createTheme", { caller, body: { name: "Dark" } });
    const body = {
      slug: "all-fields",
      is_accepting_responses: false,
      response_limit: 5,
      opens_at: "2026-01-31T12:00:00.123+02:00",
      closes_at: "2026-02-28T00:00:00Z",
      closed_message: "It's 'closed' \\ ? $1 :x",
      is_active: false,
    };
    expect(await create("All", { ...body, theme_id: theme.id })).toMatchObject({
      ...body,
      opens_at: "2026-01-31T10:00:00.123Z",
      closes_at: "2026-02-28T00:00:00.000Z",
      theme: { id: theme.id },
    });
  });

  test("returns 409 for a taken slug, also of another account", async () => {
    await create("One", { slug: "taken-slug" });
    expect(await failure(create("Two", { slug: "taken-slug" }))).toMatchObject({ code: 409 });
    const theirs = call("forms.create", { caller: stranger, body: { title: "Three", slug: "taken-slug" } });
    const message = 'Another form already uses the slug "taken-slug". Choose another one.';
    expect(await failure(theirs)).toMatchObject({ code: 409, message });
  });

  test("gives a slug to one of several concurrent requests", async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => create("Race", { slug: "race-slug" })));
    expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const outcome of outcomes)
      if (outcome.status === "rejected") expect(outcome.reason).toMatchObject({ code: 409 });
  });

  test("rejects a window that ends before it begins with 400", async () => {
    const body = { opens_at: "2026-02-01T00:00:00Z", closes_at: "2026-02-01T00:00:00Z" };
    const expected = { code: 400, data: { errors: ["closes_at: must be after opens_at"] } };
    expect(await failure(create("Window", body))).toMatchObject(expected);
    const { slug } = await create("Window", { opens_at: body.opens_at });
    const later = call("forms.update", { caller, slug, body: { closes_at: "2026-01-01T00:00:00Z" } });
    expect(await failure(later)).toMatchObject(expected);
    expect((await call("forms.get", { caller, slug })).closes_at).toBeNull();
  });

  test("returns 400 for an unknown theme and 403 for another account's", async () => {
    const theirs = await call("forms.createTheme", { caller: stranger, body: { name: "Theirs" } });
    expect(await failure(create("Theme", { theme_id: "00000000-0000-4000-8000-000000000000" }))).toMatchObject({
      code: 400,
      data: { errors: [expect.stringMatching(/^theme_id: /)] },
    });
    expect(await failure(create("Theme", { theme_id: theirs.id }))).toMatchObject({ code: 403 });
  });
});

describe("ownership", () => {
  test("returns 404 for an unknown slug and 403 for another account's form", async () => {
    const { slug } = await create("Mine");
    for (const unknown of ["no-such-form", "No Slug", "nul\u0000", "'; drop table"]) {
      expect(await failure(call("forms.get", { caller, slug: unknown }))).toMatchObject({ code: 404 });
    }
    const theirs = { caller: stranger, slug };
    const draft = { body: { graph: questionnaire() }, if_match: null };
    for (const attempt of [
      call("forms.get", theirs),
      call("forms.locate", theirs),
      call("forms.update", { ...theirs, body: { title: "Stolen" } }),
      call("forms.update", { ...theirs, body: { theme_id: null } }),
      call("forms.remove", theirs),
      call("forms.getDraft", theirs),
      call("forms.saveDraft", { ...theirs, ...draft }),
      call("forms.validateDraft", theirs),
      call("forms.publish", theirs),
      call("forms.listVersions", { ...theirs, paging: paging() }),
      call("forms.getVersion", { ...theirs, version_number: 1 }),
      call("forms.restoreVersion", { ...theirs, version_number: 1, if_match: null }),
    ]) {
      expect(await failure(attempt)).toMatchObject({ code: 403 });
    }
    expect(await call("forms.locate", { caller, slug })).toMatchObject({ slug, title: "Mine", current_version: null });
  });
});

describe("update", () => {
  test("changes only the fields in the body, and clears with null", async () => {
    const form = await create("Before", { response_limit: 3, closed_message: "Closed" });
    const body = { title: "After", response_limit: null, is_accepting_responses: false };
    const after = await call("forms.update", { caller, slug: form.slug, body });
    expect(after).toEqual({ ...form, ...body, modified: after.modified });
    expect(Date.parse(after.modified)).toBeGreaterThan(Date.parse(form.modified));
  });

  test("frees the old slug", async () => {
    const { slug, id } = await create("Slugs", { slug: "old-slug" });
    await call("forms.update", { caller, slug, body: { slug: "new-slug" } });
    expect(await failure(call("forms.get", { caller, slug: "old-slug" }))).toMatchObject({ code: 404 });
    expect((await call("forms.get", { caller, slug: "new-slug" })).id).toBe(id);
    expect((await create("Other", { slug: "old-slug" })).slug).toBe("old-slug");
    const back = call("forms.update", { caller, slug: "new-slug", body: { slug: "old-slug", title: "Lost" } });
    const message = 'Another form already uses the slug "old-slug". Choose another one.';
    expect(await failure(back)).toMatchObject({ code: 409, message });
    expect((await call("forms.get", { caller, slug: "new-slug" })).title).toBe("Slugs");
  });

  test("changes the title of form and draft, and the draft's ETag", async () => {
    const { slug } = await create("Old title");
    const saved = await call("forms.saveDraft", { caller, slug, body: { graph: questionnaire() }, if_match: null });
    await call("forms.update", { caller, slug, body: { title: "New title" } });
    const draft = await call("forms.getDraft", { caller, slug });
    expect(draft.value).toMatchObject({ title: "New title", graph: saved.value.graph });
    expect(draft.etag).not.toBe(saved.etag);
  });

  test("sets Default for theme_id null", async () => {
    const { id } = await call("forms.createTheme", { caller, body: { name: "Other" } });
    const { slug } = await create("Themed", { theme_id: id });
    const form = await call("forms.update", { caller, slug, body: { theme_id: null } });
    expect(form.theme.name).toBe("Path");
  });

  test("keeps concurrent changes of different fields", async () => {
    const { slug } = await create("Together");
    const bodies = [
      { title: "Together 2" },
      { response_limit: 7 },
      { closed_message: "Done" },
      { is_accepting_responses: false },
      { opens_at: "2026-01-01T00:00:00.000Z" },
      { closes_at: "2027-01-01T00:00:00.000Z" },
    ];
    await Promise.all(bodies.map((body) => call("forms.update", { caller, slug, body })));
    expect(await call("forms.get", { caller, slug })).toMatchObject(Object.assign({}, ...bodies));
  });

  test("keeps the window valid under concurrent changes of opens_at and closes_at", async () => {
    const { slug } = await create("Crossing");
    const outcomes = await Promise.allSettled([
      call("forms.update", { caller, slug, body: { opens_at: "2027-01-01T00:00:00Z" } }),
      call("forms.update", { caller, slug, body: { closes_at: "2026-01-01T00:00:00Z" } }),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });
});

describe("remove", () => {
  test("archives: leaves the list, stays readable and can be restored", async () => {
    const owner = newCaller();
    const { slug } = await call("forms.create", { caller: owner, body: { title: "Gone" } });
    const listed = async (query: object) =>
      (await call("forms.list", { caller: owner, query, paging: paging() })).results.map((form) => form.slug);
    expect(await call("forms.remove", { caller: owner, slug })).toBeNull();
    expect(await call("forms.remove", { caller: owner, slug })).toBeNull();
    expect(await listed({})).toEqual([]);
    expect(await listed({ is_active: "false" })).toEqual([slug]);
    expect(await listed({ is_active: "all" })).toEqual([slug]);
    expect((await call("forms.get", { caller: owner, slug })).is_active).toBe(false);
    await call("forms.update", { caller: owner, slug, body: { is_active: true } });
    expect(await listed({})).toEqual([slug]);
    expect(await listed({ is_active: "false" })).toEqual([]);
  });
});

describe("list", () => {
  const owner = newCaller();
  const titles = ["Beta 100%", "alpha_1", "Gamma", "Gamma", "Gamma", "back\\slash"];
  beforeAll(async () => {
    for (const title of titles) await call("forms.create", { caller: owner, body: { title } });
  });
  const list = (changes = {}) => call("forms.list", { caller: owner, query: {}, paging: paging(changes) });

  test("lists the caller's forms, newest first, with all fields", async () => {
    const { count, results } = await list();
    expect(count).toBe(6);
    expect(results.map(({ title }) => title)).toEqual([...titles].reverse());
    expect(Object.keys(results[0] ?? {})).toEqual([
      "id",
      "title",
      "slug",
      "labels",
      "is_active",
      "has_published_version",
      "is_accepting_responses",
      "published_version",
      "published_at",
      "has_unpublished_changes",
      "draft_saved_at",
      "total_sessions",
      "completed_sessions",
      "completion_rate",
      "daily_completed",
      "theme_colors",
      "response_limit",
      "opens_at",
      "closes_at",
      "created_by",
      "created",
      "modified",
    ]);
  });

  test.each(["title", "slug", "created", "modified"])("pages by %s with each form once", async (field) => {
    for (const descending of [true, false]) {
      const pages = await Promise.all(
        [0, 2, 4, 6].map((offset) => list({ ordering: { field, descending }, limit: 2, offset })),
      );
      const ids = pages.flatMap(({ results }) => results.map(({ id }) => id));
      expect(new Set(ids).size).toBe(6);
      expect(pages.map(({ count }) => count)).toEqual([6, 6, 6, 6]);
    }
  });

  test("rejects an unknown ordering with 400", async () => {
    const ordering = { field: "account_id; drop", descending: false };
    expect(await failure(list({ ordering }))).toMatchObject({ code: 400 });
  });

  test.each([
    ["GAM", 3],
    ["amm", 3],
    ["100%", 1],
    ["%", 1],
    ["_", 1],
    ["\\", 1],
    ["a_p", 0],
    ["alpha-1", 1],
    ["100 beta", 1],
    ["' or 1=1", 0],
    ["  ", 6],
    ["?", 0],
  ])("searches for %s and finds %i", async (search, found) => {
    expect((await list({ search })).count).toBe(found);
  });

  test("uses the same two statements for one search word and for twenty", async () => {
    const one = await statementsWith("like", () => list({ search: "gam" }));
    expect(one).toHaveLength(2);
    expect(await statementsWith("like", () => list({ search: manyWords }))).toEqual(one);
  });
});
