import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { completeTogether } from "../../../services/sessions/store/complete.ts";
import { startOne } from "../../../services/sessions/store/start.ts";
import type { LiveForm, VersionGraph } from "../../../shared/bus/contract.ts";
import type { Graph, Json } from "../../../shared/domain/graph/types.ts";
import { edge, end, graphOf, node } from "../../support/sampleGraphs.ts";
import { detail, events, failure, type Stage, short, startSessions, stored } from "./stage.ts";

/** Translations of published forms and the language of sessions (features §13). */
let stage: Stage;
beforeAll(async () => {
  stage = await startSessions(2);
});
afterAll(() => stage?.stop());

const sources = { title: "Survey", closed_message: "Closed" };
const german = {
  title: "Umfrage",
  closed_message: "Geschlossen",
  "name.title": "Wie heißt du?",
  "name.valid_if.0": "Nicht {{answer:name}}",
  "calculation.total.title": "Summe",
  "calculation.total.bands.low": "Niedrig",
};
const picky = {
  ...node("name", "short_text"),
  data: {
    ...node("name", "short_text").data,
    valid_if: [{ condition: { op: "neq", right: "x" }, message: "Not {{answer:name}}" }],
  },
};
const translated = (): Graph => ({
  ...(graphOf(
    [picky, node("age", "number"), end("end", { show_calculations: ["total"] })],
    [edge("name", "age"), edge("age", "end")],
  ) as unknown as Graph),
  calculations: [
    { key: "total", title: "Total", value: { answer: "age" }, bands: [{ key: "low", from: 0, to: 9, label: "Low" }] },
  ],
  translations: { de: german, "pt-BR": { "name.title": "Qual é o seu nome?" }, fr: {} },
});

/** A live form as forms pushes it. */
async function newForm(changes: Partial<LiveForm> = {}): Promise<LiveForm> {
  const form = await stage.newForm(short(), { closed_message: "Closed", ...changes });
  const version = { id: randomUUID(), version_number: 2 };
  const graph: VersionGraph = {
    version_id: version.id,
    version_number: 2,
    graph: translated(),
    translation_sources: { de: sources, "pt-BR": {} },
  };
  const next = { ...form, revision: 2, version };
  await stage.call("sessions.putLiveForm", { form: next, graph });
  return next;
}

const shown = async ({ slug }: LiveForm, lang?: string) => {
  const { value, etag, language } = await stage.call("sessions.publicForm", { slug, query: lang ? { lang } : {} });
  return {
    ...(value as unknown as { form: Record<string, Json>; graph: Graph; closed_message: string }),
    etag,
    language,
  };
};
const startIn = async ({ slug }: LiveForm, language?: string, process = 0): Promise<string> => {
  const id = randomUUID();
  const body = language === undefined ? {} : { language };
  await stage.processes[process]?.call("sessions.start", { slug, session_id: id, body, user_agent: null });
  return id;
};
const step = (id: string, body: { node_id: string; value?: Json; back?: boolean; language?: string }, process = 0) =>
  stage.processes[process]?.call("sessions.next", { session_id: id, body }) as Promise<unknown>;
const languageOf = async (id: string) => (await stored(stage, id)).language;

describe("the service's message to a respondent", () => {
  const next = (sessionId: string, body: object) =>
    failure(stage.call("sessions.next", { session_id: sessionId, body: { node_id: "name", value: "x", ...body } }));
  const errorsOf = ({ data }: { data?: { errors?: string[] } }) => data?.errors;

  test("is in the session's language: the message of a rule", async () => {
    const form = await newForm();
    const german = await startIn(form, "DE");
    expect(errorsOf(await next(german, {}))).toEqual(["value: Nicht x"]);
    expect(errorsOf(await next(german, { language: "en" }))).toEqual(["value: Not x"]);
    expect(errorsOf(await next(german, { language: "pt-BR" }))).toEqual(["value: Not x"]);
    const answers = [{ node_id: "name", value: "x" }];
    const together = stage.call("sessions.answers", { session_id: german, body: { answers } });
    expect(errorsOf(await failure(together))).toEqual(["answers.0.value: Nicht x"]);
  });

  test("is in the language that a start asks for: the closed message, while its original is the present one", async () => {
    const form = await newForm();
    const closed = await stage.change(form, { is_accepting_responses: false });
    expect(await failure(startIn(closed, "DE"))).toMatchObject({ code: 409, message: "Geschlossen" });
    expect(await failure(startIn(closed))).toMatchObject({ code: 409, message: "Closed" });
    const later = await stage.change(closed, { closed_message: "Later" });
    expect(await failure(startIn(later, "de"))).toMatchObject({ code: 409, message: "Later" });
  });
});

