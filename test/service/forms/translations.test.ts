import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Graph, Texts, Translations } from "../../../shared/domain/graph/types.ts";
import { failure, newCaller, questionnaire, type Stage, startForms } from "./stage.ts";

/** Translations of drafts and versions (features §13). */
let stage: Stage;
beforeAll(async () => {
  stage = await startForms();
});
afterAll(() => stage?.stop());

const call: Stage["call"] = (name, params) => stage.call(name, params);
const caller = newCaller();
const questions = questionnaire();
const nodeId = questions.nodes[0]?.id ?? "";
const key = `${nodeId}.title`;

const newForm = (body: { language?: string; closed_message?: string } = {}) =>
  call("forms.create", { caller, body: { title: "Lunch", ...body } });
const save = (slug: string, translations: Translations | null, graph: object = questions, title?: string) =>
  call("forms.saveDraft", {
    caller,
    slug,
    body: { graph: { ...graph, ...(translations && { translations }) } as typeof questions, ...(title && { title }) },
    if_match: null,
  });
const draftOf = async (slug: string) => (await call("forms.getDraft", { caller, slug })).value;
const graphIn = async (slug: string) => (await draftOf(slug)).graph as Graph;
const originalsOf = async (id: string): Promise<Record<string, Record<string, { source: string; at: string }>>> => {
  const { rows } = await stage.database.query(
    "select language, originals from forms.translation_originals where form_id = $1 order by language",
    [id],
  );
  return Object.fromEntries(rows.map(({ language, originals }) => [language, originals]));
};
const de: Texts = { title: "Mittagessen", [key]: "Wie heißt du?" };

describe("a draft", () => {
  test("keeps translations in their order", async () => {
    const { slug } = await newForm();
    const translations = { "pt-BR": { [key]: "Nome?" }, de };
    await save(slug, translations);
    const graph = await graphIn(slug);
    expect(graph.translations).toEqual(translations);
    expect(Object.keys(graph.translations ?? {})).toEqual(["pt-BR", "de"]);
  });

  test("has the problems of its language and texts", async () => {
    const { slug } = await newForm({ language: "de", closed_message: "Zu" });
    await save(slug, { DE: de });
    const { problems } = await draftOf(slug);
    expect(problems.map(({ code, path }) => [code, path])).toEqual([
      ["bad_translation", "/translations/DE"],
      ["translation_missing", "/translations/DE"],
    ]);
    await call("forms.update", { caller, slug, body: { language: "en" } });
    expect((await draftOf(slug)).problems.map(({ code }) => code)).toEqual(["translation_missing"]);
    expect((await draftOf(slug)).problems[0]?.reason).toMatchObject({ language: "DE" });
  });

  test.each<[string, Translations, string]>([
    ["a title", { de: { title: "x".repeat(201) } }, "graph.translations.de.title: must be at most 200 characters long"],
    [
      "a label",
      { de: { "q.options.a": "😀".repeat(501) } },
      "graph.translations.de.q.options.a: must be at most 500 characters long",
    ],
    [
      "a description",
      { de: { "q.description": "x".repeat(5001) } },
      "graph.translations.de.q.description: must be at most 5000 characters long",
    ],
    [
      "a language",
      { de: Object.fromEntries(Array.from({ length: 2200 }, (_, at) => [`q${at}.title`, "x".repeat(500)])) },
      "graph.translations.de: must be at most 1 MiB",
    ],
  ])("refuses %s that is too long", async (_name, translations, error) => {
    const { slug } = await newForm();
    expect(await failure(save(slug, translations))).toMatchObject({ code: 400, data: { errors: [error] } });
    expect(await failure(call("forms.getDraft", { caller, slug }))).toMatchObject({ code: 404 });
  });

  test("takes texts at their limits", async () => {
    const { slug } = await newForm();
    await save(slug, {
      de: { title: "😀".repeat(200), "q.title": "x".repeat(500), "q.description": "x".repeat(5000) },
    });
    expect(Object.keys((await graphIn(slug)).translations?.de ?? {})).toHaveLength(3);
  });
});

