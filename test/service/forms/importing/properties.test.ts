import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { readForm } from "../../../../services/forms/importing/read.ts";
import { ImportResult } from "../../../../shared/api/shapes/imports.ts";
import { analyze } from "../../../../shared/domain/graph/analyze.ts";
import { normalizeGraph } from "../../../../shared/domain/graph/normalizeGraph.ts";
import { SubmittedGraph } from "../../../../shared/domain/graph/shapes/graph.ts";
import { checker } from "../../../../shared/domain/schema.ts";
import { xlsxOf } from "../../../support/zip.ts";

/** Holds for every document of every format (features §14): counts add up, nothing is dropped without an issue, the graph works. */
const checkResult = checker(ImportResult, "");
const checkGraph = checker(SubmittedGraph, "");
const runs = { numRuns: 150 };

async function imported(bytes: Buffer | string): Promise<ImportResult> {
  const result: ImportResult = JSON.parse(await readForm(Buffer.from(bytes)));
  expect(checkResult(result)).toEqual([]);
  expect(checkGraph(result.graph)).toEqual([]);
  const { found, converted, changed, lost } = result.counts;
  expect(converted + changed + lost).toBe(found);
  const errors = analyze(normalizeGraph(result.graph as SubmittedGraph)).filter(({ severity }) => severity === "error");
  expect(errors).toEqual([]);
  const ids = result.graph.nodes.map(({ id }) => id);
  for (const { node_id, path } of result.issues) {
    if (node_id !== null) expect(ids).toContain(node_id);
    expect(path).toBe(node_id === null ? null : `/nodes/${ids.indexOf(node_id)}`);
  }
  return result;
}

/** Expects a node, field of rows or calculation with this id, or an issue at this place. */
function expectKept(result: ImportResult, id: string, source: string): void {
  const { graph, issues } = result;
  const fields = graph.nodes.flatMap(
    ({ data }) => (data.config as { fields?: { key: string }[] } | undefined)?.fields ?? [],
  );
  const keys = [...fields, ...(graph.calculations ?? [])].map(({ key }) => key);
  const isMade = [...graph.nodes.map((node) => node.id), ...keys].includes(id);
  const isNoted = issues.some((issue) => issue.source === source || issue.source.startsWith(`${source} “`));
  if (!isMade && !isNoted) throw new Error(`${source} (${id}) is neither made nor noted`);
}

const names = fc.nat({ max: 12 }).map((at) => `q${at}`);
const text = fc.oneof(
  fc.string({ maxLength: 40 }),
  names.map((name) => `Hello \${${name}} {{answer:${name}}} {{field:${name}}}`),
  fc.constantFrom("", "x".repeat(600), "x".repeat(6_000), "\ud800", "{{band:none}}"),
);

const expression: fc.Arbitrary<string> = fc.letrec<{ any: string; leaf: string }>((tie) => ({
  leaf: fc.oneof(
    names.map((name) => `\${${name}}`),
    fc.constantFrom(
      "1",
      "18.5",
      "'a'",
      "'b'",
      "''",
      ".",
      "today()",
      "true()",
      "'2026-01-31'",
      "pulldata('a','b')",
      "x",
    ),
  ),
  any: fc.oneof(
    { depthSize: "small" },
    tie("leaf"),
    fc
      .tuple(tie("any"), fc.constantFrom("=", "!=", "<", ">=", "and", "or", "+", "-", "*", "div", "mod"), tie("any"))
      .map((parts) => parts.join(" ")),
    tie("any").map((inner) => `not(${inner})`),
    tie("any").map((inner) => `(${inner})`),
    fc.tuple(tie("leaf"), tie("leaf")).map(([a, b]) => `selected(${a}, ${b})`),
    fc.tuple(tie("any"), tie("any"), tie("any")).map((parts) => `if(${parts.join(", ")})`),
    tie("leaf").map((inner) => `count-selected(${inner})`),
    tie("leaf").map((inner) => `regex(${inner}, '[a-z')`),
    tie("any").map((inner) => `coalesce(${inner}, 0)`),
    fc.string({ maxLength: 12 }),
  ),
})).any;

const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { freq: 2, nil: undefined });

