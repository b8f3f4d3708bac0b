import { describe, expect, test } from "@jest/globals";
import { csvCell } from "../../../services/analytics/export/cells.ts";
import { headerPart, headerRow, sessionRow } from "../../../services/analytics/export/csv.ts";
import type { TableOptions } from "../../../services/analytics/export/cursor.ts";
import { type EndReached, endReached, type Plan, planBuilder } from "../../../services/analytics/export/plan.ts";
import type { TableSession } from "../../../services/analytics/store/table.ts";
import { csvLine } from "../../../shared/domain/csv.ts";
import type { Graph, GraphNode, Json } from "../../../shared/domain/graph/types.ts";

const fixed = [
  "session_id",
  "status",
  "version_number",
  "started_at",
  "completed_at",
  "duration_seconds",
  "total_score",
  "end_node_id",
  "outcome",
];

const plain: TableOptions = { style: "labels", bom: false, scores: false };
const raw: TableOptions = { ...plain, style: "values" };
const withScores: TableOptions = { ...plain, scores: true };

const node = (id: string, questionType: string, title: string, config: Record<string, unknown> = {}): GraphNode => ({
  id,
  question_type: questionType,
  data: { title, config },
});

const graph = (nodes: GraphNode[], hiddenFields: string[] = []): Graph => ({
  schema_version: "2.0",
  entry_node_id: null,
  fallback_end_node_id: null,
  nodes,
  edges: [],
  hidden_fields: hiddenFields,
});

/** Versions numbered downwards to 1, newest first. */
function planOf(...graphs: Graph[]): Plan {
  const builder = planBuilder();
  graphs.forEach((version, at) => {
    for (const adding = builder.add(graphs.length - at, version); !adding.next().done; );
  });
  return builder.plan();
}

function session(answers: Record<string, Json>, more: Partial<TableSession> = {}): TableSession {
  return {
    id: "6f1c0f6e-0f43-4a0f-9a55-0d6f0c3f1b11",
    status: "completed",
    source: "respondent",
    version_number: 1,
    total_score: -5,
    answers_count: 0,
    language: null,
    duration_seconds: 60,
    started_at: "2026-01-31T12:00:00.000Z",
    completed_at: "2026-01-31T12:01:00.000Z",
    answers,
    scores: {},
    hidden: {},
    ...more,
  };
}

const headers = (plan: Plan, options = plain) => headerRow(plan, options).slice(fixed.length);
const row = (plan: Plan, of: TableSession, table = plain, end: EndReached | null = null) =>
  sessionRow(plan, of, { table, end, write: csvCell, signed: (answer) => answer });
const cells = (plan: Plan, of: TableSession, options = plain) => row(plan, of, options).slice(fixed.length);

const options = (...labels: string[]) => ({ options: labels.map((label, at) => ({ value: `v${at}`, label })) });
const rows = (...keys: string[]) => keys.map((key) => ({ key, label: `Row ${key}` }));
const columns = [
  { value: "y", label: "Yes, indeed" },
  { value: "n", label: "-No" },
];