describe("a draft at its limit of 8 MiB", () => {
  const texts = (bytes: number): Texts =>
    Object.fromEntries(
      Array.from({ length: bytes / 1024 }, (_, at) => [`q${1000 + at}.description`, "x".repeat(1000)]),
    );
  const tags = ["fr", "es", "it", "pt", "nl", "pl", "tr"];
  const error = "the form with its translations would be larger than 8 MiB";
  const put = (slug: string, language: string, own: Texts) =>
    call("forms.putLanguage", { caller, slug, language, body: { texts: own }, if_match: null });

  test("takes neither one more language nor a larger graph", async () => {
    const { slug } = await newForm();
    await save(slug, null);
    const full = texts(1000 * 1024);
    for (const tag of [...tags, "uk"]) await put(slug, tag, full);
    const before = await graphIn(slug);
    expect(await failure(put(slug, "de", full))).toMatchObject({ code: 400, data: { errors: [`texts: ${error}`] } });
    const long = Array.from({ length: 60 }, (_, at) => ({
      ...questions.nodes[0],
      id: `n${at}`,
      notes: "x".repeat(5000),
    }));
    const larger = { ...questions, nodes: [...questions.nodes, ...long] };
    const saved = call("forms.saveDraft", {
      caller,
      slug,
      query: { exclude: "translations" },
      body: { graph: larger as typeof questions },
      if_match: null,
    });
    expect(await failure(saved)).toMatchObject({ code: 400, data: { errors: [`graph: ${error}`] } });
    expect(await graphIn(slug)).toEqual(before);
  });
});

describe("originals", () => {
  test("are those of the write that brings or changes a translation", async () => {
    const { slug, id } = await newForm({ closed_message: "Later" });
    await save(slug, { de: { ...de, closed_message: "Später", "gone.title": "Weg" } });
    const first = await originalsOf(id);
    expect(first.de).toMatchObject({
      title: { source: "Lunch" },
      [key]: { source: "What is your name?" },
      closed_message: { source: "Later" },
    });
    expect(first.de).not.toHaveProperty("gone.title");
    const renamed = questionnaire("Your name?");
    await save(slug, { de: { ...de, title: "Mahlzeit" }, fr: { [key]: "Nom?" } }, renamed, "Dinner");
    const second = await originalsOf(id);
    expect(second.de).toEqual({
      title: { source: "Dinner", at: expect.any(String) },
      [key]: first.de?.[key],
    });
    expect(second.fr?.[key]?.source).toBe("Your name?");
    await save(slug, { fr: { [key]: " " } }, renamed);
    expect(await originalsOf(id)).toEqual({ fr: {} });
    await save(slug, null);
    expect(await originalsOf(id)).toEqual({});
  });

  test("are copied with a draft, and with a version as far as it has them", async () => {
    const { slug, id } = await newForm({ closed_message: "Later" });
    await save(slug, { de: { ...de, closed_message: "Später" } });
    await call("forms.publish", { caller, slug });
    await call("forms.update", { caller, slug, body: { closed_message: "Never" } });
    await save(slug, { de }, questionnaire("Your name?"));
    const copied = await call("forms.copy", { caller, slug, body: {} });
    expect(await originalsOf(copied.id)).toEqual(await originalsOf(id));
    expect((await graphIn(copied.slug)).translations).toEqual({ de });
    const ofVersion = await call("forms.copy", { caller, slug, body: { from: 1, title: "Copy" } });
    expect((await originalsOf(ofVersion.id)).de).toMatchObject({
      title: { source: "Lunch" },
      [key]: { source: "What is your name?" },
      closed_message: { source: "Later" },
    });
    expect((await graphIn(ofVersion.slug)).translations).toEqual({ de: { ...de, closed_message: "Später" } });
  });

  test("are those of a restore for what it changes", async () => {
    const { slug, id } = await newForm();
    await save(slug, { de });
    await call("forms.publish", { caller, slug });
    const before = (await originalsOf(id)).de;
    await save(slug, { de: { ...de, [key]: "Name?" } }, questionnaire("Your name?"));
    await call("forms.restoreVersion", { caller, slug, version_number: 1, if_match: null });
    expect((await graphIn(slug)).translations).toEqual({ de });
    const after = (await originalsOf(id)).de;
    expect(after?.title).toEqual(before?.title);
    expect(after?.[key]?.source).toBe("What is your name?");
    expect(after?.[key]?.at).not.toBe(before?.[key]?.at);
  });

  test("of the title and closed message are those of the restored version, not the present ones", async () => {
    const { slug, id } = await newForm({ closed_message: "Later" });
    await save(slug, { de: { ...de, closed_message: "Später" } });
    await call("forms.publish", { caller, slug });
    await save(slug, null, questions, "Dinner");
    await call("forms.update", { caller, slug, body: { closed_message: "Never" } });
    await call("forms.restoreVersion", { caller, slug, version_number: 1, if_match: null });
    expect((await draftOf(slug)).title).toBe("Dinner");
    expect((await originalsOf(id)).de).toMatchObject({
      title: { source: "Lunch" },
      closed_message: { source: "Later" },
    });
  });
});

