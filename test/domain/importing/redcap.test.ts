import { readFileSync } from "node:fs";
import fc from "fast-check";
import { readForm } from "../../../services/forms/importing/read.ts";
import { readTable } from "../../../services/forms/importing/xlsform/csv.ts";
import type { ImportResult } from "../../../shared/api/shapes/imports.ts";
import { xlsxOf } from "../../support/zip.ts";
import { errorsOf, issuesOf, nodeOf, type Result } from "./converted.ts";
import { redcapOracle } from "./oracles/redcap.ts";
import { differences } from "./oracles/walks.ts";

const read = async (file: string | Buffer): Promise<Result & { format: string }> =>
  JSON.parse(await readForm(Buffer.from(file)));

const visit = readFileSync(new URL("./redcap/visit.csv", import.meta.url), "utf8");

/** Columns of the API. */
const columns = [
  ...["field_name", "form_name", "section_header", "field_type", "field_label", "select_choices_or_calculations"],
  ...["text_validation_type_or_show_slider_number", "text_validation_min", "text_validation_max", "branching_logic"],
  ...["matrix_group_name", "field_annotation"],
];
type Cells = Partial<
  Record<"type" | "label" | "choices" | "validation" | "min" | "max" | "logic" | "matrix" | "tags", string>
>;

/** Returns a dictionary with a field a row, by their names. */
const dictionary = (fields: Record<string, Cells>): string =>
  [
    columns,
    ...Object.entries(fields).map(([name, it]) => [
      ...[name, "a", "", it.type ?? "text", it.label ?? name, it.choices ?? "", it.validation ?? "", it.min ?? ""],
      ...[it.max ?? "", it.logic ?? "", it.matrix ?? "", it.tags ?? ""],
    ]),
  ]
    .map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(","))
    .join("\n");

const number = { validation: "integer" };
const check = { type: "checkbox", choices: "1, A | 2, B" };

