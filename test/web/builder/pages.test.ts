import { boxesOf } from "../../../services/web/dashboard/builder/canvas/boxes.ts";
import { dropsOf, framesOf } from "../../../services/web/dashboard/builder/canvas/frames.ts";
import { columnPositions, shownPositions } from "../../../services/web/dashboard/builder/canvas/positions.ts";
import {
  dropAt,
  type Item,
  isHeading,
  rowsOf,
  withHeadings,
} from "../../../services/web/dashboard/builder/list/rows.ts";
import { copyNodes } from "../../../services/web/dashboard/builder/model/clipboard.ts";
import { takeTheirs } from "../../../services/web/dashboard/builder/model/merging/conflict.ts";
import { merge } from "../../../services/web/dashboard/builder/model/merging/merge.ts";
import type { Conflict } from "../../../services/web/dashboard/builder/model/merging/parts.ts";
import { operations } from "../../../services/web/dashboard/builder/model/operations.ts";
import { usesOfNodes } from "../../../services/web/dashboard/builder/model/uses.ts";
import { pageFixOf } from "../../../services/web/dashboard/builder/problems/pageFix.ts";
import { fieldOf, pageOfProblem, placeOf } from "../../../services/web/dashboard/builder/problems/place.ts";
import { problemText } from "../../../services/web/dashboard/builder/problems/problemText.ts";
import { builtInTypes } from "../../../services/web/dashboard/builder/types/questionTable.ts";
import { analyze } from "../../../shared/domain/graph/analyze.ts";
import type { Graph, GraphNode, Page } from "../../../shared/domain/graph/types.ts";

/** Pages and conditions of questions in the builder's operations. */
const question = (id: string, data: GraphNode["data"] = {}): GraphNode => ({
  id,
  question_type: "short_text",
  data: { title: id, ...data },
});

/** a → b → c → d → end */
function row(pages?: Page[]): Graph {
  const ids = ["a", "b", "c", "d", "end"];
  return {
    schema_version: "2.0",
    entry_node_id: "a",
    nodes: [...ids.slice(0, 4).map((id) => question(id)), { id: "end", question_type: "end_screen", data: {} }],
    edges: ids.slice(1).map((to, at) => ({ id: `e${at}`, from: ids[at] as string, to, condition: null })),
    ...(pages && { pages }),
  };
}
const page = (...nodeIds: string[]): Page => ({ id: "page", node_ids: nodeIds });
const order = ({ nodes }: Graph) => nodes.map(({ id }) => id).join(" ");
const members = ({ pages = [] }: Graph) => pages.map(({ node_ids }) => node_ids.join(" "));

describe("making a page", () => {
  it("puts selected questions next to each other on a new page, without end screens", () => {
    const made = operations.makePage(row(), { ids: ["b", "d", "end"] });
    expect(made.pages).toEqual([{ id: "page", node_ids: ["b", "d"] }]);
    expect(order(made)).toBe("a b d c end");
  });

  it("starts with the only question that rules enter", () => {
    const back = { ...row(), edges: [{ id: "x", from: "a", to: "c", condition: null }] };
    expect(members(operations.makePage(back, { ids: ["b", "c"] }))).toEqual(["c b"]);
  });

  it("takes questions off other pages and removes pages that are then empty", () => {
    const made = operations.makePage(row([page("a", "b"), { id: "other", node_ids: ["c"] }]), { ids: ["b", "c"] });
    expect(members(made)).toEqual(["a", "b c"]);
  });

  it("changes nothing beyond 50 questions or 300 pages", () => {
    const many = Array.from({ length: 51 }, (_, at) => question(`q${at}`));
    const graph: Graph = { schema_version: "2.0", nodes: many, edges: [] };
    expect(operations.makePage(graph, { ids: many.map(({ id }) => id) })).toBe(graph);
    const pages = Array.from({ length: 300 }, (_, at) => ({ id: `p${at}`, node_ids: [`x${at}`] }));
    const full = { ...graph, pages };
    expect(operations.makePage(full, { ids: ["q1"] })).toBe(full);
  });
});

