import { copyNodes } from "../../../services/web/dashboard/builder/model/clipboard.ts";
import { type Conflict, merge, takeTheirs } from "../../../services/web/dashboard/builder/model/merge.ts";
import { operations } from "../../../services/web/dashboard/builder/model/operations.ts";
import { usesOfNodes } from "../../../services/web/dashboard/builder/model/uses.ts";
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
    expect(usesOfNodes(full, ["a"])).toEqual({ rules: 0, conditions: 1, texts: 1 });
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