describe("a data dictionary of REDCap", () => {
  it("arrives with its branching logic, calculations, matrices and piped texts", async () => {
    const result = await read(visit);
    expect(result).toMatchObject({ format: "redcap", counts: { found: 23, converted: 21, changed: 2, lost: 0 } });
    expect(issuesOf(result)).toEqual([
      "changed never_asked dictionary row 2",
      "changed calculated_question dictionary row 8",
    ]);
    expect(nodeOf(result, "packs").data).toMatchObject({
      title: "How many cigarettes a day, {{answer:name}}?",
      show_if: { left: { type: "answer", node_id: "smoker" }, op: "eq", right: "yes" },
    });
    expect(nodeOf(result, "week")).toMatchObject({
      question_type: "matrix",
      data: { title: "How was the last week?", config: { rows: [{ key: "sleep" }, { key: "mood" }] } },
    });
    expect(nodeOf(result, "born").data.config).toEqual({ min: "1900-01-01", max: { days_from_today: 0 } });
    expect(nodeOf(result, "mail").data.is_personal).toBe(true);
    expect(result.graph.pages?.map(({ title }) => title)).toEqual(["First visit", "Your body", "Habits"]);
    expect(errorsOf(result)).toEqual([]);
  });

  it("asks the same people as its logic, on 300 walks", async () => {
    const result = (await read(visit)) as unknown as ImportResult;
    const rows = (await readTable(visit, () => {})) ?? [];
    for (let seed = 0; seed < 300; seed++) expect(differences(result, redcapOracle(rows), seed)).toEqual([]);
  });

  it("is read as .xlsx too", async () => {
    const rows = dictionary({ a: {} })
      .split("\n")
      .map((line) => line.slice(1, -1).split('","'));
    expect(await read(xlsxOf({ Dictionary: rows }))).toMatchObject({ format: "redcap", counts: { converted: 1 } });
  });

  it.each<[string, object]>([
    ["[c(1)] = '1'", { left: { type: "answer", node_id: "c" }, op: "includes_any", right: ["1"] }],
    ["[c(1)] <> '1'", { not: { left: { type: "answer", node_id: "c" }, op: "includes_any", right: ["1"] } }],
    ["[c(2)] = 0", { not: { left: { type: "answer", node_id: "c" }, op: "includes_any", right: ["2"] } }],
    ["[n] <> ''", { left: { type: "answer", node_id: "n" }, op: "answered" }],
    [
      "[n] > 3 and [n]<=10",
      {
        all: [
          { left: { type: "answer", node_id: "n" }, op: "gt", right: 3 },
          { left: { type: "answer", node_id: "n" }, op: "lte", right: 10 },
        ],
      },
    ],
    ["not([n:value] = 3)", { not: { left: { type: "answer", node_id: "n" }, op: "eq", right: 3 } }],
  ])("shows a field if %s", async (logic, condition) => {
    const result = await read(dictionary({ c: check, n: number, x: { logic } }));
    expect(result.issues).toEqual([]);
    expect(nodeOf(result, "x").data.show_if).toEqual(condition);
  });

  it.each([
    ["[visit_1][n] = 1", "other events"],
    ["[user-name] = 'x'", "isn't an imported question"],
    ["stdev([n], 1) > 2", "`stdev` isn't supported"],
    ["[n] = ", "it ends too early"],
    ["[c] > 1", "several choices have no order"],
    [`${"(".repeat(100)}1${")".repeat(100)}`, "nested more than 60 levels"],
  ])("names the logic %s that it can't convert", async (logic, why) => {
    const result = await read(dictionary({ c: check, n: number, x: { logic } }));
    expect(nodeOf(result, "x").data.show_if).toBeUndefined();
    expect(result.issues).toMatchObject([{ code: "condition", source: "dictionary row 4", node_id: "x" }]);
    expect(result.issues[0]?.message).toContain(why);
  });

  it("names each field that it changes or leaves out", async () => {
    const result = await read(
      dictionary({
        hidden: { tags: "@HIDDEN @DEFAULT='7'" },
        seven: { logic: "[hidden] = '7'" },
        never: { logic: "[hidden] = '8'" },
        fixed: { tags: "@READONLY" },
        made: { tags: "@CALCTEXT([seven])" },
        hologram: { type: "hologram" },
        query: { type: "sql", choices: "select 1" },
        code: { validation: "mrn_10d" },
        seconds: { validation: "datetime_seconds_ymd" },
        late: { validation: "integer", max: "[n]" },
        tagged: { tags: "@PLACEHOLDER='x' @NOW" },
        picture: { type: "descriptive", label: "<img src='x'>Look [not a field]" },
        broken: { type: "calc", choices: "[absent] + 1" },
      }),
    );
    expect(issuesOf(result)).toEqual([
      "changed never_asked dictionary row 2",
      "lost never_asked dictionary row 4",
      "lost read_only dictionary row 5",
      "lost calculation dictionary row 6",
      "lost unknown_type dictionary row 7",
      "changed options dictionary row 8",
      "changed validation dictionary row 9",
      "changed type dictionary row 10",
      "lost limit dictionary row 11",
      "lost annotation dictionary row 12",
      "lost media dictionary row 13",
      "changed calculated_question dictionary row 14",
      "lost calculation dictionary row 14",
    ]);
    expect(nodeOf(result, "picture").data.title).toBe("Look [not a field]");
    expect(errorsOf(result)).toEqual([]);
  });

  it("makes questions of a matrix whose rows have conditions or several answers", async () => {
    const row = { ...check, matrix: "m" };
    const result = await read(dictionary({ n: number, a: row, b: { ...row, logic: "[n] > 1" } }));
    expect(result.graph.nodes.map(({ question_type }) => question_type).slice(1, 3)).toEqual(["checkbox", "checkbox"]);
    expect(result.counts).toMatchObject({ found: 3, converted: 3 });
  });

  it("counts each row of a matrix that no one can see", async () => {
    const row = { type: "radio", choices: "1, A | 2, B", matrix: "m", logic: "1 = 2" };
    const result = await read(dictionary({ n: number, a: row, b: row }));
    expect(issuesOf(result)).toEqual(["changed never_asked dictionary row 3", "changed never_asked dictionary row 4"]);
  });

  it("makes a form that can be published of any dictionary", async () => {
    const types = "text notes radio dropdown checkbox yesno truefalse calc slider file descriptive sql x".split(" ");
    const field = fc.record({
      type: fc.constantFrom(...types),
      choices: fc.constantFrom("1, A | 2, B", "", "|||", "A", "1, A | 1, B", "[f0] + 1", "a | b | c"),
      validation: fc.constantFrom("", "integer", "date_ymd", "time", "email", "number_2dp", "signature", "x"),
      min: fc.constantFrom("", "1", "2020-01-01", "today", "9", "x"),
      max: fc.constantFrom("", "5", "2019-01-01", "now"),
      logic: fc.constantFrom("", "[f0] = '1'", "[f1(1)] = '1'", "[f2] > 1 or [f3] = ''", "[f9] = [f0]", "1 = 2", "x"),
      matrix: fc.constantFrom("", "", "m"),
      tags: fc.constantFrom("", "@HIDDEN", "@DEFAULT='1'", "@NONEOFTHEABOVE='2'", "@CHARLIMIT=0"),
      label: fc.constantFrom("Label", "", "[f0] and [f1(1):label]", "<b>B</b>"),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(field, { minLength: 1, maxLength: 12 }), async (fields) => {
        const file = dictionary({ ...Object.fromEntries(fields.map((one, at) => [`f${at}`, one])), last: {} });
        const result = await read(file);
        expect(errorsOf(result)).toEqual([]);
        expect(result.counts.found).toBe(fields.length + 1);
      }),
      { numRuns: 150 },
    );
  });
});