describe("moving questions", () => {
  it("moves a question onto a page, where the list has it", () => {
    const moved = operations.reorderNodes(row([page("b", "c")]), { ids: ["d"], before: "c", page: "page" });
    expect(order(moved)).toBe("a b d c end");
    expect(members(moved)).toEqual(["b d c"]);
  });

  it("moves a question off its page", () => {
    const moved = operations.reorderNodes(row([page("b", "c")]), { ids: ["b"], before: "a", page: null });
    expect(order(moved)).toBe("b a c d end");
    expect(members(moved)).toEqual(["c"]);
  });

  it("reorders within a page, and keeps the page’s own order of other questions", () => {
    const moved = operations.reorderNodes(row([page("d", "b", "c")]), { ids: ["c"], before: "b", page: "page" });
    expect(members(moved)).toEqual(["c d b"]);
  });

  it("adds at the end of a page, and puts questions that leave behind it", () => {
    const joined = operations.moveToPage(row([page("b", "c")]), { ids: ["a"], page: "page" });
    expect([order(joined), members(joined)]).toEqual(["b c a d end", ["b c a"]]);
    const left = operations.moveToPage(joined, { ids: ["b"], page: null });
    expect([order(left), members(left)]).toEqual(["c a b d end", ["c a"]]);
  });

  it("inserts a question between two of a page on that page", () => {
    const graph = operations.insertOnEdge(row([page("b", "c")]), { edge_id: "e1", question_type: "email" });
    expect(members(graph)).toEqual(["b email c"]);
    const outside = operations.insertOnEdge(row([page("b", "c")]), { edge_id: "e0", question_type: "email" });
    expect(members(outside)).toEqual(["b c"]);
  });

  it("removes deleted questions from pages, and pages without questions", () => {
    const graph = row([page("b", "c")]);
    expect(members(operations.removeNodes(graph, { ids: ["b"], reconnect: true }))).toEqual(["c"]);
    expect(operations.removeNodes(graph, { ids: ["b", "c"], reconnect: true }).pages).toBeUndefined();
    expect(operations.removePage(graph, { id: "page" }).pages).toBeUndefined();
    expect(members(operations.setType(graph, { id: "c", question_type: "end_screen" }))).toEqual(["b"]);
  });
});

describe("copying", () => {
  it("copies a page with all of its questions", () => {
    const graph = { ...row([{ ...page("b", "c"), title: "You" }]) };
    expect(copyNodes(graph, ["b"]).pages).toBeUndefined();
    const copy = operations.duplicate(graph, { ids: ["b", "c"] });
    expect(copy.pages?.[1]).toEqual({ id: "page_2", title: "You", node_ids: ["b_2", "c_2"] });
    expect(order(copy)).toBe("a b c b_2 c_2 d end");
  });

  it("puts a copy of one question on its page", () => {
    expect(members(operations.duplicate(row([page("b", "c")]), { ids: ["b"] }))).toEqual(["b b_2 c"]);
  });
});

describe("renaming", () => {
  const reads = (id: string) => ({ left: { type: "answer", node_id: id }, op: "answered" });
  const graph: Graph = {
    ...row([{ id: "page", title: "On {{answer:a}}", node_ids: ["a", "b"] }]),
    hidden_fields: ["plan"],
  };
  const guarded = question("b", {
    show_if: { all: [reads("a"), { left: { type: "hidden", key: "plan" }, op: "eq", right: "a" }] },
    valid_if: [{ condition: { op: "neq", right: "x" }, message: "Not {{answer:a}}" }, { condition: reads("a") }],
    config: { options: [{ value: "yes", show_if: reads("a") }, { value: "no" }, 7] },
  });
  const full = { ...graph, nodes: graph.nodes.map((node) => (node.id === "b" ? guarded : node)) };

  it("updates pages, conditions of questions and options, and messages", () => {
    const renamed = operations.renameNode(full, { id: "a", to: "first" });
    expect(renamed.pages).toEqual([{ id: "page", title: "On {{answer:first}}", node_ids: ["first", "b"] }]);
    expect(renamed.nodes[1]?.data).toEqual({
      ...guarded.data,
      show_if: { all: [reads("first"), { left: { type: "hidden", key: "plan" }, op: "eq", right: "a" }] },
      valid_if: [
        { condition: { op: "neq", right: "x" }, message: "Not {{answer:first}}" },
        { condition: reads("first") },
      ],
      config: { options: [{ value: "yes", show_if: reads("first") }, { value: "no" }, 7] },
    });
    expect(usesOfNodes(full, ["a"])).toEqual({ rules: 0, conditions: 1, texts: 1, ends: 0, scores: 0 });
  });

  it("updates hidden fields and options that conditions of questions read", () => {
    const hidden = operations.renameHidden(full, { key: "plan", to: "tier" });
    expect(JSON.stringify(hidden.nodes[1]?.data.show_if)).toContain('"key":"tier"');
    const asked = question("a", { config: { options: [{ value: "x", label: "X" }] } });
    const right = { left: { type: "answer", node_id: "a" }, op: "eq", right: "x" };
    const before = { ...row(), nodes: [{ ...asked, question_type: "dropdown" }, question("b", { show_if: right })] };
    const after = operations.renameOption(before, { node_id: "a", list: "options", from: "x", to: "y" });
    expect(after.nodes[1]?.data.show_if).toEqual({ ...right, right: "y" });
  });
});

