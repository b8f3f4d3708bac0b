import { analyze, errorsOf } from "../../../shared/domain/graph/analyze.ts";
import { diff } from "../../../shared/domain/graph/diff/diff.ts";
import { problemMessage } from "../../../shared/domain/graph/problem.ts";
import { publicGraph } from "../../../shared/domain/graph/publicGraph.ts";
import {
  localized,
  offeredIn,
  originalsOf,
  translatedLanguages,
  translationLimit,
} from "../../../shared/domain/graph/translations/translations.ts";
import type { Graph, GraphNode, Texts, Translations } from "../../../shared/domain/graph/types.ts";
import { chain, node } from "../../support/sampleGraphs.ts";

/** `graph.translations` (features §13). */
const full = (): Graph => {
  const graph = chain(
    node("hello", "welcome_screen", { button_text: "Go" }),
    node("name", "short_text", { placeholder: "Jane" }),
    node("pets", "yes_no"),
    node("kind", "checkbox", {
      options: [
        { value: "cat", label: "Cat", image_url: "https://example.com/cat.png", alt: "A cat" },
        { value: "dog", label: "Dog" },
      ],
    }),
    node("mood", "opinion_scale", { labels: { left: "Bad", right: "Good" } }),
    node("matrix", "matrix", {
      rows: [{ key: "food", label: "Food" }],
      columns: [
        { value: "good", label: "Good" },
        { value: "bad", label: "Bad" },
      ],
    }),
    node("age", "number", { unit: "years" }),
  ) as Graph;
  const [, name] = graph.nodes as [GraphNode, GraphNode];
  name.data = {
    ...name.data,
    description: "Your {{hidden:plan}} plan",
    image: { url: "https://example.com/a.png", alt: "A badge" },
    valid_if: [{ condition: { op: "length_gte", right: 2 }, message: "Two letters" }],
  };
  return {
    ...graph,
    hidden_fields: ["plan"],
    pages: [{ id: "p", title: "Pets", description: "All of them", node_ids: ["pets", "kind"] }],
    calculations: [
      { key: "total", title: "Total", value: { answer: "age" }, bands: [{ key: "low", from: 0, to: 9, label: "Low" }] },
    ],
  };
};

const translated = (of: Graph = full(), language = "de"): Graph => ({
  ...of,
  translations: { [language]: inGerman(of) },
});
const inGerman = (graph: Graph): Texts =>
  Object.fromEntries(
    [...originalsOf(graph, { title: "Form", closed_message: "Closed" })].map(([key, text]) => [key, `${text} (de)`]),
  );
const withTranslations = (translations: Translations, of: Graph = full()): Graph => ({ ...of, translations });
const messages = (graph: Graph, settings = {}): string[] =>
  analyze(graph, undefined, { title: "Form", ...settings }).map(
    (problem) => `${problem.severity} ${problem.code} ${problem.path} ${problemMessage(problem)}`,
  );

test("lists all texts by key", () => {
  expect([...originalsOf(full(), { title: "Form", closed_message: "Closed" }).keys()]).toEqual([
    "title",
    "hello.title",
    "hello.button_text",
    "name.title",
    "name.description",
    "name.image_alt",
    "name.valid_if.0",
    "name.placeholder",
    "pets.title",
    "kind.title",
    "kind.options.cat",
    "kind.options.cat.alt",
    "kind.options.dog",
    "mood.title",
    "mood.labels.left",
    "mood.labels.right",
    "matrix.title",
    "matrix.rows.food",
    "matrix.columns.good",
    "matrix.columns.bad",
    "age.title",
    "age.unit",
    "end.title",
    "page.p.title",
    "page.p.description",
    "calculation.total.title",
    "calculation.total.bands.low",
    "closed_message",
  ]);
});

test("shows every text in a language, and keeps all else", () => {
  const graph = full();
  const { graph: shown, untranslated } = localized(graph, inGerman(graph));
  expect(untranslated).toEqual([]);
  expect([...originalsOf(shown).values()].filter((text) => !text.endsWith(" (de)"))).toEqual([]);
  expect(localized(shown, {}).graph).toEqual(shown);
  const back = Object.fromEntries(originalsOf(graph));
  expect(localized(shown, back).graph).toEqual(graph);
});

test("keeps a text without a translation, and names it", () => {
  const { graph, untranslated } = localized(full(), { "name.title": "Name?", "pets.title": " " });
  expect(graph.nodes[1]?.data.title).toBe("Name?");
  expect(graph.nodes[2]?.data.title).toBe("About pets");
  expect(untranslated).toContain("pets.title");
  expect(untranslated).not.toContain("name.title");
});

test("translates defaults, but no absent text without one", () => {
  const graph = chain(node("pets", "yes_no"), node("mood", "emoji_rating"), node("age", "number")) as Graph;
  const { graph: shown, untranslated } = localized(graph, {
    "pets.yes_label": "Ja",
    "mood.options.good": "Gut",
    "age.unit": "Jahre",
    "age.description": "Nur ganze",
  });
  const [pets, mood, age] = shown.nodes as [GraphNode, GraphNode, GraphNode];
  expect(pets.data.config).toEqual({ yes_label: "Ja" });
  expect(labelsIn(mood)).toEqual([..."Terrible Bad Okay Gut Great".split(" ")]);
  expect(age).toEqual(graph.nodes[2]);
  expect(untranslated).toEqual(["pets.title", "mood.title", "age.title", "end.title"]);
});

const labelsIn = ({ data }: GraphNode) =>
  ((data.config?.options ?? []) as { label: string }[]).map(({ label }) => label);

