import { presetRange } from "../../../services/web/dashboard/form/sessionFilters.ts";
import { cellContent, fittingPills } from "../../../services/web/dashboard/responses/cellContent.ts";
import {
  columnsOf,
  moved,
  nothingKept,
  ordered,
  type QuestionColumn,
  readKept,
  shownIds,
} from "../../../services/web/dashboard/responses/columns.ts";
import { selectedCsv } from "../../../services/web/dashboard/responses/export/selectedCsv.ts";
import { chipsOf } from "../../../services/web/dashboard/responses/filterChips.ts";
import type { SessionListItem } from "../../../shared/api/shapes/sessions.ts";
import type { GraphNode, Json } from "../../../shared/domain/graph/types.ts";
import { compileQuestion } from "../../../shared/domain/questions/index.ts";
import { chain, node } from "../../support/sampleGraphs.ts";

const options = ["a", "b"].map((value) => ({ value, label: value.toUpperCase() }));
const graphOf = (...nodes: ReturnType<typeof node>[]) => chain(...nodes) as Parameters<typeof columnsOf>[0];
const many = (count: number) =>
  graphOf(...Array.from({ length: count }, (_, index) => node(`q${index}`, "short_text")));

describe("the list of columns", () => {
  it("contains the questions of the graph, then the facts, without screens", () => {
    const columns = columnsOf(graphOf(node("hi", "welcome_screen"), node("q", "short_text")));
    expect(columns.map(({ id }) => id).slice(0, 3)).toEqual(["answer.q", "duration_seconds", "status"]);
  });

  it("shows the first 30 questions and lets one add more", () => {
    const all = columnsOf(many(300));
    const questions = (shown: ReadonlySet<string>) => [...shown].filter((id) => id.startsWith("answer."));
    expect(questions(shownIds(all, nothingKept))).toHaveLength(30);
    const added = shownIds(all, { order: [], shown: { "answer.q299": true, "answer.q0": false } });
    expect(questions(added)).toHaveLength(30);
    expect([added.has("answer.q299"), added.has("answer.q0")]).toEqual([true, false]);
  });

  it("shows the score only if a question is scored", () => {
    const scoring = { mode: "options", points: { a: 1 } };
    const scored = columnsOf(graphOf(node("q", "dropdown", { options, scoring })));
    expect(shownIds(scored, nothingKept).has("total_score")).toBe(true);
    expect(columnsOf(many(1)).map(({ id }) => id)).not.toContain("total_score");
  });

  it("keeps a changed order, with questions added later after the known ones", () => {
    const kept = moved(columnsOf(many(3)), nothingKept, "answer.q2", "answer.q0");
    expect(questionIds(ordered(columnsOf(many(4)), kept))).toEqual(["q2", "q0", "q1", "q3"]);
    const back = moved(columnsOf(many(3)), kept, "answer.q2", "answer.q1");
    expect(questionIds(ordered(columnsOf(many(3)), back))).toEqual(["q0", "q1", "q2"]);
  });

  it("ignores a stored value that isn’t a choice of columns", () => {
    for (const text of [null, "", "[]", "{}", '{"order":1,"shown":{}}']) expect(readKept(text)).toBe(nothingKept);
    expect(readKept('{"order":["a",1],"shown":{"a":false}}')).toEqual({ order: ["a"], shown: { a: false } });
  });
});

const questionIds = (columns: ReturnType<typeof columnsOf>) =>
  columns.flatMap((column) => (column.kind === "question" ? [column.nodeId] : []));