describe("merging", () => {
  const base = row([page("a", "b")]);
  const theirChange = (pages: Page[]) => ({ ...base, pages });

  it("keeps questions that both sides added to a page, without those that one side removed", () => {
    const mine = { ...base, pages: [page("a", "b", "c")] };
    const { graph, conflicts } = merge(base, mine, theirChange([page("a", "d")]));
    expect(new Set(graph.pages?.[0]?.node_ids)).toEqual(new Set(["a", "d", "c"]));
    expect(conflicts).toEqual([]);
  });

  it("leaves a question that each side put on another page on one of them", () => {
    const mine = { ...base, pages: [page("a", "b", "c")] };
    const theirs = theirChange([page("a", "b"), { id: "other", node_ids: ["c", "d"] }]);
    expect(members(merge(base, mine, theirs).graph)).toEqual(["a b c", "d"]);
  });

  it("removes a question that the other side deleted from pages", () => {
    const mine = { ...base, pages: [page("a", "b", "c")] };
    const theirs = operations.removeNodes(base, { ids: ["c"], reconnect: true });
    expect(members(merge(base, mine, theirs).graph)).toEqual(["a b"]);
  });

  it("keeps two pages that got the same ID", () => {
    const mine = operations.makePage(row(), { ids: ["a", "b"] });
    const theirs = operations.makePage(row(), { ids: ["c", "d"] });
    const { graph, conflicts } = merge(row(), mine, theirs);
    expect(new Set(members(graph))).toEqual(new Set(["a b", "c d"]));
    expect(new Set(graph.pages?.map(({ id }) => id)).size).toBe(2);
    expect(conflicts).toEqual([]);
  });

  it("asks if both sides gave a page another title", () => {
    const titled = (title: string) => ({ ...base, pages: [{ ...page("a", "b"), title }] });
    const { graph, conflicts } = merge(base, titled("Mine"), titled("Theirs"));
    expect(graph.pages?.[0]?.title).toBe("Mine");
    expect(takeTheirs(graph, conflicts[0] as Conflict).pages?.[0]?.title).toBe("Theirs");
  });
});

describe("the list", () => {
  const itemsOf = (graph: Graph): Item[] =>
    withHeadings(rowsOf({ graph, problems: [], table: builtInTypes }, new Map()).values(), graph.pages);

  it("puts a heading before each run of a page’s questions", () => {
    const ids = (graph: Graph) => itemsOf(graph).map(({ id }) => id);
    expect(ids(row([page("b", "c")]))).toEqual(["a", "page:page", "b", "c", "d", "end"]);
    expect(ids(row([page("a", "c")]))).toEqual(["page:page", "a", "b", "page:page:1", "c", "d", "end"]);
  });

  it("drops onto a page between its heading and its last question, else off pages", () => {
    const items = itemsOf(row([page("b", "c")]));
    const at = (key: string, isBefore: boolean) => dropAt(items, key, isBefore, new Set(["d"]));
    expect(at("page:page", true)).toEqual({ before: "b", page: null });
    expect(at("page:page", false)).toEqual({ before: "b", page: "page" });
    expect(at("c", true)).toEqual({ before: "c", page: "page" });
    expect(at("c", false)).toEqual({ before: "end", page: "page" });
    expect(at("end", true)).toEqual({ before: "end", page: null });
  });

  it("says when a question is shown", () => {
    const showIf = { left: { type: "answer", node_id: "a" }, op: "eq", right: "x" };
    const graph = { ...row(), nodes: [question("a"), question("b", { show_if: showIf })] };
    const rows = itemsOf(graph).flatMap((item) => (isHeading(item) ? [] : item.shownIf));
    expect(rows).toEqual([null, "Show only if “a” is x"]);
    expect(boxesOf(graph, builtInTypes).map(({ shownIf }) => shownIf)).toEqual(rows);
  });

  it("shortens titles in the condition on a card", () => {
    const showIf = { left: { type: "answer", node_id: "a" }, op: "eq", right: "x" };
    const titled = question("a", { title: "Which ticket 🎟️ do you have?" });
    const nodes = [titled, question("b", { show_if: showIf })];
    const conditions = boxesOf({ ...row(), nodes }, builtInTypes).map(({ condition }) => condition);
    expect(conditions).toEqual([null, "“Which ticket 🎟…” is x"]);
  });
});