describe("columns", () => {
  test("are the fixed ones, hidden fields, then questions in node order, without screens", () => {
    const plan = planOf(
      graph(
        [node("hi", "welcome_screen", "Hello"), node("b", "short_text", "Bee"), node("a", "yes_no", "Ay")],
        ["src", "plan"],
      ),
    );
    expect(headerRow(plan, plain)).toEqual([...fixed, "hidden.src", "hidden.plan", "Bee [b]", "Ay [a]"]);
  });

  test("are only the fixed ones for a form without a version", () => {
    expect(headerRow(planOf(), plain)).toEqual(fixed);
  });

  test("end with those of older versions, newest first, hidden fields too", () => {
    const plan = planOf(
      graph([node("c", "short_text", "C now"), node("a", "short_text", "A now")], ["x"]),
      graph([node("d", "short_text", "D two"), node("a", "short_text", "A two")], ["y"]),
      graph(
        [node("e", "short_text", "E one"), node("d", "short_text", "D one"), node("c", "short_text", "C one")],
        ["x", "z"],
      ),
    );
    expect(headers(plan)).toEqual([
      "hidden.x",
      "hidden.y",
      "hidden.z",
      "C now [c]",
      "A now [a]",
      "D two [d]",
      "E one [e]",
    ]);
  });

  test("have one per matrix row, with rows of older versions last", () => {
    const plan = planOf(
      graph([node("m", "matrix", "Grid", { rows: rows("r1", "r2"), columns }), node("t", "short_text", "T")]),
      graph([node("m", "matrix", "Old grid", { rows: rows("r0", "r2"), columns })]),
    );
    expect(headers(plan)).toEqual([
      "Grid - Row r1 [m.r1]",
      "Grid - Row r2 [m.r2]",
      "T [t]",
      "Old grid - Row r0 [m.r0]",
    ]);
    const answer = session({ m: { r0: "y", r2: "n" } });
    expect(cells(plan, answer)).toEqual(["", "'-No", "", "Yes, indeed"]);
    expect(cells(plan, answer, raw)).toEqual(["", "n", "", "y"]);
  });

  test("keep a node that changed its type, beside the rows of a matrix", () => {
    const plan = planOf(
      graph([node("q", "number", "Count"), node("m", "short_text", "Words")]),
      graph([node("q", "short_text", "Text"), node("m", "matrix", "Grid", { rows: rows("r1"), columns })]),
    );
    expect(headers(plan)).toEqual(["Count [q]", "Words [m]", "Grid - Row r1 [m.r1]"]);
    expect(cells(plan, session({ q: -3, m: "-w" }, { version_number: 2 }))).toEqual(["-3", "'-w", ""]);
    expect(cells(plan, session({ q: "-3", m: { r1: "y" } }))).toEqual(["'-3", "", "Yes, indeed"]);
  });
});

describe("cells", () => {
  test("have the labels of the session's version", () => {
    const plan = planOf(
      graph([node("q", "multiple_choice", "Q", options("New", "Both"))]),
      graph([node("q", "multiple_choice", "Q", options("Old", "Both"))]),
    );
    expect(cells(plan, session({ q: "v0" }, { version_number: 2 }))).toEqual(["New"]);
    expect(cells(plan, session({ q: "v0" }))).toEqual(["Old"]);
    expect(cells(plan, session({ q: "v0" }), raw)).toEqual(["v0"]);
  });

  test("join arrays, label emoji, and are empty for skipped questions", () => {
    const plan = planOf(
      graph([
        node("c", "checkbox", "C", options("One", "Two", "Three")),
        node("r", "ranking", "R", options("A", "B")),
        node("e", "emoji_rating", "E"),
        node("s", "short_text", "S"),
        node("y", "yes_no", "Y", { yes_label: "Aye" }),
      ]),
    );
    const answer = session({ c: ["v2", "v0"], r: ["v1", "v0"], e: "great", y: "yes" });
    const [checkbox, ranking, emoji, skipped, yes] = cells(plan, answer);
    expect([checkbox, ranking, skipped, yes]).toEqual(["Three; One", "B; A", "", "Aye"]);
    expect(emoji).toMatch(/great/i);
    expect(cells(plan, answer, raw)).toEqual(["v2; v0", "v1; v0", "great", "", "yes"]);
  });

  test("have the fixed columns, empty where a session is in progress", () => {
    const plan = planOf(graph([]));
    expect(row(plan, session({}))).toEqual([
      "6f1c0f6e-0f43-4a0f-9a55-0d6f0c3f1b11",
      "completed",
      "1",
      "2026-01-31T12:00:00.000Z",
      "2026-01-31T12:01:00.000Z",
      "60",
      "-5",
      "",
      "",
    ]);
    const open = session({}, { status: "in_progress", completed_at: null, duration_seconds: null, total_score: 0 });
    expect(row(plan, open).slice(4)).toEqual(["", "", "0", "", ""]);
  });

  test("have hidden fields, without inherited property names", () => {
    const plan = planOf(graph([], ["toString", "src"]), graph([], ["hasOwnProperty"]));
    expect(cells(plan, session({}, { hidden: { src: "@home", hasOwnProperty: "x" } }))).toEqual(["", "'@home", "x"]);
  });
});

