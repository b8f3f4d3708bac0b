import { readForm } from "../../../services/forms/importing/read.ts";
import type { ImportResult } from "../../../shared/api/shapes/imports.ts";
import { simulate } from "../../../shared/domain/graph/simulate.ts";
import type { Graph, Json } from "../../../shared/domain/graph/types.ts";
import type { Spoken } from "../../../shared/domain/graph/written.ts";

/** Names of yes, no and emojis, which these texts don't have. */
const spoken = { language: "en", words: { choices: {}, emojis: {} } as Spoken["words"] };
const columns = "type name label relevant calculation constraint default readonly appearance".split(" ");

/** Imports rows of the survey sheet, each with the cells of these columns. */
async function xlsform(
  rows: Partial<Record<string, string>>[],
  choices: readonly string[] = [],
): Promise<ImportResult> {
  const cells = (row: (typeof rows)[number]) =>
    columns.map((column) => `"${(row[column] ?? "").replaceAll('"', '""')}"`).join(",");
  const text = [
    "survey,,,,,,,,,",
    `,${columns.join(",")}`,
    ...rows.map((row) => `,${cells(row)}`),
    "choices,,,,,,,,,",
    ",list_name,name,label,,,,,,",
    ...choices.map((choice) => `,${choice},,,,,,`),
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

describe("a text of an XLSForm with a calculated value", () => {
  const asked = [
    { type: "text", name: "t", label: "T" },
    { type: "text", name: "u", label: "U", relevant: "${t} = ''" },
    { type: "date", name: "d", label: "D" },
    { type: "select_one c", name: "o", label: "O" },
    { type: "integer", name: "n", label: "N" },
  ];
  const choices = ["c,a,Apple", "c,b,Bean"];

  /** Returns the titles of `q` and its copies that a respondent sees. */
  async function titles(calculation: string, type: string, answers: Record<string, Json>): Promise<string[]> {
    const rows = [...asked, { type: "calculate", name: "c", calculation }, { type, name: "q", label: "It: ${c}." }];
    const { graph, issues } = await xlsform(rows, choices);
    expect(issues.filter(({ code }) => code !== "written_in")).toEqual([]);
    const { steps } = simulate(graph as Graph, { answers, today: "2026-06-09", spoken });
    return steps.flatMap((step) => (/^q(_\d)?$/.test(step.node_id) && !step.passed_over ? [step.title ?? ""] : []));
  }

  it.each<[string, Record<string, Json>, string]>([
    ["coalesce(${t}, 'none')", { t: "Ada" }, "Ada"],
    ["coalesce(${t}, 'none')", {}, "none"],
    ["if(${t} = '', ${u}, 'known')", { u: "Eve" }, "Eve"],
    ["if(${t} = '', ${u}, 'known')", { t: "Ada" }, "known"],
    ["if(${n} > 3, jr:choice-name(${o}, '${o}'), 'few')", { n: 4, o: "b" }, "Bean"],
    ["if(${n} > 3, jr:choice-name(${o}, '${o}'), 'few')", { n: 2, o: "b" }, "few"],
    ["if(${n} > 3, ${n} * 2, 'few')", { n: 5 }, "10"],
    ["${n} > 3", { n: 5 }, "true"],
    ["format-date(today() + 30, '%d/%m/%Y')", {}, "09/07/2026"],
    ["format-date(${d} + 30, '%e %b %y')", { d: "2024-01-31" }, "1 Mar 24"],
    ["format-date(${d} + 30, '%e %b %y')", {}, ""],
    ["date(if(${n} > 3, ${d}, today()))", { n: 4, d: "1999-12-31" }, "1999-12-31"],
    ["format-date(${d}, '%a')", { d: "2026-06-09" }, "Tue"],
    ["once(today())", {}, "2026-06-09"],
  ])("inserts %s with %j", async (calculation, answers, text) => {
    expect(await titles(calculation, "integer", answers)).toEqual([`It: ${text}.`]);
  });

  it.each<[string, Record<string, Json>, string]>([
    ["if(${n} > 3, ${t}, 'few')", { n: 4, t: "Ada" }, "Ada"],
    ["if(${n} > 3, ${t}, 'few')", { n: 2, t: "Ada" }, "few"],
    ["if(${n} > 3, concat('more: ', ${t}), ${t})", { n: 4, t: "Ada" }, "more: Ada"],
    ["if(${n} > 3, concat('more: ', ${t}), ${t})", { t: "Ada" }, "Ada"],
  ])("shows a note for each case of %s with %j", async (calculation, answers, text) => {
    expect(await titles(calculation, "note", answers)).toEqual([`It: ${text}.`]);
  });

  it("counts the days of the calendar", async () => {
    const days = Array.from({ length: 60 }, (_, at) => new Date(Date.UTC(1896, 1, 27 + at * 1_097)));
    for (const day of days) {
      const iso = day.toISOString().slice(0, 10);
      expect(await titles("format-date(${d} + 1, '%Y-%m-%d')", "integer", { d: iso })).toEqual([
        `It: ${new Date(day.getTime() + 86_400_000).toISOString().slice(0, 10)}.`,
      ]);
    }
  });
});

it("shows the answer of a read-only question, and reads it in conditions", async () => {
  const form = await xlsform(
    [
      { type: "integer", name: "n", label: "N" },
      { type: "select_one c", name: "o", label: "O", default: "b", readonly: "yes" },
      { type: "text", name: "q", label: "Q", relevant: "${o} = 'b' and ${n} > 1" },
      { type: "integer", name: "none", label: "None", readonly: "yes" },
    ],
    ["c,a,Apple", "c,b,Bean"],
  );
  expect(nodeOf(form, "o")).toMatchObject({
    question_type: "welcome_screen",
    data: { title: "O", description: "Bean" },
  });
  expect(nodeOf(form, "q")?.data.show_if).toMatchObject({ op: "gt", right: 1 });
  expect(form.issues).toMatchObject([{ severity: "lost", code: "read_only", node_id: "none" }]);
});

describe("a group of an XLSForm that is one page", () => {
  const begin = { type: "begin_group", name: "g", label: "G", appearance: "field-list" };
  const q = (name: string, more: object = {}) => ({ type: "text", name, label: name, ...more });
  const group = (...rows: Partial<Record<string, string>>[]) => xlsform([begin, ...rows, { type: "end_group" }]);
  const idsOf = ({ graph }: ImportResult) => graph.nodes.map(({ id }) => id).filter((id) => /^[a-z]$/.test(id));

  it("asks a question after the one that its condition reads", async () => {
    const form = await group(q("a", { relevant: "${c} = 'x'" }), q("b"), q("c"), q("d"));
    expect(idsOf(form)).toEqual(["b", "c", "a", "d"]);
    expect(codesOf(form)).toEqual(["moved"]);
    expect(nodeOf(form, "a")?.data.show_if).toMatchObject({ left: { node_id: "c" }, op: "eq", right: "x" });
    expect(form.graph.pages).toMatchObject([{ node_ids: ["b", "c", "a", "d"] }]);
  });

  it.each<[string, Partial<Record<string, string>>[]]>([
    ["one in between reads it", [q("b", { relevant: "${ a } != ''" })]],
    [
      "one in between reads a calculation",
      [{ type: "calculate", name: "sum", calculation: "concat(${a}, 'y')" }, q("b", { relevant: "${sum} = 'xy'" })],
    ],
  ])("keeps the order if %s", async (_, between) => {
    const form = await group(q("a", { relevant: "${c} = 'x'" }), ...between, q("c"));
    expect(idsOf(form)).toEqual(["a", "b", "c"]);
    expect(codesOf(form)).toContain("condition");
  });

  it("keeps the order on different pages", async () => {
    const form = await xlsform([q("a", { relevant: "${c} = 'x'" }), q("c")]);
    expect([idsOf(form), codesOf(form)]).toEqual([["a", "c"], ["condition"]]);
  });
});
