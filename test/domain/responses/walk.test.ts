import { describe, expect, test } from "@jest/globals";
import type { FileResponse } from "../../../services/sessions/importing/response.ts";
import { type WalkRules, walkedVersion, walkResponse } from "../../../services/sessions/importing/walkResponse.ts";
import type { Graph, Json } from "../../../shared/domain/graph/types.ts";
import { edge, end, graphOf, node } from "../../support/sampleGraphs.ts";

/** Walks of a file's rows (wants §25). */
const created = new Date("2026-11-28T00:00:00Z");
const at = new Date("2025-06-01T12:00:00Z");
const rules: WalkRules = {
  refusesInvalid: false,
  refusesIncomplete: false,
  created,
  oldest: null,
  oldestPersonal: null,
  personal: new Set(["name"]),
  language: null,
};
const required = (one: ReturnType<typeof node>) => ({ ...one, data: { ...one.data, is_required: true } });
const graph = graphOf(
  [
    required(node("name", "short_text")),
    node("age", "number", { max: 120 }),
    required(node("file", "file_upload")),
    required(node("why", "short_text")),
    end("bye"),
  ],
  [edge("name", "age"), edge("age", "file"), edge("file", "why"), edge("why", "bye")],
) as unknown as Graph;
const version = walkedVersion(graph);

const response = (answers: Record<string, Json>, more: Partial<FileResponse> = {}): FileResponse => ({
  row: 2,
  refusal: null,
  refused: [],
  unasked: null,
  identities: ["id:1"],
  started_at: at,
  completed_at: at,
  language: null,
  is_unfinished: false,
  hidden: {},
  answers: new Map(Object.entries(answers).map(([id, value]) => [id, { value, column: id }])),
  ...more,
});
const walk = (answers: Record<string, Json>, more: Partial<FileResponse> = {}, changed: Partial<WalkRules> = {}) =>
  walkResponse(version, response(answers, more), { ...rules, ...changed });

test("passes a required file, which no import has", () => {
  const { session, refused } = walk({ name: "Ada", age: 36, why: "So" });
  expect(refused).toEqual([]);
  expect([session?.status, session?.current_node_id]).toEqual(["completed", "bye"]);
});

test("leaves out a refused answer, and ends at a required question without one", () => {
  const { session, refused } = walk({ name: "Ada", age: 200 });
  expect(refused).toEqual([{ column: "age", reason: "must be at most 120" }]);
  expect([session?.status, session?.current_node_id, session?.completed_at]).toEqual(["abandoned", "why", null]);
  expect(walk({ name: "Ada" }, {}, { refusesIncomplete: true }).session).toBeNull();
});

test("an unfinished row is abandoned after its last answer", () => {
  const { session } = walk({ name: "Ada", why: "So" }, { is_unfinished: true });
  expect([session?.status, session?.current_node_id]).toEqual(["abandoned", "bye"]);
  const early = walkResponse(
    walkedVersion(
      graphOf(
        [node("a", "short_text"), node("b", "short_text"), end("bye")],
        [edge("a", "b"), edge("b", "bye")],
      ) as never,
    ),
    response({ a: "x" }, { is_unfinished: true }),
    rules,
  );
  expect([early.session?.status, early.session?.current_node_id]).toEqual(["abandoned", "b"]);
});

describe("times", () => {
  const timesOf = (more: Partial<FileResponse>) => {
    const { session } = walk({ name: "Ada", why: "So" }, more);
    return [session?.started_at, session?.completed_at, session?.is_untimed];
  };
  const [early, late] = [new Date("2025-01-01T00:00:00Z"), new Date("2025-01-01T01:00:00Z")];
  test.each([
    [early, late, [early, late, false]],
    [late, early, [early, early, false]],
    [null, late, [late, late, true]],
    [early, null, [early, early, false]],
    [null, null, [created, created, true]],
  ])("start %s and completion %s", (startedAt, completedAt, [start, completed, isUntimed]) => {
    expect(timesOf({ started_at: startedAt, completed_at: completedAt })).toEqual([
      (start as Date).toISOString(),
      (completed as Date).toISOString(),
      isUntimed,
    ]);
  });
});

test("keeps no personal answers that the form would delete, and no rows", () => {
  const later = new Date("2026-01-01T00:00:00Z");
  const { session } = walk({ name: "Ada", why: "So" }, {}, { oldestPersonal: later });
  expect(session?.visits.map(({ node_id, answer }) => [node_id, answer])).toEqual([
    ["name", null],
    ["age", null],
    ["file", null],
    ["why", "So"],
  ]);
  expect(session?.kept_calculations).toEqual({});
  expect(walk({ name: "Ada", why: "So" }, {}, { oldest: later })).toMatchObject({
    session: null,
    refused: [{ column: null, reason: "is older than the form keeps responses" }],
  });
});

test("refuses characters that no database stores", () => {
  const { session, refused } = walk({ name: "A\0da", why: "\ud800" }, { hidden: { plan: "\0", source: "ad" } });
  expect(refused.map(({ column }) => column)).toEqual(["hidden.plan", "name", "why"]);
  expect(session?.hidden).toEqual({ source: "ad" });
});
