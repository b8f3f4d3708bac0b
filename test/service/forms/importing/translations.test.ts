import { expect, test } from "@jest/globals";
import { readForm } from "../../../../services/forms/importing/read.ts";
import type { ImportResult } from "../../../../shared/domain/shapes/imports.ts";
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
