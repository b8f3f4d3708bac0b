import { readForm } from "../../../services/forms/importing/read.ts";
import type { ImportResult } from "../../../shared/api/shapes/imports.ts";

const columns = "type name label relevant calculation constraint default readonly".split(" ");

/** Imports rows of the survey sheet, each with the cells of these columns. */
async function xlsform(
  rows: Partial<Record<string, string>>[],
  choices: readonly string[] = [],
): Promise<ImportResult> {
  const cells = (row: (typeof rows)[number]) =>
    columns.map((column) => `"${(row[column] ?? "").replaceAll('"', '""')}"`).join(",");
  const text = [
    "survey,,,,,,,,",
    `,${columns.join(",")}`,
    ...rows.map((row) => `,${cells(row)}`),
    "choices,,,,,,,,",
    ",list_name,name,label,,,,,",
    ...choices.map((choice) => `,${choice},,,,,`),
  ].join("\n");
  return JSON.parse(await readForm(Buffer.from(text)));
}

const nodeOf = ({ graph }: ImportResult, id: string) => graph.nodes.find((node) => node.id === id);
const codesOf = ({ issues }: ImportResult) => issues.map(({ code }) => code);

describe("a calculated question of an XLSForm", () => {
  const question = { type: "integer", name: "q", label: "Sum", calculation: "${n} + 1" };
  const n = { type: "integer", name: "n", label: "N" };

  it("shows its value", async () => {
    const form = await xlsform([n, { ...question, readonly: "yes", relevant: "${n} > 1" }]);
    expect(form.issues).toEqual([]);
    expect(nodeOf(form, "q_shown")).toMatchObject({
      question_type: "welcome_screen",
      data: { title: "Sum", description: "{{calculation:q}}", show_if: { op: "gt", right: 1 } },
    });
  });

  it("says that respondents can't change the value", async () => {
    expect(codesOf(await xlsform([n, question]))).toEqual(["calculated_question"]);
  });

  it("is left out if its value can't be shown", async () => {
    const form = await xlsform([n, { ...question, calculation: "uuid()" }]);
    expect([nodeOf(form, "q_shown"), codesOf(form)]).toEqual([undefined, ["calculation"]]);
  });
});

it.each([
  ["integer", "5 + 3", 8],
  ["integer", "3 * 4", 12],
  ["text", "concat('a', 'b')", "ab"],
  ["text", "if(true(), 'a', 'b')", "a"],
  ["date", "today() + 7", { days_from_today: 7 }],
  ["date", "now()", { days_from_today: 0 }],
  ["date", "2026-01-02", "2026-01-02"],
])("starts a question of type %s with %s", async (type, source, value) => {
  const form = await xlsform([{ type, name: "q", label: "Q", default: source }]);
  expect(form.issues).toEqual([]);
  expect(nodeOf(form, "q")).toMatchObject({ data: { config: { default: value } } });
});

it.each(["${n}", "once(${n} + 1)", "uuid()"])("notes the default %s", async (source) => {
  const form = await xlsform([
    { type: "integer", name: "n", label: "N" },
    { type: "text", name: "q", label: "Q", default: source },
  ]);
  expect(codesOf(form)).toEqual(["default"]);
});
