import { expect, test } from "@jest/globals";
import { readForm } from "../../../../services/forms/importing/read.ts";
import type { ImportResult } from "../../../../shared/api/shapes/imports.ts";
import { xlsxOf } from "../../../support/zip.ts";

/** Translations of XLSForms, whose languages have a column for each kind of text (features §13). */
const imported = async (sheets: Parameters<typeof xlsxOf>[0]): Promise<ImportResult> =>
  JSON.parse(await readForm(xlsxOf(sheets)));
const lost = ({ issues }: ImportResult) =>
  issues.filter(({ code }) => code === "translation").map(({ source, message }) => `${source}: ${message}`);
const settings = [
  ["form_title", "default_language"],
  ["Visit", "English (en)"],
];

test.each([
  ["labels first", [0, 1, 2, 3, 4, 5, 6, 7, 8]],
  ["labels last", [0, 1, 8, 7, 6, 5, 4, 3, 2]],
])("merges all columns of a language, %s", async (_, order) => {
  const survey = [
    [
      "type",
      "name",
      "label::English (en)",
      "label::Deutsch (de)",
      "hint::English (en)",
      "hint::Deutsch (de)",
      "constraint",
      "constraint_message::English (en)",
      "constraint_message::Deutsch (de)",
    ],
    ["integer", "age", "Age", "Alter", "In years", "In Jahren", ". != 7", "Not seven", "Nicht sieben"],
    ["select_one yn", "ok", "OK?", "In Ordnung?", "Choose", "Wählen"],
  ];
  const choices = [
    ["list_name", "name", "label::Deutsch (de)", "label::English (en)"],
    ["yn", "y", "Ja", "Yes"],
    ["yn", "n", "Nein", "No"],
  ];
  const result = await imported({
    survey: survey.map((row) => order.map((at) => row[at] ?? "")),
    choices,
    settings,
  });
  expect(result.graph.nodes[0]?.data.valid_if).toMatchObject([{ message: "Not seven" }]);
  expect(result.graph.translations).toEqual({
    de: {
      "age.title": "Alter",
      "age.description": "In Jahren",
      "age.valid_if.0": "Nicht sieben",
      "ok.title": "In Ordnung?",
      "ok.description": "Wählen",
      "ok.options.y": "Ja",
      "ok.options.n": "Nein",
    },
  });
  expect(lost(result)).toEqual([]);
});

test("takes the first of two columns for the same text of a language, and notes the other", async () => {
  const result = await imported({
    survey: [
      ["type", "name", "label::English (en)", "label::Deutsch (de)", "label::German (de)"],
      ["text", "a", "A", "Ä", "Ah"],
      ["text", "b", "B", "", "Be"],
    ],
    settings,
  });
  expect(result.graph.translations).toEqual({ de: { "a.title": "Ä", "b.title": "Be" } });
  expect(lost(result)).toEqual(["label::German (de): The translation of 1 text isn't imported."]);
});

test("translates equal texts by their place", async () => {
  const result = await imported({
    survey: [
      ["type", "name", "label::English (en)", "label::Deutsch (de)", "hint::English (en)", "hint::Deutsch (de)"],
      ["text", "first", "Please explain", "Bitte begründen"],
      ["begin_group", "more", "Please explain", "Mehr"],
      ["text", "second", "Please explain", "Bitte erläutern", "Please explain", "In Worten"],
      ["end_group"],
      ["text", "third", "Please explain"],
      ["select_one a", "fourth", "Which?", "Welche?"],
      ["select_one a", "fifth", "Which one?", "Welche davon?"],
      ["select_one b", "sixth", "Who?", "Wer?"],
      ["text", "seventh", "Title", "", "Title", "Titel"],
    ],
    choices: [
      ["list_name", "name", "label::English (en)", "label::Deutsch (de)"],
      ["a", "x", "None", "Keine"],
      ["a", "y", "None", "Keine davon"],
      ["b", "x", "None", "Niemand"],
      ["b", "y", "Which?", ""],
    ],
    settings,
  });
  expect(result.graph.translations?.de).toEqual({
    "first.title": "Bitte begründen",
    "second.title": "Bitte erläutern",
    "fourth.title": "Welche?",
    "fourth.options.x": "Keine",
    "fourth.options.y": "Keine davon",
    "fifth.title": "Welche davon?",
    "fifth.options.x": "Keine",
    "fifth.options.y": "Keine davon",
    "sixth.title": "Wer?",
    "sixth.options.x": "Niemand",
    "seventh.description": "Titel",
  });
  // titles of groups and hints become one text
  expect(lost(result)).toEqual([
    "label::Deutsch (de): The translation of 1 text isn't imported.",
    "hint::Deutsch (de): The translation of 1 text isn't imported.",
  ]);
});

