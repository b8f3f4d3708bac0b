import { answerContent, answerLine, questionOf } from "../../../services/web/dashboard/responses/answerContent.ts";
import { changeSince, refreshed } from "../../../services/web/dashboard/responses/listSnapshot.ts";
import { missingPage, positionOf } from "../../../services/web/dashboard/responses/neighbors.ts";
import { reasonOf } from "../../../services/web/dashboard/responses/pathReason.ts";
import { pathSteps } from "../../../services/web/dashboard/responses/pathSteps.ts";
import { readResponsesSearch, responsesViewOf } from "../../../services/web/dashboard/responses/responsesSearch.ts";
import type { SessionDetail, SessionListItem } from "../../../shared/api/shapes/sessions.ts";
import type { Json } from "../../../shared/domain/graph/types.ts";
import { questions } from "../../../shared/domain/questions/index.ts";
import { sampleForm } from "../../support/sampleForms.ts";
import { node } from "../../support/sampleGraphs.ts";

/** Content and URLs of the responses pages. */
const { graph } = sampleForm("all-types");
const nodeOf = (type: string) => graph.nodes.find(({ question_type }) => question_type === type);

describe("answerContent", () => {
  const shown: Record<string, [answer: Json, line: string, kind: string]> = {
    short_text: ["Ada = 1", "Ada = 1", "text"],
    long_text: ["two\nlines", "two\nlines", "text"],
    email: ["ada@example.com", "ada@example.com", "text"],
    phone: ["+447400123456", "+447400123456", "text"],
    number: [12, "12 talks", "text"],
    date: ["2026-06-03", "Jun 3, 2026", "text"],
    multiple_choice: ["choice", "I planned to attend only the last day", "text"],
    dropdown: ["somebody's friend", "somebody's friend", "text"],
    yes_no: ["yes", "Yes", "text"],
    checkbox: [["web", "people"], "Web, People", "list"],
    picture_choice: [["hall"], "Main hall", "list"],
    ranking: [["friends", "talks"], "Networking, Talks", "list"],
    star_rating: [4, "4", "text"],
    number_scale: [1000, "1,000", "text"],
    opinion_scale: [0, "0", "text"],
    emoji_rating: ["great", "😍 Great", "text"],
    matrix: [{ seats: "good", sound: "fair" }, "Fair, Good", "rows"],
    file_upload: [["https://forms.example/api/v2/file/1/"], "/api/v2/file/1/", "files"],
    records: [[{ name: "Mira", age: 41, speaks: "no" }, { name: "Elias" }], "Mira, 41, No; Elias", "table"],
  };
  const types = Object.entries(questions).flatMap(([type, { family }]) => (family === null ? [] : [type]));

  test.each(types)("shows %s as its respondent saw it", (type) => {
    const [answer, line, kind] = shown[type] ?? [null, "", ""];
    const content = answerContent(answer, type, questionOf(nodeOf(type)));
    expect([answerLine(content), content.kind]).toEqual([line, kind]);
  });

  test("ranks only rankings, and lists answered matrix rows in the question's order", () => {
    const of = (type: string, answer: Json) => answerContent(answer, type, questionOf(nodeOf(type)));
    expect(of("ranking", ["talks"])).toMatchObject({ isRanked: true });
    expect(of("checkbox", ["web"])).toMatchObject({ isRanked: false });
    expect(of("matrix", { staff: "good", sound: "fair" })).toEqual({
      kind: "rows",
      rows: [
        { label: "Sound", value: "Fair" },
        { label: "Staff", value: "Good" },
      ],
    });
  });

  it("keeps all decimal places of a number", () => {
    expect(answerContent(1234.56789, "number", null)).toEqual({ kind: "text", text: "1,234.56789" });
  });

  test("shows stored values without the question, even of unknown types", () => {
    expect(answerContent("web", "dropdown", null)).toEqual({ kind: "text", text: "web" });
    expect(answerContent({ a: 1 }, "slider", null)).toEqual({ kind: "rows", rows: [{ label: "a", value: "1" }] });
    expect(questionOf({ id: "x", question_type: "slider", data: { title: "X" } })).toBeNull();
  });
});

