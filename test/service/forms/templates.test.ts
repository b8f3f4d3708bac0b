import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Paging } from "../../../shared/api/paging.ts";
import { failure, newCaller, type Stage, startForms } from "./stage.ts";

/** Templates (features §14). */
let stage: Stage;
beforeAll(async () => {
  stage = await startForms();
});
afterAll(() => stage?.stop());

const call: Stage["call"] = (name, params) => stage.call(name, params);
const caller = newCaller();
const byTitle: Paging = { limit: 100, offset: 0, ordering: { field: "title", descending: false }, search: null };
const list = (paging: Partial<Paging> = {}) =>
  call("forms.listTemplates", { caller, paging: { ...byTitle, ...paging } });
const idsOf = async (paging: Partial<Paging>) => (await list(paging)).results.map(({ id }) => id);

describe("the list", () => {
  it("has at least 16 templates in six categories, without the demo of all types", async () => {
    const { count, results } = await list();
    expect(count).toBeGreaterThanOrEqual(16);
    expect(results).toHaveLength(count);
    expect([...new Set(results.map(({ category }) => category))].sort()).toEqual([
      "education",
      "events",
      "feedback",
      "health",
      "hr",
      "sales",
    ]);
    expect(results.map(({ id }) => id)).not.toContain("all-types");
  });

  it("tells a template's questions, license and source", async () => {
    const { results } = await list();
    expect(results.find(({ id }) => id === "phq-9")).toEqual({
      id: "phq-9",
      title: "Patient Health Questionnaire (PHQ-9)",
      description: expect.any(String),
      category: "health",
      language: "en",
      question_count: 10,
      theme: "Meadow",
      licence: "No permission required to reproduce, translate, display or distribute.",
      source: expect.stringMatching(/Kroenke.* https:\/\/\S+$/),
    });
    expect(results.find(({ id }) => id === "event-registration")).toMatchObject({ licence: null, source: null });
  });

  it("finds every word in titles and descriptions, regardless of case", async () => {
    expect(await idsOf({ search: "ANXIETY scale" })).toEqual(["dass-21", "gad-7"]);
    expect(await idsOf({ search: "no such words" })).toEqual([]);
  });

  it("orders and pages without repeating or skipping one", async () => {
    const field = "question_count";
    const descending = { ordering: { field, descending: true } };
    const counts = (await list(descending)).results.map(({ question_count }) => question_count);
    expect(counts).toEqual([...counts].sort((a, b) => b - a));
    const pages = [];
    for (let offset = 0; offset < counts.length; offset += 3)
      pages.push(await idsOf({ ...descending, offset, limit: 3 }));
    expect(pages.flat()).toEqual(await idsOf(descending));
  });
});

it("returns each template with its graph, as a draft has it", async () => {
  for (const template of (await list()).results) {
    const { graph, ...about } = await call("forms.getTemplate", { caller, id: template.id });
    expect(about).toEqual(template);
    expect(graph.nodes.filter(({ question_type: type }) => !type.endsWith("_screen"))).toHaveLength(
      template.question_count,
    );
  }
});

it("creates a form with the template's graph as its draft, and with the other fields", async () => {
  const body = { title: "Our event", template: "event-registration", language: "de", is_accepting_responses: false };
  const form = await call("forms.create", { caller, body });
  expect(form).toMatchObject({
    title: "Our event",
    language: "de",
    is_accepting_responses: false,
    draft_saved_at: expect.any(String),
    has_published_version: false,
  });
  const draft = (await call("forms.getDraft", { caller, slug: form.slug })).value;
  expect(draft).toMatchObject({ title: "Our event", problems: [] });
  expect(draft.graph).toEqual((await call("forms.getTemplate", { caller, id: "event-registration" })).graph);
});

it("gives a form the account's theme of the template's name, else its default, unless the body names one", async () => {
  const owner = newCaller();
  const template = "event-registration";
  const themeOf = async (body: { theme_id?: string | null } = {}) =>
    (await call("forms.create", { caller: owner, body: { title: "Our event", template, ...body } })).theme;
  const citrus = await themeOf();
  expect(citrus).toMatchObject({ name: "Citrus", border_radius: 0 });
  const path = await themeOf({ theme_id: null });
  expect(path.name).toBe("Path");
  expect(await themeOf({ theme_id: path.id })).toEqual(path);
  await call("forms.updateTheme", { caller: owner, id: citrus.id, body: { name: "Ours" } });
  expect(await themeOf()).toEqual(path);
});

it("publishes every template", async () => {
  for (const { id, title } of (await list()).results) {
    const { slug } = await call("forms.create", { caller, body: { title, template: id } });
    const { version_number: number, problems } = await call("forms.publish", { caller, slug });
    // published translations of questionnaires leave out texts of our own
    const others = problems.filter(({ code }) => code !== "translation_missing");
    expect([number, others]).toEqual([1, []]);
  }
});

it("returns 404 for an unknown template, and 400 on POST form, which creates nothing", async () => {
  const count = async () => (await stage.database.query("select count(*) from forms.forms")).rows[0].count;
  const before = await count();
  for (const id of ["no-such-template", "all-types", "../samples/phq-9", "toString"]) {
    expect(await failure(call("forms.getTemplate", { caller, id }))).toMatchObject({ code: 404 });
    expect(await failure(call("forms.create", { caller, body: { title: "New", template: id } }))).toMatchObject({
      code: 400,
      data: { errors: ["template: not found"] },
    });
  }
  expect(await count()).toBe(before);
});