const rowTypes = [
  ..."text integer decimal range date time dateTime geopoint note image audio file barcode acknowledge hidden".split(
    " ",
  ),
  ..."calculate start deviceid mystery begin_group end_group begin_repeat end_repeat".split(" "),
  ...["select_one abc", "select_multiple abc", "select_one none", "rank abc", "select_one abc or_other"],
];
const notAsked = new Set(
  "hidden calculate start deviceid mystery begin_group end_group begin_repeat end_repeat".split(" "),
);
const surveyRow = fc.record({
  type: fc.constantFrom(...rowTypes),
  label: optional(text),
  "label::de": optional(text),
  hint: optional(text),
  relevant: optional(expression),
  constraint: optional(expression),
  constraint_message: optional(text),
  calculation: optional(expression),
  choice_filter: optional(
    fc.oneof(
      expression,
      names.map((name) => `list_name = \${${name}} or name = 'a'`),
    ),
  ),
  appearance: optional(fc.constantFrom("multiline", "field-list", "minimal", "signature")),
  required: optional(fc.constantFrom("yes", "no", "1 = 1")),
  default: optional(text),
  "media::image": optional(fc.constantFrom("a.png", "https://example.com/a.png")),
  parameters: optional(fc.constantFrom("start=1 end=5 step=1", "start=5 end=1 step=0", "randomize=true")),
});

const choices = [
  ["list_name", "name", "label"],
  ["abc", "a", "A"],
  ["abc", "b", ""],
  ["abc", "a", "x".repeat(600)],
  ["abc", "1", "One"],
];

test("an XLSForm keeps or notes every row and can be published", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(surveyRow, { maxLength: 13 }), async (rows) => {
      const columns = Object.keys(rows[0] ?? { type: "" }) as (keyof (typeof rows)[number])[];
      const survey = [
        ["name", ...columns],
        ...rows.map((row, at) => [`q${at}`, ...columns.map((column) => row[column] ?? "")]),
      ];
      const printable = survey.map((cells) => cells.map((cell) => cell.toWellFormed().replace(/[^\n\t -\ud7ff]/g, "")));
      const hasQuestion = rows.some(({ type }) => !notAsked.has(type));
      if (!hasQuestion) {
        await expect(readForm(xlsxOf({ survey: printable, choices }))).rejects.toThrow(/sheet `survey`/);
        return;
      }
      const result = await imported(xlsxOf({ survey: printable, choices }));
      const items = rows.flatMap(({ type }, at) => (/^(begin|end)_/.test(type) ? [] : [at]));
      expect(result.counts.found).toBe(items.length);
      for (const at of items) expectKept(result, `q${at}`, `survey row ${at + 2}`);
    }),
    runs,
  );
}, 120_000);

const fieldTypes = [
  ..."short_text long_text email phone_number website number date yes_no legal statement dropdown rating nps matrix".split(
    " ",
  ),
  ..."multiple_choice picture_choice ranking opinion_scale file_upload contact_info payment mystery".split(" "),
];
const choice = fc.record({ ref: fc.constantFrom("a", "b", "c"), label: text });
const field = fc.record({
  type: fc.constantFrom(...fieldTypes),
  title: text,
  properties: fc.record(
    {
      description: text,
      choices: fc.array(choice, { maxLength: 4 }),
      allow_multiple_selection: fc.boolean(),
      allow_other_choice: fc.boolean(),
      steps: fc.integer({ min: 0, max: 12 }),
      fields: fc.array(fc.record({ title: text, type: fc.constantFrom("short_text", "email", "x") }), { maxLength: 3 }),
    },
    { requiredKeys: [] },
  ),
  validations: fc.record(
    {
      required: fc.boolean(),
      max_length: fc.integer(),
      min_value: fc.double(),
      max_value: fc.double(),
      min_selection: fc.nat(9),
    },
    { requiredKeys: [] },
  ),
  attachment: optional(
    fc.record({ type: fc.constantFrom("image", "video"), href: fc.constantFrom("https://example.com/a", "x") }),
  ),
});
const condition = fc.letrec((tie) => ({
  any: fc.oneof(
    { depthSize: "small" },
    fc.constant({ op: "always", vars: [] }),
    fc.record({
      op: fc.constantFrom("is", "is_not", "equal", "lower_than", "greater_equal_than", "contains", "before", "strange"),
      vars: fc.tuple(
        fc.record({
          type: fc.constantFrom("field", "hidden", "variable"),
          value: fc.oneof(names, fc.constantFrom("score", "plan")),
        }),
        fc.record({
          type: fc.constantFrom("constant", "choice"),
          value: fc.constantFrom(3, "a", "b", true, "2026-01-31"),
        }),
      ),
    }),
    fc.record({ op: fc.constantFrom("and", "or"), vars: fc.array(tie("any"), { maxLength: 3 }) }),
  ),
})).any;
const action = fc.oneof(
  fc.record({
    action: fc.constant("jump"),
    details: fc.record({
      to: fc.record({ type: fc.constant("field"), value: fc.oneof(names, fc.constantFrom("end0", "end1", "nowhere")) }),
    }),
    condition,
  }),
  fc.record({
    action: fc.constantFrom("add", "subtract", "multiply", "divide", "set"),
    details: fc.record({
      target: fc.record({ value: fc.constantFrom("score", "price") }),
      value: fc.record({
        type: fc.constantFrom("constant", "field"),
        value: fc.oneof(names, fc.integer(), fc.double()),
      }),
    }),
    condition,
  }),
);