const item = (id: string, further: Partial<SessionListItem> = {}): SessionListItem => ({
  id,
  status: "completed",
  source: "respondent",
  version_number: 1,
  total_score: 0,
  answers_count: 1,
  duration_seconds: 1,
  started_at: "2026-01-01T00:00:00.000Z",
  completed_at: "2026-01-01T00:00:01.000Z",
  revision: 1,
  edited_at: null,
  ...further,
});

describe("pathSteps", () => {
  const session = (path: string[], answers: Record<string, [string, Json]>, status: SessionDetail["status"]) =>
    ({
      ...item("s", { status }),
      order: null,
      score_breakdown: {},
      traversal_path: path,
      answers: Object.entries(answers).map(([id, [type, answer]]) => ({
        id,
        node_id: id,
        question_type: type,
        answer,
        score_awarded: null,
        time_spent_seconds: 3,
        shown_at: "2026-01-01T00:00:00.000Z",
        answered_at: "2026-01-01T00:00:03.000Z",
      })),
      hidden: { ticket: "vip" },
      metadata: { user_agent: null },
      language: null,
      reference: null,
      calculations: {},
    }) satisfies SessionDetail;
  const path = ["welcome", "name", "email", "photos", "vip_wish", "end_happy"];
  const answers: Record<string, [string, Json]> = {
    name: ["short_text", "Ada $1"],
    email: ["email", "ada@example.com"],
    vip_wish: ["short_text", "Tea"],
  };

  test("returns the time since the answer before, the next step, and the rule unless the answer says it", () => {
    const rule = (from: string, to: string, condition: Json) => ({ from, to, condition });
    const score = { left: { type: "score" }, op: "gte", right: 7 };
    const nodes = [
      node("smoke", "yes_no"),
      node("age", "number"),
      node("why", "short_text"),
      node("end", "end_screen"),
    ];
    const edges = [
      rule("smoke", "age", { op: "eq", right: "yes" }),
      rule("smoke", "end", null),
      rule("age", "why", score),
      rule("age", "end", null),
      rule("why", "end", null),
    ];
    const form = { ...graph, nodes, edges } as typeof graph;
    const walked = (path: string[], answered: Record<string, [string, Json]>) => {
      const { answers: given, ...rest } = session(path, answered, "completed");
      const timed = given.map((one, at) => ({ ...one, answered_at: `2026-01-01T00:0${at}:0${at + 4}.000Z` }));
      const steps = pathSteps({ ...rest, started_at: "2026-01-01T00:00:00.000Z", answers: timed }, form);
      return steps.map(({ nodeId, seconds, next }) => [seconds, next, next && reasonOf(form, nodeId, next)]);
    };
    const given: Record<string, [string, Json]> = { smoke: ["yes_no", "yes"], age: ["number", 20] };
    expect(walked(["smoke", "age", "why", "end"], given)).toEqual([
      [4, "age", null],
      [61, "why", "If the score is at least 7"],
      [null, "end", null],
      [null, null, null],
    ]);
    expect(walked(["smoke", "end"], { smoke: ["yes_no", "no"] })[0]).toEqual([4, "end", "Otherwise"]);
  });

  test("returns the titles with recalls filled in, and each step's state", () => {
    const steps = pathSteps(session(path, answers, "completed"), graph);
    expect(steps.map(({ title, state }) => [title, state])).toEqual([
      ["Tell us about your conference experience", "screen"],
      ["What is your name?", "answered"],
      ["What is your email address, Ada $1?", "answered"],
      ["Would you like to share any photos?", "skipped"],
      ["How could we improve the vip lounge?", "answered"],
      ["See you next year, Ada $1!", "end"],
    ]);
  });

  test("ends at the respondent's position, and works without the graph", () => {
    const under = session(path.slice(0, 3), { name: ["short_text", "Ada"] }, "abandoned");
    expect(pathSteps(under, graph).at(-1)?.state).toBe("stopped");
    expect(pathSteps(under, null).map(({ nodeId, title, content }) => [nodeId, title, content])).toEqual([
      ["welcome", null, null],
      ["name", null, { kind: "text", text: "Ada" }],
      ["email", null, null],
    ]);
  });
});