test("signs only the file URLs among a session's answers", () => {
  const plan = planOf(graph([node("f", "file_upload", "F"), node("s", "short_text", "S")]));
  const signed = (answer: Json) => (answer as string[]).map((url) => `${url}?signed`);
  const url = "https://forms.example/file";
  expect(
    sessionRow(plan, session({ f: [url], s: url }), { table: plain, end: null, write: csvCell, signed }).slice(
      fixed.length,
    ),
  ).toEqual([`${url}?signed`, url]);
});

describe("ends", () => {
  const ends = planOf(
    graph([node("end", "end_screen", "Bye", { outcome: "=won" }), node("q", "short_text", "Q")]),
    graph([node("end", "end_screen", "Bye"), node("-end", "end_screen", "Bye", { outcome: "lost" })]),
  );

  test.each<[string, number, string, string[]]>([
    ["with an outcome, guarded like any text", 2, "end", ["end", "'=won"]],
    ["without an outcome", 1, "end", ["end", ""]],
    ["whose id starts with a sign, in a fixed column", 1, "-end", ["-end", "lost"]],
    ["as empty at a question", 2, "q", ["", ""]],
    ["as empty for an unknown node", 2, "gone", ["", ""]],
  ])("appears %s", (_, version, nodeId, expected) => {
    const end = endReached(ends, version, nodeId);
    expect(row(ends, session({}, { version_number: version }), plain, end).slice(7, 9)).toEqual(expected);
  });
});

describe("scores", () => {
  const points = (value: number) => ({ ...options("A", "B"), scoring: { mode: "options", points: { v0: value } } });
  const plan = planOf(
    graph([
      node("a", "dropdown", "A", points(3)),
      node("n", "short_text", "N"),
      node("late", "dropdown", "L", options("A", "B")),
    ]),
    graph([node("old", "dropdown", "O", points(1)), node("late", "dropdown", "L", points(2))]),
  );

  test("has a column per scored question of any version, after all questions, in order", () => {
    expect(headers(plan, withScores)).toEqual([
      "A [a]",
      "N [n]",
      "L [late]",
      "O [old]",
      "score [a]",
      "score [late]",
      "score [old]",
    ]);
    expect(headers(plan)).toHaveLength(4);
  });

  test("has the awarded points, with 0 and negative, and is empty without an answer or scoring", () => {
    const of = session({ a: "v0", late: "v0" }, { version_number: 2 });
    of.scores = { a: -3, late: null };
    expect(cells(plan, of, withScores).slice(4)).toEqual(["-3", "", ""]);
    of.scores = { a: 0, late: 0 };
    expect(cells(plan, of, withScores).slice(4)).toEqual(["0", "0", ""]);
    expect(cells(plan, of)).toHaveLength(4);
  });
});