test("translates titles of groups, on a page and above the first question", async () => {
  const result = await imported({
    survey: [
      ["type", "name", "label::English (en)", "label::Deutsch (de)", "appearance"],
      ["begin_group", "page", "Visit", "Besuch", "field-list"],
      ["text", "a", "Visit", "Termin"],
      ["text", "b", "Reason", "Grund"],
      ["end_group"],
      ["begin_group", "plain", "Visit", "Aufenthalt"],
      ["text", "c", "Visit", "Dauer"],
      ["end_group"],
    ],
    settings,
  });
  expect(result.graph.translations?.de).toEqual({
    "page.page_1.title": "Besuch",
    "a.title": "Termin",
    "b.title": "Grund",
    "c.title": "Dauer",
    "c.description": "Aufenthalt",
  });
  expect(lost(result)).toEqual([]);
});

test("gives the questions that a matrix becomes the translations of their column", async () => {
  const result = await imported({
    survey: [
      ["type", "name", "label::English (en)", "hint::English (en)", "hint::Deutsch (de)", "kobo--matrix_list"],
      ["begin_kobomatrix", "m", "Rooms", "", "", "rooms"],
      ["integer", "size", "Size", "Number", "Quadratmeter"],
      ["integer", "people", "People", "Number", "Anzahl"],
      ["end_kobomatrix"],
    ],
    choices: [
      ["list_name", "name", "label::English (en)"],
      ["rooms", "k", "Kitchen"],
      ["rooms", "b", "Bath"],
    ],
    settings,
  });
  expect(result.graph.translations?.de).toEqual({
    "m_k_size.description": "Quadratmeter",
    "m_k_people.description": "Anzahl",
    "m_b_size.description": "Quadratmeter",
    "m_b_people.description": "Anzahl",
  });
});

const titled = (title: readonly string[], columns: readonly string[]) =>
  imported({
    survey: [
      ["type", "name", "label::English (en)", "label::Deutsch (de)"],
      ["text", "a", "Name", "Name"],
    ],
    settings: [
      ["default_language", ...columns],
      ["English (en)", ...title],
    ],
  });

test.each([
  ["without a language", ["form_title", "form_title::Deutsch (de)"]],
  ["in the default language", ["form_title::English (en)", "form_title::Deutsch (de)"]],
  ["by another name", ["title", "title::Deutsch (de)"]],
])("translates a title %s", async (_, columns) => {
  const result = await titled(["Visit *1*", "Besuch *1*"], columns);
  expect(result.title).toBe("Visit *1*");
  expect(result.graph.translations).toEqual({ de: { title: "Besuch *1*", "a.title": "Name" } });
  expect(lost(result)).toEqual([]);
});

test("notes translated titles that it can't import", async () => {
  const columns = ["form_title", "form_title::Deutsch (de)", "form_title::Marsian"];
  const result = await titled(["V".repeat(201), "Besuch", "Ack"], columns);
  expect(result.graph.translations).toEqual({ de: { "a.title": "Name" } });
  expect(lost(result)).toEqual([
    "form_title::Deutsch (de): The translation of 1 text isn't imported.",
    "form_title::Marsian: The translation of 1 text isn't imported.",
  ]);
});

test("takes a title that only another language has", async () => {
  const result = await titled(["Besuch"], ["form_title::Deutsch (de)"]);
  expect(result.title).toBe("Besuch");
  expect(result.graph.translations?.de).toEqual({ title: "Besuch", "a.title": "Name" });
});

test("translates guidance, and notes what stands below another hint", async () => {
  const result = await imported({
    survey: [
      ["type", "name", "label", "hint", "guidance_hint::English (en)", "guidance_hint::Deutsch (de)"],
      ["text", "a", "A", "", "Read aloud", "Vorlesen"],
      ["text", "b", "B", "Short", "Read it", "Vorlesen!"],
    ],
    settings,
  });
  expect(result.graph.translations).toEqual({ de: { "a.description": "Vorlesen" } });
  expect(lost(result)).toContain("guidance_hint::Deutsch (de): The translation of 1 text isn't imported.");
});
