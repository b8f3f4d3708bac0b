import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { convertGoogleForm } from "../../../services/forms/importing/googleForms/converter.ts";

/** The script of docs/moving/google-forms.md writes what the import reads. */
const page = readFileSync(new URL("../../../docs/moving/google-forms.md", import.meta.url), "utf8");
const script = /```js\n(.*?)```/s.exec(page)?.[1] ?? "";

const item = (id: number, type: string, title: string, more: Record<string, unknown> = {}) => {
  const typed = { isRequired: () => true, ...more };
  const as = new Proxy({}, { get: (_, name) => (String(name).startsWith("as") ? () => typed : undefined) });
  return Object.assign(Object.create(as), {
    getId: () => id,
    getType: () => type,
    getTitle: () => title,
    getHelpText: () => "",
  });
};
const choice = (value: string, isCorrect = false, page: number | null = null) => ({
  getValue: () => value,
  isCorrectAnswer: () => isCorrect,
  getGotoPage: () => page && { getId: () => page },
  getPageNavigationType: () => null,
});
const choices = (...given: ReturnType<typeof choice>[]) => ({
  getChoices: () => given,
  hasOtherOption: () => false,
  getPoints: () => 2,
});
const bounds = { getLowerBound: () => 1, getUpperBound: () => 5, getLeftLabel: () => "", getRightLabel: () => "" };
const table = { getRows: () => ["Food", "Service"], getColumns: () => ["Bad", "Good"] };

test("the script for Google Forms writes a form that is imported whole", () => {
  let written = "";
  const form = {
    getTitle: () => "Visit",
    getDescription: () => "",
    isQuiz: () => true,
    collectsEmail: () => false,
    getItems: () => [
      item(1, "TEXT", "Name"),
      item(2, "MULTIPLE_CHOICE", "Capital?", choices(choice("Paris", true), choice("Rome", false, 5))),
      item(5, "PAGE_BREAK", "More"),
      item(6, "SCALE", "How was it?", bounds),
      item(7, "GRID", "Rate", table),
      item(8, "DATE", "When?", { includesYear: () => true }),
    ],
  };
  const file = { getUrl: () => "https://drive.example/1" };
  runInNewContext(`${script}\nexportForm();`, {
    FormApp: { getActiveForm: () => form },
    DriveApp: {
      createFile(_: string, text: string) {
        written = text;
        return file;
      },
    },
    console: { log: () => undefined },
  });
  const { title, nodes, items } = convertGoogleForm(JSON.parse(written));
  expect(title).toBe("Visit");
  expect(nodes.map(({ question_type }) => question_type)).toEqual([
    "short_text",
    "multiple_choice",
    "opinion_scale",
    "matrix",
    "date",
    "end_screen",
  ]);
  expect(nodes[1]?.data.config?.scoring).toMatchObject({ mode: "options" });
  expect(items.filter(({ isLost }) => isLost)).toEqual([]);
});
