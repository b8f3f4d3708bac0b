import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { failure, newCaller, questionnaire, type Stage, startForms } from "./stage.ts";

/** Copies of forms (features §14). */
let stage: Stage;
beforeAll(async () => {
  stage = await startForms();
});
afterAll(() => stage?.stop());

const call: Stage["call"] = (name, params) => stage.call(name, params);
const caller = newCaller();
const hour = 3_600_000;

/** A form with version 1, and a draft that differs from it. */
async function sourceForm() {
  const theme = await call("forms.createTheme", { caller, body: { name: `Theme ${crypto.randomUUID()}` } });
  const settings = {
    theme_id: theme.id,
    language: "de",
    closed_message: "Later",
    embed_origins: ["https://a.example"],
    bot_protection: "challenge" as const,
    is_accepting_responses: false,
    response_limit: 5,
    opens_at: new Date(Date.now() - hour).toISOString(),
    closes_at: new Date(Date.now() + hour).toISOString(),
  };
  const { slug } = await call("forms.create", { caller, body: { title: "Lunch", ...settings } });
  await call("forms.saveDraft", { caller, slug, body: { graph: questionnaire() }, if_match: null });
  await call("forms.publish", { caller, slug });
  const changed = { ...questionnaire(), hidden_fields: ["plan"] };
  await call("forms.saveDraft", { caller, slug, body: { graph: changed }, if_match: null });
  return { slug, theme, settings };
}

const draftOf = async (slug: string) => (await call("forms.getDraft", { caller, slug })).value;
const hiddenOf = async (slug: string) => (await draftOf(slug)).graph.hidden_fields;

it("copies the draft, theme, language and settings, but no window, limit or versions", async () => {
  const { slug, theme, settings } = await sourceForm();
  const { closed_message, embed_origins, bot_protection, language } = settings;
  const copied = await call("forms.copy", { caller, slug, body: {} });
  expect(copied).toMatchObject({
    title: "Copy of Lunch",
    slug: expect.stringMatching(/^copy-of-lunch-[0-9a-z]{6}$/),
    theme: { id: theme.id },
    ...{ language, closed_message, embed_origins, bot_protection, is_accepting_responses: false, is_active: true },
    ...{ response_limit: null, opens_at: null, closes_at: null, published_version: null, total_sessions: 0 },
  });
  const [before, after] = [await draftOf(slug), await draftOf(copied.slug)];
  expect(after.graph).toEqual(before.graph);
  expect(after.title).toBe("Copy of Lunch");
});

it("copies a version by its number, with the given title", async () => {
  const { slug } = await sourceForm();
  const copied = await call("forms.copy", { caller, slug, body: { title: "Dinner", from: 1 } });
  expect(copied.title).toBe("Dinner");
  expect(await hiddenOf(slug)).toEqual(["plan"]);
  expect(await hiddenOf(copied.slug)).toBeUndefined();
});

it("copies the current version if no draft was saved, and nothing if there is neither", async () => {
  const { slug } = await sourceForm();
  await stage.database.query("delete from forms.drafts where form_id = (select id from forms.forms where slug = $1)", [
    slug,
  ]);
  const copied = await call("forms.copy", { caller, slug, body: {} });
  expect((await draftOf(copied.slug)).graph).toMatchObject(questionnaire());
  const empty = await call("forms.create", { caller, body: { title: "Empty" } });
  const { draft_saved_at } = await call("forms.copy", { caller, slug: empty.slug, body: {} });
  expect(draft_saved_at).toBeNull();
});

it("cuts the default title to 200 characters", async () => {
  const { slug } = await call("forms.create", { caller, body: { title: "x".repeat(200) } });
  const { title } = await call("forms.copy", { caller, slug, body: {} });
  expect(title).toBe(`Copy of ${"x".repeat(192)}`);
});

it("returns 404 for a missing version, draft or form and 403 to others, and creates nothing", async () => {
  const { slug } = await call("forms.create", { caller, body: { title: "Missing" } });
  const count = async () => (await stage.database.query("select count(*) from forms.forms")).rows[0].count;
  const before = await count();
  const copy = (more: object) => failure(call("forms.copy", { caller, slug, body: {}, ...more }));
  expect(await copy({ body: { from: 1 } })).toMatchObject({ code: 404 });
  expect(await copy({ body: { from: 2 ** 40 } })).toMatchObject({ code: 404 });
  expect(await copy({ body: { from: "draft" } })).toMatchObject({ code: 404 });
  expect(await copy({ slug: "no-such-form" })).toMatchObject({ code: 404 });
  expect(await copy({ caller: newCaller() })).toMatchObject({ code: 403 });
  expect(await count()).toBe(before);
});
