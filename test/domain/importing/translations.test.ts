import { convertFhir } from "../../../services/forms/importing/fhir.ts";
import { convertPathform } from "../../../services/forms/importing/pathform.ts";
import { convertSurveyJs } from "../../../services/forms/importing/surveyJs.ts";
import { chain, node } from "../../support/sampleGraphs.ts";
import { errorsOf, imported, type Result } from "./converted.ts";

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

describe("translations that insert an answer", () => {
  const survey = (title: object, page: object = {}) =>
    imported("surveyjs", convertSurveyJs, {
      pages: [
        { name: "p1", elements: [{ type: "text", name: "name", isRequired: true }] },
        {
          name: "p2",
          ...page,
          elements: [
            { type: "text", name: "why", title },
            { type: "text", name: "more" },
          ],
        },
      ],
    });
  const missing = ({ issues }: Result) => issues.filter(({ code }) => code === "translation");

  it("insert it as the original does", () => {
    const title = { default: "Hello {name}", de: "Hallo {name}" };
    const result = survey(title, { title: { default: "About {name}", de: "Über {name}" } });
    expect(result.graph.translations?.de).toEqual({
      "why.title": "Hallo {{answer:name}}",
      [`page.${result.graph.pages?.[0]?.id}.title`]: "Über {{answer:name}}",
    });
    expect(missing(result)).toEqual([]);
    expect(errorsOf(result)).toEqual([]);
  });

  it.each(["Hallo {more}", "Hallo {name} {{answer:more}}"])("are left out if they insert anything else: %s", (de) => {
    const result = survey({ default: "Hello {name}", de });
    expect(result.graph.translations?.de).toBeUndefined();
    expect(missing(result)).toMatchObject([{ severity: "lost", message: "The translation of 1 text isn't imported." }]);
  });
});

describe("equal texts are translated by their place", () => {
  const lost = ({ issues }: Result) =>
    issues.filter(({ code }) => code === "translation").map(({ message }) => message);

  it("in SurveyJS", () => {
    const text = (own: string, de?: string) => (de === undefined ? own : { default: own, de });
    const why = (name: string, de?: string, more = {}) => ({
      type: "comment",
      name,
      title: text("Please explain", de),
      ...more,
    });
    const result = imported("surveyjs", convertSurveyJs, {
      title: text("Survey", "Umfrage"),
      description: text("Please explain", "Über die Umfrage"),
      pages: [
        {
          title: text("Please explain", "Seite"),
          elements: [
            why("a", "Bitte begründen", { description: text("Please explain", "In Worten") }),
            why("b", "Bitte erläutern"),
            why("c"),
            { type: "text", name: "d", title: "Survey" },
            { type: "panel", title: text("Please explain", "Bereich"), elements: [why("e", "Warum?")] },
          ],
        },
        {
          elements: [
            {
              type: "radiogroup",
              name: "f",
              title: "Which?",
              choices: [
                { value: 1, text: text("None", "Keine") },
                { value: 2, text: text("None", "Keiner") },
              ],
              validators: [{ type: "expression", expression: "{a} = 'x'", text: text("None", "Falsch") }],
            },
            { type: "radiogroup", name: "g", title: "Who?", choicesFromQuestion: "f" },
            {
              type: "multipletext",
              name: "h",
              title: text("Name", "Ganzer Name"),
              items: [
                { name: "x", title: text("Name", "Vorname") },
                { name: "y", title: text("Name", "Nachname") },
              ],
            },
            {
              type: "checkbox",
              name: "i",
              title: text("Other", "Weitere"),
              choices: ["x"],
              showOtherItem: true,
              otherText: text("Other", "Sonstiges"),
            },
          ],
        },
      ],
    });
    expect(result.graph.translations?.de).toEqual({
      title: "Umfrage",
      "introduction.title": "Umfrage",
      "introduction.description": "Über die Umfrage",
      "page.page_1.title": "Seite",
      "a.title": "Bitte begründen",
      "a.description": "In Worten",
      "b.title": "Bitte erläutern",
      "heading.title": "Bereich",
      "e.title": "Warum?",
      "f.valid_if.0": "Falsch",
      "f.options.1": "Keine",
      "f.options.2": "Keiner",
      "g.options.1": "Keine",
      "g.options.2": "Keiner",
      "heading_2.title": "Ganzer Name",
      "h_x.title": "Vorname",
      "h_y.title": "Nachname",
      "i.title": "Weitere",
      "i.options.other": "Sonstiges",
      "i-Comment.title": "Sonstiges",
    });
    expect(lost(result)).toEqual([]);
  });

  it("in FHIR, also with a prefix", () => {
    const translated = (content: string) => ({
      extension: [
        {
          url: "http://hl7.org/fhir/StructureDefinition/translation",
          extension: [
            { url: "lang", valueCode: "de" },
            { url: "content", valueString: content },
          ],
        },
      ],
    });
    const why = (linkId: string, de?: string, more = {}) => ({
      linkId,
      type: "text",
      text: "Please explain",
      ...(de !== undefined && { _text: translated(de) }),
      ...more,
    });
    const option = (code: string, de: string) => ({
      valueCoding: { code, display: "None", _display: translated(de) },
    });
    const help = why("help", "Hilfe", {
      type: "display",
      extension: [
        {
          url: "http://hl7.org/fhir/StructureDefinition/questionnaire-itemControl",
          valueCodeableConcept: { coding: [{ code: "help" }] },
        },
      ],
    });
    const result = imported("fhir", convertFhir, {
      resourceType: "Questionnaire",
      title: "Please explain",
      _title: translated("Fragebogen"),
      item: [
        { linkId: "g", type: "group", text: "Please explain", _text: translated("Seite"), item: [why("a", "Warum?")] },
        why("b", "Weshalb?", { item: [help] }),
        why("c"),
        why("d", "Bitte begründen", { prefix: "4." }),
        {
          linkId: "e",
          answerOption: [option("x", "Keine"), option("y", "Keiner")],
          type: "choice",
          text: "None",
          _text: translated("Nichts"),
        },
      ],
    });
    expect(result.graph.translations?.de).toEqual({
      title: "Fragebogen",
      "a.title": "Warum?",
      "b.title": "Weshalb?",
      "b.description": "Hilfe",
      "d.title": "4. Bitte begründen",
      "e.title": "Nichts",
      "e.options.x": "Keine",
      "e.options.y": "Keiner",
      "page.page_1.title": "Seite",
    });
    expect(lost(result)).toEqual([]);
  });

  it("unless it isn't certain which is which", () => {
    const text = (own: string, de: string) => ({ default: own, de });
    const rows = [
      { value: "x", text: text("None", "Keine") },
      { value: "y", text: "Some" },
    ];
    const columns = [
      { value: "x", text: text("None", "Gar nicht") },
      { value: "y", text: "Very" },
    ];
    const result = imported("surveyjs", convertSurveyJs, {
      elements: [
        { type: "matrix", name: "a", title: "How?", rows, columns },
        { type: "text", name: "b", title: text("None", "Keine") },
      ],
    });
    expect(result.graph.translations).toEqual({ de: { "b.title": "Keine" } });
    expect(lost(result)).toEqual(["The translation of 2 texts isn't imported."]);
  });
});
