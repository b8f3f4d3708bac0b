import { convertPathform } from "../../../services/forms/importing/pathform.ts";
import { chain, node } from "../../support/sampleGraphs.ts";

/** Translations of imported forms (features §13). */
const graph = { ...chain(node("a", "short_text")), hidden_fields: [] };
const converted = (translations: object) => convertPathform({ title: "A", graph: { ...graph, translations } });

test("keeps those of a Pathform document", () => {
  const translations = { de: { "a.title": "Frage" }, "pt-BR": { "gone.title": "X" } };
  const { graph: imported, form } = converted(translations);
  expect(imported.translations).toEqual(translations);
  expect(form.notes).toEqual([]);
});

test("leaves out languages and texts that couldn't be published, and notes them", () => {
  const { graph: imported, form } = converted({
    de: { "a.title": "{{answer:gone}}", "end.title": "Ende" },
    "no tag": { "a.title": "X" },
  });
  expect(imported.translations).toEqual({ de: { "end.title": "Ende" } });
  expect(form.notes.map(({ severity, code, source }) => [severity, code, source])).toEqual([
    ["lost", "translation", "de a.title"],
    ["lost", "translation", "no tag"],
  ]);
});

test("refuses texts that PUT draft refuses", () => {
  expect(() => converted({ de: { title: "x".repeat(201) } })).toThrow(
    "file: graph.translations.de.title: must be at most 200 characters long",
  );
});