describe("a cell", () => {
  const of = (type: string, value: Json, text: string, config: Record<string, Json> = {}) =>
    cellContent({ value, text }, compileQuestion(node("q", type, config) as unknown as GraphNode));

  it("shows as many whole pills as fit, and at least one", () => {
    const items = ["Product quality", "Customer support", "Value for money"];
    expect([60, 57, 56, 17, 0].map((room) => fittingPills(items, room))).toEqual([3, 3, 3, 1, 1]);
    expect(fittingPills([], 60)).toBe(0);
  });

  it("shows choices as pills, by the labels that the respondent saw", () => {
    expect(of("dropdown", "a", "Old label", { options })).toEqual({ kind: "pills", items: ["Old label"] });
    expect(of("checkbox", ["a", "b"], "One; Two", { options })).toEqual({ kind: "pills", items: ["One", "Two"] });
    expect(of("checkbox", ["a"], "One; or so", { options })).toEqual({ kind: "pills", items: ["A"] });
  });

  it.each([
    [9, "good"],
    [8, "warning"],
    [6, "danger"],
  ])("tints %i of 0–10 as %s", (value, tone) => {
    expect(of("opinion_scale", value, String(value), { min: 0, max: 10 })).toMatchObject({ kind: "rating", tone });
  });

  it.each([
    [5, "good"],
    [3, "warning"],
    [1, "danger"],
  ])("tints %i of 5 stars as %s", (value, tone) => {
    expect(of("star_rating", value, String(value), { max: 5 })).toMatchObject({ kind: "rating", tone });
  });

  it("shows numbers and texts as they are, files by their count, and nothing where there is no answer", () => {
    expect(of("number", 5, "5")).toEqual({ kind: "text", text: "5" });
    expect(of("long_text", "Hi", "Hi")).toEqual({ kind: "text", text: "Hi" });
    expect(of("file_upload", ["u"], "u")).toEqual({ kind: "text", text: "1 file" });
    expect(cellContent({ value: "x", text: "x" }, null)).toEqual({ kind: "text", text: "x" });
    expect(cellContent(undefined, null)).toBeNull();
  });
});

describe("a filter’s chip", () => {
  const now = new Date("2026-06-30T12:00:00Z");
  const chips = (filters: object) =>
    chipsOf(filters, now, (id, value) => (id === "color" ? `Your color: ${value}` : `${id}: ${value}`));

  it("names a preset, and other dates by their days", () => {
    expect(presetRange(30, now).started_at_from).toBe("2026-06-01T00:00:00Z");
    expect(chips(presetRange(30, now)).map(({ label }) => label)).toEqual(["Last 30 days"]);
    expect(chips({ started_at_to: "2026-06-01" })[0]?.label).toMatch(/^Until /);
    expect(chips({ started_at_from: "2026-06-01", started_at_to: "2026-06-02" })[0]?.label).toContain(" – ");
  });

  it("removes only its own filter", () => {
    const all = chips({ status: "completed", version: 2, search: "tea", answer: { color: "red", x: "1" } });
    expect(all.map(({ label, without }) => [label, without])).toEqual([
      ["Completed", { status: undefined }],
      ["Version 2", { version: undefined }],
      ["Your color: red", { answer: { x: "1" } }],
      ["x: 1", { answer: { color: "red" } }],
    ]);
    expect(chips({ answer: { x: "1" } })[0]?.without).toEqual({ answer: undefined });
  });
});

it("exports selected responses with whole texts, quoted, and no formulas", () => {
  const long = "x".repeat(400);
  const columns = columnsOf(graphOf(node("t", "long_text"), node("n", "number"))) as QuestionColumn[];
  const row: SessionListItem = {
    id: "1",
    status: "in_progress",
    source: "respondent",
    version_number: 1,
    total_score: -5,
    answers_count: 2,
    duration_seconds: null,
    started_at: "2026-01-01T00:00:00.000Z",
    completed_at: null,
    revision: 1,
    edited_at: null,
    answers: { t: { value: long, text: `${long.slice(0, 300)}…` }, n: { value: -1, text: "-1" } },
  };
  const formula = { ...row, id: "2", answers: { t: { value: '=1,"', text: '=1,"' } } };
  const questions = columns.filter(({ kind }) => kind === "question");
  expect(selectedCsv([row, formula], questions).split("\r\n")).toEqual([
    "session_id,status,version_number,started_at,completed_at,duration_seconds,total_score,About t [t],About n [n]",
    `1,in_progress,1,2026-01-01T00:00:00.000Z,,,-5,${long},-1`,
    `2,in_progress,1,2026-01-01T00:00:00.000Z,,,-5,"'=1,""",`,
    "",
  ]);
});
