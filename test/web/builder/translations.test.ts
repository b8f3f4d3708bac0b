import fc from "fast-check";
import { operations } from "../../../services/web/dashboard/builder/model/operations.ts";
import { withChangedLanguages } from "../../../services/web/dashboard/builder/model/translations.ts";
import { keptMerge } from "../../../services/web/dashboard/builder/saving/knownBase.ts";
import {
  countsOf,
  filtered,
  groupsOf,
  missingInserts,
  noChanges,
  percentOf,
} from "../../../services/web/dashboard/builder/translations/rows.ts";
import { wordDiff } from "../../../services/web/dashboard/builder/translations/wordDiff.ts";
import type { Graph } from "../../../shared/domain/graph/types.ts";
import { chain, node } from "../../support/sampleGraphs.ts";

/** Texts of the Translations page, and translations in the builder's model. */
const options = ["a", "b"].map((value) => ({ value, label: `Choice of ${value}`, alt: "Picture" }));
const scale = { labels: { left: "Low", right: "High" } };
const graph: Graph = {
  ...(chain(node("q1", "picture_choice", { options }), node("q2", "opinion_scale", scale)) as unknown as Graph),
  pages: [{ id: "p1", title: "Together", node_ids: ["q2"] }],
  calculations: [{ key: "sum", title: "Sum", value: 1, bands: [{ key: "low", from: 0, to: 1, label: "Low" }] }],
};
const form = { title: "Survey", closed_message: "Closed" };
const groups = groupsOf(graph, form);

test("groups texts by question, page and score, with readable labels", () => {
  const shown = groups.map(({ title, number, nodeId, rows }) => [
    title,
    number,
    nodeId,
    rows.map(({ label }) => label),
  ]);
  expect(shown).toEqual([
    ["Form", null, null, ["Title", "When closed"]],
    ["About q1", 1, "q1", ["Title", "Choice A", "Image text A", "Choice B", "Image text B"]],
    ["About q2", 2, "q2", ["Title", "Left label", "Right label"]],
    ["About end", 3, "end", ["Title"]],
    ["Page “Together”", null, "q2", ["Title"]],
    ["Score “Sum”", null, null, ["Title", "Band 1"]],
  ]);
});

test("counts what is missing and what changed since, until the text is edited", () => {
  const texts = { title: "Umfrage", "q1.title": "Über q1", "q2.title": " " };
  const original = { source: "About 1", at: "2026-01-31T12:00:00.000Z" };
  const changes = { originals: { "q1.title": original }, texts };
  expect(countsOf(groups, texts, changes)).toEqual({ all: 14, missing: 12, changed: 1 });
  expect(countsOf(groups, { ...texts, "q1.title": "Über eins" }, changes).changed).toBe(0);
  expect(
    countsOf(groups, texts, { ...changes, originals: { "q1.title": { ...original, source: "About q1" } } }),
  ).toEqual({
    all: 14,
    missing: 12,
    changed: 0,
  });
  expect([
    percentOf({ all: 200, missing: 1, changed: 0 }),
    percentOf({ all: 3, missing: 0, changed: 0 }),
    percentOf({ all: 112, missing: 0, changed: 2 }),
    percentOf({ all: 0, missing: 0, changed: 0 }),
  ]).toEqual([99, 100, 98, 100]);
});

test("filters by state and search, and keeps a text that is being translated", () => {
  const texts = { "q1.title": "Frage eins" };
  const keys = (filter: "all" | "missing", search: string, kept: string[] = []) =>
    filtered(groups, { filter, search }, texts, noChanges, new Set(kept)).flatMap(({ rows }) =>
      rows.map(({ key }) => key),
    );
  expect(keys("all", "EINS")).toEqual(["q1.title"]);
  expect(keys("missing", "")).not.toContain("q1.title");
  expect(keys("missing", "", ["q1.title"])).toContain("q1.title");
  expect(keys("all", "choice of b")).toEqual(["q1.options.b"]);
});

test("names the inserts that a translation lacks, once each", () => {
  expect(missingInserts("{{answer:a}} {{hidden:b}} {{answer:a}}", "{{hidden:b}}")).toEqual(["{{answer:a}}"]);
});

test("compares two texts by words, and gives back both", () => {
  expect(wordDiff("to a friend?", "to a colleague?")).toEqual([
    { kind: "same", text: "to a " },
    { kind: "removed", text: "friend" },
    { kind: "added", text: "colleague" },
    { kind: "same", text: "?" },
  ]);
  const text = fc.array(fc.constantFrom("a", "b", " ", "é", "{{answer:x}}", "\n", "…")).map((parts) => parts.join(""));
  fc.assert(
    fc.property(text, text, (before, after) => {
      const parts = wordDiff(before, after);
      const of = (kind: string) =>
        parts
          .filter((part) => part.kind !== kind)
          .map((part) => part.text)
          .join("");
      expect([of("added"), of("removed")]).toEqual([before, after]);
    }),
  );
});

describe("translations in the model", () => {
  const translations = {
    de: {
      "q1.title": "Eins",
      "q1.options.a": "A",
      "q1.options.a.alt": "Bild",
      "q2.title": "Nach {{answer:q1}} und {{calculation:sum}}",
      "calculation.sum.title": "Summe",
    },
    fr: {},
  };
  const translated: Graph = { ...graph, translations };

  test("follow renamed questions, options and scores, in keys and inserts", () => {
    const question = operations.renameNode(translated, { id: "q1", to: "first" });
    const option = operations.renameOption(question, { node_id: "first", list: "options", from: "a", to: "yes" });
    const score = operations.renameCalculation(option, { key: "sum", to: "total" });
    expect(score.translations).toEqual({
      de: {
        "first.title": "Eins",
        "first.options.yes": "A",
        "first.options.yes.alt": "Bild",
        "q2.title": "Nach {{answer:first}} und {{calculation:total}}",
        "calculation.total.title": "Summe",
      },
      fr: {},
    });
    expect(score.translations?.fr).toBe(translations.fr);
  });

  test("change text by text and language by language, and nothing for what is there", () => {
    const set = (key: string, text: string) => operations.setTranslation(translated, { language: "fr", key, text });
    expect(set("q1.title", "Un").translations?.fr).toEqual({ "q1.title": "Un" });
    expect(set("q1.title", "")).toBe(translated);
    expect(operations.setTranslation(translated, { language: "xx", key: "a", text: "b" })).toBe(translated);
    expect(operations.addLanguage(translated, { language: "DE" })).toBe(translated);
    const alone = operations.removeLanguage(operations.removeLanguage(translated, { language: "de" }), {
      language: "fr",
    });
    expect(alone).not.toHaveProperty("translations");
  });

  test("are kept on the device without the languages that are the same, and merge all the same", () => {
    const edited = operations.setTranslation(translated, { language: "fr", key: "q1.title", text: "Un" });
    const [base, mine] = withChangedLanguages([translated, edited] as const);
    expect([base.translations, mine.translations]).toEqual([{ fr: {} }, { fr: { "q1.title": "Un" } }]);
    const theirs = operations.setTranslation(translated, { language: "de", key: "q1.title", text: "1" });
    const merged = keptMerge({ base, graph: mine, sent: [] }, theirs).graph.translations;
    expect(merged).toEqual({ de: { ...translations.de, "q1.title": "1" }, fr: { "q1.title": "Un" } });
    const [same] = withChangedLanguages([translated, { ...translated, hidden_fields: ["plan"] }] as const);
    expect(same).not.toHaveProperty("translations");
  });
});