test("a Typeform document keeps or notes every field, screen and variable and can be published", async () => {
  const form = fc.record({
    fields: fc.array(field, { maxLength: 13 }),
    logic: fc.array(fc.record({ ref: names, actions: fc.array(action, { maxLength: 3 }) }), { maxLength: 8 }),
    group: fc.option(fc.tuple(fc.nat(12), fc.nat(12))),
    ends: fc.nat(2),
    title: text,
  });
  await fc.assert(
    fc.asyncProperty(form, async ({ fields, logic, group, ends, title }) => {
      const named = fields.map((one, at) => ({ ...one, ref: `q${at}` }));
      const [from, to] = group ? [Math.min(...group), Math.max(...group)] : [0, 0];
      const inner = named.slice(from, to);
      const grouped = group
        ? [
            ...named.slice(0, from),
            { type: "group", ref: "g", title, properties: { fields: inner } },
            ...named.slice(to),
          ]
        : named;
      const screens = Array.from({ length: ends }, (_, at) => ({ ref: `end${at}`, title }));
      const variables = { score: 0, price: 2.5, label: "x" };
      const document = { title, fields: grouped, thankyou_screens: screens, logic, hidden: ["plan"], variables };
      const result = await imported(JSON.stringify(document));
      expect(result.counts.found).toBe(fields.length + ends + 3);
      const path = (at: number) =>
        group
          ? at < from
            ? `fields[${at}]`
            : at < to
              ? `fields[${from}].properties.fields[${at - from}]`
              : `fields[${at - inner.length + 1}]`
          : `fields[${at}]`;
      for (const at of named.keys()) expectKept(result, `q${at}`, path(at));
      for (const at of screens.keys()) expectKept(result, `end${at}`, `thankyou_screens[${at}]`);
      for (const name of Object.keys(variables)) expectKept(result, name, `variables.${name}`);
    }),
    runs,
  );
}, 120_000);

const anyNode = fc.record(
  {
    id: fc.oneof(names, fc.constant("end")),
    question_type: fc.constantFrom(
      "short_text",
      "number",
      "multiple_choice",
      "checkbox",
      "welcome_screen",
      "end_screen",
      "mystery",
    ),
    data: fc.record(
      {
        title: fc.constantFrom("A title", "", "{{answer:q1}} {{calculation:total}}"),
        is_required: fc.boolean(),
        config: fc.constantFrom(
          {},
          { options: [] },
          {
            options: [
              { value: "a", label: "A" },
              { value: "b", label: "B" },
            ],
          },
          { min: 3, max: 1 },
          { x: 1 },
        ),
        show_if: fc.constantFrom(
          null,
          {},
          { left: { type: "answer", node_id: "q1" }, op: "answered" },
          { op: "gt", right: 3 },
        ),
      },
      { requiredKeys: [] },
    ),
  },
  { requiredKeys: ["id"] },
);
const anyGraph = fc.record(
  {
    schema_version: fc.constant("2.0" as const),
    entry_node_id: fc.option(names),
    fallback_end_node_id: fc.option(fc.constantFrom("end", "q1")),
    nodes: fc.array(anyNode, { maxLength: 12 }),
    edges: fc.array(
      fc.record({
        from: fc.oneof(names, fc.constant("end")),
        to: fc.oneof(names, fc.constant("end")),
        condition: fc.constantFrom(null, {}, { op: "answered" }, { op: "eq", right: "a" }),
      }),
      { maxLength: 20 },
    ),
    pages: fc.array(fc.record({ id: fc.constantFrom("p", "p2"), node_ids: fc.array(names, { maxLength: 4 }) }), {
      maxLength: 3,
    }),
    calculations: fc.array(
      fc.record({
        key: fc.constantFrom("total", "mean"),
        value: fc.constantFrom({ answer: "q1" }, { total: true }, { calculation: "mean" }, 3, {}),
      }),
      { maxLength: 3 },
    ),
  },
  { requiredKeys: ["schema_version", "nodes", "edges"] },
);

test("a Pathform graph keeps or notes every node, and can be published", async () => {
  await fc.assert(
    fc.asyncProperty(anyGraph, async (graph) => {
      const result = await imported(JSON.stringify({ title: "A form", graph }));
      expect(result.counts.found).toBe(graph.nodes.length + (graph.calculations ?? []).length);
      for (const [at, { id }] of graph.nodes.entries()) expectKept(result, id, `nodes[${at}]`);
    }),
    runs,
  );
}, 120_000);