describe("guards", () => {
  const plan = planOf(
    graph(
      [
        node("q", "short_text", "=Q"),
        node("n", "number", "N"),
        node("p", "phone", "P", { default_country: "DE" }),
        node("c", "dropdown", "C", {
          options: [
            { value: "v0", label: "=label" },
            { value: "-v1", label: "B" },
          ],
        }),
      ],
      ["h"],
    ),
  );
  const cell = (id: string, value: Json, options = plain) => {
    const column = headers(plan).findIndex((header) => header.endsWith(`[${id}]`));
    return cells(plan, session({ [id]: value }), options)[column];
  };

  test.each([
    ["=1+1"],
    ["+1"],
    ["-1"],
    ["@x"],
    ["\uFF1D1+1"],
    ["\uFF0B1"],
    ["\uFF0D1"],
    ["\uFF20x"],
    ["\tx"],
    ["\rx"],
    ["\nx"],
    [" =1"],
    ["  \t-1"],
    ["\u00A0@x"],
    ["\u3000=1"],
    [" \nx"],
    ["=cmd|' /C calc'!A0"],
    // a phone number, but not the answer to a phone question
    ["+4930123456"],
  ])("turns %j into text, also raw", (value) => {
    expect(cell("q", value)).toBe(`'${value}`);
    expect(cell("q", value, raw)).toBe(`'${value}`);
    expect(cells(plan, session({}, { hidden: { h: value } }))[0]).toBe(`'${value}`);
  });

  test.each(["a=1", "'=1", "1-1", "", " plain", "x\n=1"])("keeps %j", (value) => {
    expect(cell("q", value)).toBe(value);
  });

  test.each<[string, string]>([
    ["+49 30 123456", "+49 30 123456"],
    ["\uFF0B4930123456", "\uFF0B4930123456"],
    ["+49 (0)30/12-34.56", "+49 (0)30/12-34.56"],
    ["+4930123456;ext=12", "+4930123456;ext=12"],
    ["+4930123456 x12", "+4930123456 x12"],
    ["030 123456", "030 123456"],
    // libphonenumber would take the rest for a subaddress
    ["+4930123456;isub=cmd|'/c calc'!A0", "'+4930123456;isub=cmd|'/c calc'!A0"],
  ])("exports the phone number %j as %j", (value, expected) => {
    expect(cell("p", value)).toBe(expected);
    expect(cell("p", value, raw)).toBe(expected);
  });

  test("guards labels, values and headers, but not numbers and fixed columns", () => {
    expect([cell("c", "v0"), cell("c", "-v1", raw)]).toEqual(["'=label", "'-v1"]);
    expect(headers(plan)[1]).toBe("'=Q [q]");
    expect([cell("n", -1.5), cell("n", -1.5, raw)]).toEqual(["-1.5", "-1.5"]);
    expect(row(plan, session({}))[6]).toBe("-5");
  });
});

describe("text", () => {
  test("adds a byte order mark only on request", async () => {
    const whole = (text: string) => ({ text, next: null });
    expect(headerPart(planOf(), { ...plain, bom: true })).toEqual(whole(`\uFEFF${fixed.join(",")}\r\n`));
    expect(headerPart(planOf(), plain)).toEqual(whole(`${fixed.join(",")}\r\n`));
  });

  test("returns a header of megabytes in parts", async () => {
    const rows = Array.from({ length: 50 }, (_, at) => ({ key: `r${at}`, label: '"'.repeat(400) }));
    const columns = [
      { value: "c", label: "C" },
      { value: "d", label: "D" },
    ];
    const nodes = Array.from({ length: 60 }, (_, at) => node(`m${at}`, "matrix", "é;".repeat(200), { rows, columns }));
    const plan = planOf(graph(nodes));
    let header = "";
    for (let from: number | null = 0; from !== null; ) {
      const part = headerPart(plan, { ...plain, bom: true }, from);
      expect(Buffer.byteLength(JSON.stringify(part.text))).toBeLessThan(512 * 1024);
      header += part.text;
      from = part.next;
    }
    expect(header).toBe(`\uFEFF${csvLine(headerRow(plan, plain))}`);
    expect(header.length).toBeGreaterThan(2_000_000);
  });
});

test("stops collecting columns beyond the limit, and knows the ends", () => {
  const rows = Array.from({ length: 50 }, (_, at) => ({ key: `r${at}`, label: "L" }));
  const columns = [
    { value: "c", label: "C" },
    { value: "d", label: "D" },
  ];
  const wide = (version: string) =>
    graph([
      ...Array.from({ length: 500 }, (_, at) => node(`${version}${at}`, "matrix", "M", { rows, columns })),
      node("end", "end_screen", "Bye", { outcome: version }),
    ]);
  expect(planOf(wide("a")).isTooWide).toBe(false);
  const plan = planOf(wide("c"), wide("b"), wide("a"));
  expect(plan.isTooWide).toBe(true);
  expect(plan.headers.length).toBeLessThan(50_100);
  expect(endReached(plan, 1, "end")).toEqual({ nodeId: "end", outcome: "a" });
});