describe("the public form", () => {
  test("is in the language that is asked for, in any case", async () => {
    const form = await newForm();
    const { form: about, graph, closed_message, language } = await shown(form, "DE");
    expect(about).toMatchObject({ title: "Umfrage", language: "de", languages: ["en", "de", "pt-BR"] });
    expect(about.untranslated).toEqual(["age.title", "end.title"]);
    expect(graph.nodes[0]?.data.title).toBe("Wie heißt du?");
    expect(graph.calculations?.[0]).toMatchObject({ title: "Summe", bands: [{ label: "Niedrig" }] });
    expect(graph).not.toHaveProperty("translations");
    expect(closed_message).toBe("Geschlossen");
    expect(language).toBe("de");
  });

  test.each([undefined, "en", "fr", "xx", "__proto__", "de de"])(
    "is in the form's own language for %j",
    async (lang) => {
      const form = await newForm();
      const { form: about, graph, closed_message, language } = await shown(form, lang);
      expect(about).toMatchObject({ title: "Survey", language: "en", languages: ["en", "de", "pt-BR"] });
      expect(about).not.toHaveProperty("untranslated");
      expect(graph.nodes[0]?.data.title).toBe("About name");
      expect(graph).not.toHaveProperty("translations");
      expect([closed_message, language]).toEqual(["Closed", "en"]);
    },
  );

  test("has another ETag in each language, and the same again", async () => {
    const form = await newForm();
    const etags = await Promise.all(
      ["de", "pt-BR", "en", "xx", "de"].map(async (lang) => (await shown(form, lang)).etag),
    );
    expect(new Set(etags).size).toBe(3);
    expect(etags[4]).toBe(etags[0]);
    expect(etags[3]).toBe(etags[2]);
  });

  test("translates title and closed message only while their originals are the present ones", async () => {
    const form = await newForm();
    const changed = await stage.change(form, { title: "New", closed_message: null });
    const { form: about, closed_message } = await shown(changed, "de");
    expect(about).toMatchObject({ title: "New", untranslated: ["title", "age.title", "end.title"] });
    expect(closed_message).toBeNull();
    const again = await stage.change(changed, { title: "Survey", closed_message: "Later" });
    const later = await shown(again, "de");
    expect(later.form).toMatchObject({ title: "Umfrage", untranslated: ["age.title", "end.title", "closed_message"] });
    expect(later.closed_message).toBe("Later");
  });

  test("offers no language that became the form's own", async () => {
    const form = await stage.change(await newForm(), { language: "DE" });
    expect((await shown(form, "de")).form).toMatchObject({
      language: "DE",
      languages: ["DE", "pt-BR"],
      title: "Survey",
    });
  });

  test("names no languages without translations", async () => {
    const form = await stage.newForm(short());
    expect(Object.keys((await shown(form, "de")).form)).toEqual(["id", "slug", "title", "language"]);
  });

  test("of a session is in the language that is asked for", async () => {
    const id = await startIn(await newForm());
    const ask = (lang: string) => stage.call("sessions.sessionForm", { session_id: id, query: { lang } });
    const [de, xx] = [await ask("de"), await ask("xx")];
    expect([de.language, xx.language]).toEqual(["de", "en"]);
    expect(JSON.stringify(de.value)).toContain("Wie heißt du?");
  });

  test("of the page is in the language that is asked for", async () => {
    const { slug } = await newForm();
    const { etag, form } = await stage.call("sessions.formPage", { slug, known: null, lang: "de" });
    expect(JSON.stringify(form)).toContain("Umfrage");
    expect((await stage.call("sessions.formPage", { slug, known: etag })).form).not.toBeNull();
    expect((await stage.call("sessions.formPage", { slug, known: etag, lang: "de" })).form).toBeNull();
  });

  test("stores texts apart from the graph", async () => {
    const { version } = await newForm();
    const { rows } = await stage.database.query("select graph, languages from sessions.versions where id = $1", [
      version?.id,
    ]);
    expect(rows[0].graph).not.toHaveProperty("translations");
    expect(rows[0].languages).toEqual(["de", "pt-BR"]);
  });
});