describe("readResponsesSearch", () => {
  test("reads filters, ordering and page, and drops defaults and invalid values", () => {
    const given = { status: "abandoned", version: "2", search: "tea", ordering: "total_score", page: "3" };
    const read = readResponsesSearch(given);
    expect(responsesViewOf(read)).toEqual({
      filters: { status: "abandoned", version: 2, search: "tea", started_at_from: undefined, started_at_to: undefined },
      ordering: "total_score",
      page: 3,
    });
    const none = readResponsesSearch({ status: "x", ordering: "-started_at", page: "1", other: "1" });
    expect(Object.values(none).filter((value) => value !== undefined)).toEqual([]);
    expect(readResponsesSearch({ ordering: "id" }).ordering).toBeUndefined();
  });
});

describe("list snapshot", () => {
  const snapshot = { count: 2, results: [item("b", { status: "in_progress" }), item("a")] };

  test("updates its rows in place, and counts new ones", () => {
    const latest = { count: 4, results: [item("d"), item("c"), item("b")] };
    expect(refreshed(snapshot, latest)).toEqual([item("b"), item("a")]);
    expect(changeSince(snapshot, latest)).toBe(2);
  });

  test("changes with other rows, not with other values", () => {
    expect(changeSince(snapshot, { count: 2, results: [item("b"), item("a")] })).toBeNull();
    expect(changeSince(snapshot, { count: 2, results: [item("a"), item("b")] })).toBe(0);
    expect(changeSince(snapshot, { count: 1, results: [item("a")] })).toBe(0);
    expect(changeSince(snapshot, { count: 2, results: [...snapshot.results, item("c")] })).toBe(0);
    expect(changeSince(snapshot, { count: 3, results: snapshot.results })).toBe(1);
  });
});

describe("neighbors", () => {
  const page = (...ids: string[]) => ({ count: 5, results: ids.map((id) => item(id)) });

  test("follows the list across pages", () => {
    const pages = new Map([
      [2, page("c", "d")],
      [1, page("a", "b")],
    ]);
    expect(positionOf("b", pages, 2)).toEqual({
      position: 2,
      count: 5,
      isMore: false,
      previous: expect.objectContaining({ id: "a", page: 1 }),
      next: expect.objectContaining({ id: "c", page: 2 }),
    });
    expect(positionOf("a", pages, 2)?.previous).toBeNull();
    expect(positionOf("x", pages, 2)).toBeNull();
  });

  test("skips the second copy of a response that new ones pushed to the next page", () => {
    const pages = new Map([
      [1, page("a", "b")],
      [2, page("b", "c")],
    ]);
    expect(positionOf("a", pages, 2)?.next?.id).toBe("b");
    expect(positionOf("b", pages, 2)?.next?.id).toBe("c");
  });

  test("needs the adjacent page only at the end of a page", () => {
    const pages = new Map([[2, page("c", "d")]]);
    expect(missingPage("c", pages, 2, 2)).toBe(1);
    expect(missingPage("d", pages, 2, 2)).toBe(3);
    expect(missingPage("x", pages, 2, 2)).toBe(3);
    expect(missingPage("c", new Map([[1, page("b", "c", "d")]]), 1, 3)).toBeNull();
    expect(missingPage("e", new Map([[2, page("d", "e")]]), 2, 3)).toBeNull();
    expect(missingPage("a", new Map(), 1, 2)).toBeNull();
  });
});