describe("a version", () => {
  test("keeps translations, and sessions gets what title and closed message are of", async () => {
    const { slug, id } = await newForm({ closed_message: "Later" });
    await save(slug, { de: { ...de, closed_message: "Später" }, fr: { [key]: "Nom?" } });
    const pushed = () => stage.sessions.pushes.filter(({ form }) => form.form_id === id).at(-1)?.graph;
    await call("forms.publish", { caller, slug });
    expect(pushed()?.languages).toEqual(["de", "fr"]);
    const texts = stage.sessions.texts.filter(({ version_id }) => version_id === pushed()?.version_id);
    expect(texts.map(({ language, sources }) => [language, sources])).toEqual([
      ["de", { title: "Lunch", closed_message: "Later" }],
      ["fr", { title: null, closed_message: null }],
    ]);
    expect(JSON.parse(texts[0]?.texts ?? "")).toMatchObject(de);
    const version = await call("forms.getVersion", { caller, slug, version_number: 1 });
    expect((version as unknown as { graph: Graph }).graph.translations).toMatchObject({ de });
    await save(slug, { de });
    const changes = (await call("forms.diffVersion", { caller, slug, version_number: 1, query: {} })).changes;
    expect(changes.map(({ field, impact }) => [field, impact])).toEqual([
      ["translations.de.closed_message", "safe"],
      ["translations.fr", "safe"],
    ]);
  });

  test("isn't published with a translation to the form's own language", async () => {
    const { slug } = await newForm();
    await save(slug, { EN: de });
    expect(await failure(call("forms.publish", { caller, slug }))).toMatchObject({
      code: 400,
      data: { errors: ["graph.translations.EN: `EN` is the form's own language; remove its translations"] },
    });
  });
});

describe("the form's language", () => {
  test("can't be one of its translations", async () => {
    const { slug } = await newForm();
    await save(slug, { "de-AT": de, fr: {} });
    const change = (language: string) => call("forms.update", { caller, slug, body: { language } });
    expect(await failure(change("DE-at"))).toMatchObject({
      code: 409,
      message: "This form has Austrian German translations. Remove them first.",
    });
    expect((await change("fr")).language).toBe("fr");
    await save(slug, null);
    expect((await change("de-AT")).language).toBe("de-AT");
  });

  test("can't be one of the current version's without a draft", async () => {
    const { slug, id } = await newForm();
    await save(slug, { de });
    await call("forms.publish", { caller, slug });
    await stage.database.query("delete from forms.drafts where form_id = $1", [id]);
    expect(await failure(call("forms.update", { caller, slug, body: { language: "de" } }))).toMatchObject({
      code: 409,
    });
  });
});