describe("the canvas", () => {
  const graph = row([page("b", "c")]);
  const boxes = boxesOf(graph, builtInTypes);
  const positions = columnPositions(boxes);

  it("lays out a page as cards below each other, with nothing else in its frame", () => {
    const [frame] = framesOf(graph.pages ?? [], boxes, positions);
    expect(positions.get("b")?.x).toBe(positions.get("c")?.x);
    expect(frame?.nodes).toEqual(["b", "c"]);
    const inside = (id: string) => {
      const { x, y } = positions.get(id) as { x: number; y: number };
      return frame && x + 256 > frame.x && x < frame.x + frame.width && y < frame.y + frame.height && y + 64 > frame.y;
    };
    expect(["a", "b", "c", "d", "end"].filter(inside)).toEqual(["b", "c"]);
  });

  it("puts a card that is dropped in a frame on its page, and takes a card out of it", () => {
    const { x, y } = positions.get("c") as { x: number; y: number };
    const drops = (to: Record<string, { x: number; y: number }>) =>
      Object.fromEntries(dropsOf(boxes, framesOf(graph.pages ?? [], boxes, positions), to));
    expect(drops({ d: { x: x + 20, y: y + 10 } })).toEqual({ page: ["d"] });
    expect(drops({ c: { x: x + 900, y } })).toEqual({ null: ["c"] });
    expect(drops({ c: { x: x + 5, y } })).toEqual({});
    // the whole page moves
    expect(drops({ b: { x: x + 900, y }, c: { x: x + 900, y: y + 100 } })).toEqual({});
    expect(drops({ end: { x: x + 20, y: y + 10 } })).toEqual({});
  });

  it("shows questions that come to a page below its cards", () => {
    const placed = { ...row(), nodes: row().nodes.map((node, at) => ({ ...node, position: { x: at * 400, y: 0 } })) };
    const made = operations.makePage(placed, { ids: ["b", "d"] });
    const shown = shownPositions(made.nodes, boxesOf(made, builtInTypes), new Map());
    expect(shown.get("b")).toEqual({ x: 400, y: 0 });
    expect(shown.get("d")?.x).toBe(400);
    expect(shown.get("d")?.y).toBeGreaterThan(0);
  });
});

describe("problems", () => {
  const told = (graph: Graph) =>
    analyze(graph).map((problem) => problemText(problem, { graph, previous: null, table: builtInTypes }));

  it("names a rule into the middle of a page, and sends it to the first question", () => {
    const base = row([page("b", "c")]);
    const graph = {
      ...base,
      edges: [...base.edges, { id: "x", from: "a", to: "c", condition: { op: "eq", right: "x" } }],
    };
    graph.edges.unshift(graph.edges.pop() as Graph["edges"][number]);
    expect(told(graph)).toEqual(["This rule goes to “c”, in the middle of a page. Go to “b”, its first question."]);
    const fix = pageFixOf(analyze(graph)[0] as never, graph);
    expect(fix).toEqual({ edge: "x", to: "b" });
    expect(analyze(operations.retarget(graph, { id: fix?.edge as string, to: "b" }))).toEqual([]);
  });

  it("sends the start to the first question of its page", () => {
    const graph = { ...row([page("b", "a")]), edges: row().edges };
    const [problem] = analyze(graph).filter(({ code }) => code === "page_entry");
    expect(told(graph)).toContain("The form starts in the middle of a page. Start with “b”, its first question.");
    expect(pageFixOf(problem as never, graph)).toEqual({ edge: null, to: "b" });
    expect(fieldOf(problem as never, graph)).toBe("entry");
  });

  it("goes to the page that lists an unknown question or an end screen", () => {
    const graph = row([{ ...page("b", "gone", "end"), title: "You" }]);
    expect(told(graph)).toEqual([
      "“gone” doesn’t exist. Remove it from the page.",
      "“Untitled (End screen)” is an end screen. Remove it from the page.",
    ]);
    expect(analyze(graph).map((problem) => pageOfProblem(problem, graph))).toEqual(["page", "page"]);
    expect(placeOf(analyze(graph)[0] as never, graph)).toBe("You");
  });

  it("goes to the condition, the option or the check with a problem", () => {
    const nothing = { op: "answered" };
    const graph: Graph = {
      ...row(),
      nodes: row().nodes.map((node) => {
        if (node.id === "a") return { ...node, data: { ...node.data, show_if: nothing } };
        if (node.id === "b")
          return { ...node, data: { ...node.data, show_if: nothing, valid_if: [{ condition: null }] } };
        const options = [
          { value: "x", label: "X", show_if: nothing },
          { value: "y", label: "Y" },
        ];
        return node.id === "c" ? { ...question("c", { config: { options } }), question_type: "dropdown" } : node;
      }),
    };
    expect(told(graph)).toEqual([
      "The start is always shown. Remove its condition.",
      "Choose the field of each condition.",
      "A check has no condition. Add one, or remove the check.",
      "Enter a message for each check.",
      "Choose the field of each condition.",
    ]);
    expect(analyze(graph).map((problem) => fieldOf(problem, graph))).toEqual([
      "show_if",
      "show_if",
      "valid_if",
      "valid_if",
      "config.options.0.show_if",
    ]);
  });
});
