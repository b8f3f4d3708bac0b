import { describe, expect, test } from "@jest/globals";
import { csvText, headerRow, sessionRow } from "../../services/analytics/export/csv.ts";
import { type Plan, planBuilder } from "../../services/analytics/export/plan.ts";
import type { Graph, GraphNode, Json } from "../../shared/graph/types.ts";
import type { SessionDetail } from "../../shared/shapes/sessions.ts";

const fixed = [
  "session_id",
  "status",
  "version_number",
  "started_at",
  "completed_at",
  "duration_seconds",
  "total_score",
];

const node = (id: string, question_type: string, title: string, config: Record<string, unknown> = {}): GraphNode => ({
  id,
  question_type,
  data: { title, config },
});

const graph = (nodes: GraphNode[], hidden_fields: string[] = []): Graph => ({
  schema_version: "2.0",
  entry_node_id: null,
  fallback_end_node_id: null,
  nodes,
  edges: [],
  hidden_fields,
});

/** Newest first, numbered downwards to 1. */
function planOf(...graphs: Graph[]): Plan {
  const builder = planBuilder();
  graphs.forEach((version, at) => {
    builder.add(graphs.length - at, version);
  });
  return builder.plan();
}

function session(answers: Record<string, Json>, more: Partial<SessionDetail> = {}): SessionDetail {
  return {
    id: "6f1c0f6e-0f43-4a0f-9a55-0d6f0c3f1b11",
    status: "completed",
    version_number: 1,
    total_score: -5,
    answers_count: 0,
    duration_seconds: 60,
    started_at: "2026-01-31T12:00:00.000Z",
    completed_at: "2026-01-31T12:01:00.000Z",
    score_breakdown: {},
    traversal_path: [],
    answers: Object.entries(answers).map(([node_id, answer]) => ({
      id: "6f1c0f6e-0f43-4a0f-9a55-0d6f0c3f1b12",
      node_id,
      question_type: "",
      answer,
      score_awarded: null,
      time_spent_seconds: 0,
      shown_at: "2026-01-31T12:00:00.000Z",
      answered_at: "2026-01-31T12:00:00.000Z",
    })),
    hidden: {},
    metadata: { user_agent: null },
    ...more,
  };
}

const headers = (plan: Plan) => headerRow(plan).slice(fixed.length);
const cells = (plan: Plan, of: SessionDetail, style: "labels" | "values" = "labels") =>
  sessionRow(plan, of, style).slice(fixed.length);

const options = (...labels: string[]) => ({ options: labels.map((label, at) => ({ value: `v${at}`, label })) });
const rows = (...keys: string[]) => keys.map((key) => ({ key, label: `Row ${key}` }));
const columns = [
  { value: "y", label: "Yes, indeed" },
  { value: "n", label: "-No" },
];

describe("columns", () => {
  test("the fixed ones, hidden fields, then a question each in node order; screens have none", () => {
    const plan = planOf(
      graph(
        [node("hi", "welcome_screen", "Hello"), node("b", "short_text", "Bee"), node("a", "yes_no", "Ay")],
        ["src", "plan"],
      ),
    );
    expect(headerRow(plan)).toEqual([...fixed, "hidden.src", "hidden.plan", "Bee [b]", "Ay [a]"]);
  });

  test("a form without a version has the fixed ones alone", () => {
    expect(headerRow(planOf())).toEqual(fixed);
  });

  test("what only older versions have comes after, newest version first, hidden fields too", () => {
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

  test("a matrix has one a row; rows that only older versions have come last", () => {
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
    expect(cells(plan, answer, "values")).toEqual(["", "n", "", "y"]);
  });

  test("a node that changed its type keeps its column; as a matrix it has its rows beside", () => {
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
  test("labels are those of the session's own version", () => {
    const plan = planOf(
      graph([node("q", "multiple_choice", "Q", options("New", "Both"))]),
      graph([node("q", "multiple_choice", "Q", options("Old", "Both"))]),
    );
    expect(cells(plan, session({ q: "v0" }, { version_number: 2 }))).toEqual(["New"]);
    expect(cells(plan, session({ q: "v0" }))).toEqual(["Old"]);
    expect(cells(plan, session({ q: "v0" }), "values")).toEqual(["v0"]);
  });

  test("arrays are joined, emoji give their label, a skipped question an empty cell", () => {
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
    expect(cells(plan, answer, "values")).toEqual(["v2; v0", "v1; v0", "great", "", "yes"]);
  });

  test("the fixed ones, with blanks while a session is under way", () => {
    const plan = planOf(graph([]));
    expect(sessionRow(plan, session({}), "labels")).toEqual([
      "6f1c0f6e-0f43-4a0f-9a55-0d6f0c3f1b11",
      "completed",
      "1",
      "2026-01-31T12:00:00.000Z",
      "2026-01-31T12:01:00.000Z",
      "60",
      "-5",
    ]);
    const open = session({}, { status: "in_progress", completed_at: null, duration_seconds: null, total_score: 0 });
    expect(sessionRow(plan, open, "labels").slice(4)).toEqual(["", "", "0"]);
  });

  test("hidden fields; names that every object has are no values", () => {
    const plan = planOf(graph([], ["toString", "src"]), graph([], ["hasOwnProperty"]));
    expect(cells(plan, session({}, { hidden: { src: "@home", hasOwnProperty: "x" } }))).toEqual(["", "'@home", "x"]);
  });
});

describe("guards", () => {
  const text = planOf(graph([node("q", "short_text", "=Q"), node("n", "number", "N"), node("d", "date", "D")], ["h"]));

  test.each(["=1+1", "+1", "-1", "@x", "\tx", "\rx"])("%j becomes text", (value) => {
    expect(cells(text, session({ q: value }, { hidden: { h: value } }))).toEqual([`'${value}`, `'${value}`, "", ""]);
    expect(cells(text, session({ q: value }), "values")[1]).toBe(`'${value}`);
  });

  test.each(["a=1", " =1", "'=1", "1-1", "\nx", ""])("%j stays", (value) => {
    expect(cells(text, session({ q: value }))[1]).toBe(value);
  });

  test("headers are guarded, numbers and the fixed columns are not", () => {
    expect(headers(text)[1]).toBe("'=Q [q]");
    expect(cells(text, session({ n: -1.5 }))[2]).toBe("-1.5");
    expect(sessionRow(text, session({}), "labels")[6]).toBe("-5");
  });
});

describe("text", () => {
  test("RFC 4180: quotes where they are needed, CRLF after each row, no BOM", async () => {
    expect(
      await csvText([
        ["plain", 'say "hi"', "a,b", "two\nlines", "cr\r", "", "ümlaut 🙂"],
        ["ab", ""],
      ]),
    ).toBe('plain,"say ""hi""","a,b","two\nlines","cr\r",,ümlaut 🙂\r\nab,\r\n');
  });
});