describe("the language of a session", () => {
  test.each([
    ["DE", "de"],
    ["pt-br", "pt-BR"],
    ["EN", "en"],
    [undefined, "en"],
  ])("is the one that start sends: %j", async (asked, language) => {
    const id = await startIn(await newForm(), asked);
    expect(await languageOf(id)).toBe(language);
    expect(stage.processes[0]?.service.respondents.warm.get(id)?.language).toBe(language);
    expect((await detail(stage, id)).language).toBe(language);
  });

  test("is null for a form without translations, unless it is sent", async () => {
    const form = await stage.newForm(short());
    expect(await languageOf(await startIn(form))).toBeNull();
    expect(await languageOf(await startIn(form, "en"))).toBe("en");
  });

  test("is the same in a plain start", async () => {
    const { slug } = await newForm();
    const startAs = async (language?: string) => {
      const session = {
        sessionId: randomUUID(),
        slug,
        hidden: {},
        userAgent: null,
        now: new Date(),
        deadline: undefined,
      };
      return (await startOne(stage.database, { ...session, language }))?.language;
    };
    expect([await startAs("DE"), await startAs(), await startAs("EN"), await startAs("fr")]).toEqual([
      "de",
      "en",
      "en",
      undefined,
    ]);
  });

  test.each(["fr", "xx", "d", "__proto__", "%"])("can't be %j", async (language) => {
    const form = await newForm();
    const expected = { code: 400, data: { errors: ["language: must be one of en, de, pt-BR"] } };
    expect(await failure(startIn(form, language))).toMatchObject(expected);
    const id = await startIn(form, "de");
    expect(await failure(step(id, { node_id: "name", language }))).toMatchObject(expected);
    const answers = [{ node_id: "name", value: "Ada" }];
    const body = { answers, language };
    expect(await failure(stage.call("sessions.answers", { session_id: id, body }))).toMatchObject(expected);
    await stage.call("sessions.answers", {
      session_id: id,
      body: { answers: [...answers, { node_id: "age", value: 3 }] },
    });
    expect(await failure(stage.call("sessions.complete", { session_id: id, body: { language } }))).toMatchObject(
      expected,
    );
    expect(await languageOf(id)).toBe("de");
  });

  test("is the last one, from any process", async () => {
    const id = await startIn(await newForm());
    await step(id, { node_id: "name", value: "Ada", language: "de" });
    expect(await languageOf(id)).toBe("de");
    await step(id, { node_id: "age", value: 3 }, 1);
    expect(await languageOf(id)).toBe("de");
    await step(id, { node_id: "name", value: "Bo", back: true, language: "pt-br" });
    expect(await languageOf(id)).toBe("pt-BR");
    await step(id, { node_id: "age", value: 4, language: "en" }, 1);
    expect(await languageOf(id)).toBe("en");
  });

  test("stays with a refused or repeated step", async () => {
    const id = await startIn(await newForm(), "de");
    await step(id, { node_id: "name", value: "Ada" });
    await step(id, { node_id: "name", value: "Ada", language: "en" });
    await failure(step(id, { node_id: "age", value: "x", language: "en" }));
    await failure(step(id, { node_id: "end", language: "en" }));
    expect(await languageOf(id)).toBe("de");
    const again = { answers: [{ node_id: "name", value: "Ada" }], language: "en" };
    await stage.call("sessions.answers", { session_id: id, body: again });
    expect(await languageOf(id)).toBe("de");
  });

  test("changes with several answers", async () => {
    const id = await startIn(await newForm(), "de");
    const answers = [
      { node_id: "name", value: "Ada" },
      { node_id: "age", value: 3 },
    ];
    await stage.call("sessions.answers", { session_id: id, body: { answers, language: "pt-BR" } });
    expect(await languageOf(id)).toBe("pt-BR");
    expect(stage.processes[0]?.service.respondents.warm.get(id)?.language).toBe("pt-BR");
  });

  test.each([1, 0])("changes with complete, whose results come in it", async (process) => {
    const form = await newForm();
    const id = await startIn(form);
    await stage.call("sessions.noteAttachedForms", { form_ids: [form.form_id], others: "none" });
    const answers = [{ node_id: "name" }, { node_id: "age", value: 3 }];
    await stage.call("sessions.answers", { session_id: id, body: { answers } });
    const complete = (language?: string) =>
      stage.processes[process]?.call("sessions.complete", { session_id: id, ...(language && { body: { language } }) });
    const first = await complete("de");
    expect(first?.calculations).toEqual([{ key: "total", title: "Summe", value: 3, band: "Niedrig" }]);
    expect(await languageOf(id)).toBe("de");
    expect((await events(stage, id, "session.completed"))[0]?.session.language).toBe("de");
    // a repeat changes nothing
    expect(await complete("en")).toEqual(first);
    expect(await languageOf(id)).toBe("de");
  });

  test("changes with a plain completion, and with one that answers bring", async () => {
    const form = await newForm();
    const answers = [{ node_id: "name" }, { node_id: "age", value: 3 }];
    const id = await startIn(form);
    await stage.call("sessions.answers", { session_id: id, body: { answers } });
    const { revision, form_id: formId } = await stored(stage, id);
    const write = { sessionId: id, revision, formId, was: "in_progress" as const, now: new Date(), language: "de" };
    const session = await detail(stage, id);
    const plain = { ...write, eventId: randomUUID(), session: () => session, deadline: undefined };
    await completeTogether(stage.database, [plain]);
    expect(await languageOf(id)).toBe("de");
    const other = await startIn(form);
    const body = { answers, language: "de" };
    const { completed } = await stage.call("sessions.answers", { session_id: other, body, query: { complete: true } });
    expect(completed?.calculations?.[0]?.title).toBe("Summe");
    expect((await stored(stage, other)).status).toBe("completed");
    expect(await languageOf(other)).toBe("de");
  });
});