test("takes keys that begin with page and calculation as those of pages and calculations", () => {
  const graph = { ...(chain(node("page", "short_text")) as Graph), pages: [{ id: "title", node_ids: ["page"] }] };
  const { graph: shown } = localized(graph, { "page.title": "Seite", "page.title.title": "Kopf" });
  expect(shown.nodes[0]?.data.title).toBe("About page");
  expect(originalsOf(graph).has("page.title")).toBe(false);
});

test("leaves translations out of the public graph", () => {
  expect(publicGraph(translated())).not.toHaveProperty("translations");
});

test("offers the form's own language and those with a text", () => {
  const graph = withTranslations({
    de: { title: "F" },
    fr: {},
    it: { title: " " },
    "PT-br": { title: "F" },
    EN: { title: "F" },
  });
  expect(translatedLanguages(graph)).toEqual(["de", "PT-br", "EN"]);
  expect(offeredIn(translatedLanguages(graph), "en")).toEqual(["en", "de", "PT-br"]);
});

test("accepts complete translations", () => {
  expect(messages(translated(), { closed_message: "Closed", language: "en" })).toEqual([]);
});

test.each<[string, Translations, object, string]>([
  ["no tag", { "not a tag": {} }, {}, "`not a tag` isn't a language tag such as en, de-CH or pt-BR"],
  ["the form's own", { EN: {} }, { language: "en" }, "`EN` is the form's own language; remove its translations"],
  ["a tag twice", { de: {}, DE: {} }, {}, "`DE` is there twice in different case"],
])("refuses %s", (_name, translations, settings, reason) => {
  const graph = withTranslations(translations);
  const problems = analyze(graph, undefined, settings);
  const tag = Object.keys(translations).at(-1);
  expect(errorsOf(problems)).toEqual([`graph.translations.${tag}: ${reason}`]);
  expect(problems[0]).toMatchObject({ code: "bad_translation", path: `/translations/${tag}` });
});

test("warns of missing and unused translations once a language", () => {
  const texts = inGerman(full());
  delete texts["name.title"];
  delete texts["age.unit"];
  const graph = withTranslations({ de: { ...texts, "gone.title": "Weg", "pets.yes_label": "Ja" }, fr: texts });
  expect(messages(graph, { closed_message: "Closed" })).toEqual([
    "warning translation_missing /translations/de graph.translations.de: 2 texts without de, first `name.title`",
    "warning translation_unused /translations/de graph.translations.de: 1 text in de for nothing in the form, first `gone.title`",
    "warning translation_missing /translations/fr graph.translations.fr: 2 texts without fr, first `name.title`",
  ]);
});

test("checks recalls in translations as in their originals", () => {
  const texts = inGerman(full());
  const of = (further: Texts) => withTranslations({ de: { ...texts, ...further } });
  const settings = { closed_message: "Closed" };
  expect(messages(of({ "pets.title": "{{answer:name}} {{hidden:plan}}" }), settings)).toEqual([]);
  expect(messages(of({ "name.valid_if.0": "{{answer:name}}" }), settings)).toEqual([]);
  expect(messages(of({ "kind.options.cat": "{{answer:gone}}" }), settings)).toEqual([]);
  expect(messages(of({ "pets.title": "{{answer:age}}", "page.p.title": "{{hidden:x}}" }), settings)).toEqual([
    "error condition_ref /translations/de/pets.title graph.translations.de.pets.title: `age` can't be answered before this point",
    "error condition_ref /translations/de/page.p.title graph.translations.de.page.p.title: the hidden field `x` isn't declared",
  ]);
});

test("reports a fault of the original once", () => {
  const graph = full();
  (graph.nodes[2] as GraphNode).data.title = "{{answer:gone}}";
  expect(messages(translated(graph), { closed_message: "Closed" })).toHaveLength(1);
});

test("checks 20 languages of 1 MiB within the time of a publish", () => {
  const nodes = Array.from({ length: 300 }, (_, at) => node(`n${at}`, "short_text"));
  const graph = chain(...nodes) as Graph;
  const recalled = "{{answer:n299}}{{answer:n1}}".repeat(17);
  const texts = Object.fromEntries(
    nodes.flatMap(({ id }) => [
      [`${id}.title`, recalled],
      [`${id}.description`, recalled.repeat(7)],
    ]),
  );
  const languages = Array.from({ length: 20 }, (_, at) => `x${String.fromCharCode(97 + at)}`);
  const start = process.cpuUsage();
  const problems = analyze(withTranslations(Object.fromEntries(languages.map((tag) => [tag, texts])), graph));
  expect(problems).toHaveLength(100);
  expect(process.cpuUsage(start).user / 1000).toBeLessThan(2_000);
});

test("compares translations by language and key", () => {
  const before = withTranslations({ de: { title: "A", "q.title": "B" }, fr: { title: "C" } });
  const after = withTranslations({ de: { title: "A", "q.title": "X", "r.title": "Y" }, it: { title: "D" } });
  const changes = diff({ graph: before }, { graph: after });
  expect(changes.map(({ field, before, after }) => [field, before, after])).toEqual([
    ["translations.de.q.title", "B", "X"],
    ["translations.de.r.title", null, "Y"],
    ["translations.it", null, { title: "D" }],
    ["translations.fr", { title: "C" }, null],
  ]);
  expect(
    changes.every(({ subject, impact, change }) => subject === "form" && impact === "safe" && change === "changed"),
  ).toBe(true);
  expect(diff({ graph: before }, { graph: before })).toEqual([]);
});

test("keeps the limits of originals", () => {
  expect(["title", "q.title", "q.description", "closed_message"].map(translationLimit)).toEqual([200, 500, 5000, 500]);
});