describe("a simulation", () => {
  const graph = {
    schema_version: "2.0",
    entry_node_id: "color",
    nodes: [
      {
        id: "color",
        question_type: "dropdown",
        data: { title: "Color?", config: { options: [{ value: "red", label: "Red" }] } },
      },
      {
        id: "why",
        question_type: "short_text",
        data: {
          title: "Why {{answer:color}}?",
          valid_if: [{ condition: { op: "length_gte", right: 3 }, message: "Longer than {{answer:color}}" }],
        },
      },
      { id: "end", question_type: "end_screen", data: { title: "{{band:sum}} {{calculation:sum}}" } },
    ],
    edges: [
      { from: "color", to: "why", condition: null },
      { from: "why", to: "end", condition: null },
    ],
    calculations: [{ key: "sum", value: 2, bands: [{ key: "low", from: 0, to: 5, label: "Low" }] }],
  };
  const translations = {
    de: {
      "color.options.red": "Rot",
      "why.title": "Warum {{answer:color}} {{band:sum}} {{calculation:sum}}?",
      "why.valid_if.0": "Länger als {{answer:color}}",
      "calculation.sum.bands.low": "Niedrig",
    },
  };
  const simulated = (slug: string, why: string, language?: string) =>
    call("forms.simulateDraft", {
      caller,
      slug,
      body: { answers: { color: "red", why }, ...(language !== undefined && { language }) },
    });

  test("shows titles and messages in the language that is asked for", async () => {
    const { slug } = await newForm();
    await save(slug, translations, graph);
    const titles = ({ steps }: { steps: { title?: string }[] }) => steps.map(({ title }) => title);
    expect(titles(await simulated(slug, "yes", "DE"))).toEqual(["Color?", "Warum Rot Niedrig 2?"]);
    expect(titles(await simulated(slug, "yes", "en"))).toEqual(["Color?", "Why Red?"]);
    expect((await simulated(slug, "no", "de")).stopped?.message).toBe("Länger als Rot");
    expect((await simulated(slug, "no")).stopped?.message).toBe("Longer than Red");
    expect((await simulated(slug, "yes")).steps.every((step) => !("title" in step))).toBe(true);
    expect(await failure(simulated(slug, "yes", "fr"))).toMatchObject({
      code: 400,
      data: { errors: ["language: must be one of en, de"] },
    });
  });

  test("recalls default labels, numbers and days as the page does in the language", async () => {
    const types = { happy: "yes_no", mood: "emoji_rating", size: "number", day: "date", why: "short_text" };
    const told = "{{answer:happy}} {{answer:mood}} {{answer:size}} {{answer:day}}";
    const rule = { condition: { op: "length_gte", right: 3 }, message: `R: ${told}` };
    const nodes = Object.entries(types).map(([id, questionType]) => ({
      id,
      question_type: questionType,
      data: id === "why" ? { title: `${told} {{calculation:more}}`, valid_if: [rule] } : { title: id },
    }));
    const ids = [...Object.keys(types), "end"];
    const edges = ids.slice(1).map((to, at) => ({ from: ids[at], to, condition: null }));
    const end = { id: "end", question_type: "end_screen", data: { title: "End" } };
    const calculations = [{ key: "more", value: { add: [{ answer: "size" }, 0.25] } }];
    const { slug } = await newForm();
    const de = { "happy.title": "Froh?" };
    await save(
      slug,
      { de },
      { schema_version: "2.0", entry_node_id: "happy", nodes: [...nodes, end], edges, calculations },
    );
    const answers = { happy: "yes", mood: "good", size: 12345.5, day: "2026-03-04", why: "no" };
    const stopped = async (language?: string) =>
      call("forms.simulateDraft", { caller, slug, body: { answers, ...(language !== undefined && { language }) } });
    expect((await stopped("de")).stopped?.message).toBe("R: Ja Gut 12.345,5 4. März 2026");
    expect((await stopped("en")).stopped?.message).toBe("R: Yes Good 12,345.5 March 4, 2026");
    expect((await stopped()).stopped?.message).toBe("R: Yes Good 12345.5 2026-03-04");
    const body = { answers: { ...answers, why: "yes" }, language: "de" };
    const { steps } = await call("forms.simulateDraft", { caller, slug, body });
    expect(steps.at(-1)?.title).toBe("Ja Gut 12.345,5 4. März 2026 12.345,75");
  });
});
