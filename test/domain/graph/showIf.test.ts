import { analyze } from "../../../shared/domain/graph/analyze.ts";
import { compileGraph } from "../../../shared/domain/graph/compile.ts";
import { diff } from "../../../shared/domain/graph/diff/diff.ts";
import { needs } from "../../../shared/domain/graph/needs.ts";
import { publicGraph } from "../../../shared/domain/graph/publicGraph.ts";
import { simulate } from "../../../shared/domain/graph/simulate.ts";
import { startWalk, takeStep, type Walk } from "../../../shared/domain/graph/traverse.ts";
import type { Condition, Graph, GraphNode, Json, NodeData } from "../../../shared/domain/graph/types.ts";
import { context } from "../../support/graphs.ts";
import { wordedProblems } from "../../support/problems.ts";
import { edge } from "../../support/sampleGraphs.ts";

/** `show_if`, `valid_if` and `data.image` (features §11.1, §11.2, §11.4). */
const node = (id: string, questionType: string, data: NodeData = {}): GraphNode => ({
  id,
  question_type: questionType,
  data: { title: id, ...data },
});
const end = node("end", "end_screen");
const answer = (nodeId: string, op: string, right?: Json): Condition => ({
  left: { type: "answer", node_id: nodeId },
  op,
  ...(right !== undefined && { right }),
});
const plan = (value: string): Condition => ({ left: { type: "hidden", key: "plan" }, op: "eq", right: value });
const option = (value: string, showIf?: unknown) => ({
  value,
  label: value.toUpperCase(),
  ...(showIf !== undefined && { show_if: showIf }),
});

/** Connects the nodes one after another, with an end screen at the end. */
const chain = (...nodes: GraphNode[]): Graph => {
  const all = [...nodes, end];
  return {
    schema_version: "2.0",
    entry_node_id: all[0]?.id ?? null,
    nodes: all,
    edges: all.slice(1).map(({ id }, at) => edge(all[at]?.id ?? "", id)),
    hidden_fields: ["plan"],
  };
};

const pets = node("pets", "yes_no", { is_required: true });
const problemsOf = (graph: Graph) =>
  wordedProblems(graph).map(({ code, node_id, message }) => `${code} ${node_id}: ${message}`);

/** Sends answers one after another and returns the path, or the message of the refused one. */
function walkOf(graph: Graph, answers: Record<string, Json>, hidden: Record<string, string> = {}): string[] | string {
  const compiled = compileGraph(graph);
  let walk: Walk = startWalk(compiled, hidden);
  while (!compiled.nodes.get(walk.current_node_id)?.question.is_end) {
    const id = walk.current_node_id;
    const step = takeStep(compiled, walk, { node_id: id, value: answers[id] ?? null }, context);
    if (step.kind !== "moved") return `${id}: ${step.kind === "invalid" ? step.message : step.kind}`;
    walk = { ...walk, visits: [...walk.visits, step.visit], current_node_id: step.next_node_id };
  }
  return [...walk.visits.map(({ node_id }) => node_id), walk.current_node_id];
}

describe("a node with show_if", () => {
  const graph = chain(
    pets,
    node("name", "short_text", { is_required: true, show_if: answer("pets", "eq", "yes") }),
    node("kind", "short_text", { show_if: answer("name", "answered") }),
    node("age", "number"),
  );

  test("is asked only if its condition is true", () => {
    expect(problemsOf(graph)).toEqual([]);
    expect(walkOf(graph, { pets: "yes", name: "Rex" })).toEqual(["pets", "name", "kind", "age", "end"]);
    expect(walkOf(graph, { pets: "no" })).toEqual(["pets", "age", "end"]);
  });

  test("is judged again after going back", () => {
    const compiled = compileGraph(graph);
    const walk = {
      visits: [{ node_id: "pets", answer: "yes", score_awarded: null }],
      current_node_id: "name",
      hidden: {},
    };
    expect(takeStep(compiled, walk, { node_id: "pets", value: "no", back: true }, context)).toMatchObject({
      kind: "moved",
      next_node_id: "age",
      traversal_path: ["pets", "age"],
    });
  });

  test("is a step of a simulation, which ignores an answer to it", () => {
    const { traversal_path, steps } = simulate(graph, { answers: { pets: "no", name: "Rex" }, today: "2026-06-01" });
    expect(traversal_path).toEqual(["pets", "age", "end"]);
    expect(
      steps.map(({ node_id, answer, passed_over, next_node_id }) => [node_id, answer, passed_over, next_node_id]),
    ).toEqual([
      ["pets", "no", undefined, "name"],
      ["name", null, true, "kind"],
      ["kind", null, true, "age"],
      ["age", null, undefined, "end"],
    ]);
    expect(steps[1]?.show_if).toEqual({
      left: { type: "answer", node_id: "pets" },
      op: "eq",
      right: "yes",
      actual: "no",
      result: false,
    });
    expect(steps[0]).not.toHaveProperty("show_if");
    expect(simulate(graph, { answers: { pets: "yes", name: "Rex" }, today: "" }).steps[1]).toMatchObject({
      node_id: "name",
      show_if: { result: true },
    });
  });

  test("counts as possibly unanswered even if it is required", () => {
    const open: Graph = {
      ...graph,
      edges: graph.edges.map((one) => (one.from === "name" ? { ...one, condition: { op: "answered" } } : one)),
    };
    const [problem] = analyze(open);
    expect(problem).toMatchObject({ code: "not_exhaustive", node_id: "name", example: { answers: { pets: "no" } } });
    expect(simulate(open, { answers: { pets: "no" }, today: "" })).toMatchObject({
      traversal_path: ["pets"],
      stopped: { node_id: "name", reason: "no_edge" },
    });
    expect(analyze({ ...open, fallback_end_node_id: "end" })).toEqual([]);
  });
});

test.each<[string, Graph, string[]]>([
  [
    "a condition of the entry node",
    chain(node("a", "short_text", { show_if: plan("pro") })),
    ["bad_condition a: data.show_if: the entry node is always shown; remove the condition"],
  ],
  [
    "a condition of an end screen",
    { ...chain(pets), nodes: [pets, { ...end, data: { show_if: plan("pro") } }] },
    ["bad_condition end: data.show_if: end screens are always shown; remove the condition"],
  ],
  [
    "a comparison without left",
    chain(pets, node("a", "short_text", { show_if: { op: "answered" } })),
    ["bad_condition a: data.show_if: each comparison needs a `left`, because the node has no answer yet"],
  ],
  [
    "a malformed condition",
    chain(pets, node("a", "short_text", { show_if: { any: [] } })),
    ["bad_condition a: data.show_if.any: must have at least 1 item"],
  ],
  [
    "its own answer",
    chain(pets, node("a", "short_text", { show_if: answer("a", "answered") })),
    ["condition_ref a: data.show_if: `a` can't be answered before this point"],
  ],
  [
    "a later node",
    chain(pets, node("a", "short_text", { show_if: answer("b", "answered") }), node("b", "number")),
    ["condition_ref a: data.show_if: `b` can't be answered before this point"],
  ],
  [
    "an operator that doesn't fit",
    chain(pets, node("a", "short_text", { show_if: answer("pets", "gt", 3) })),
    ["condition_type a: data.show_if: `gt` can't compare the answer of `pets`, which is one choice"],
  ],
  [
    "an undeclared hidden field in an option",
    chain(
      pets,
      node("a", "dropdown", {
        config: { options: [option("x"), option("y", { left: { type: "hidden", key: "tier" }, op: "answered" })] },
      }),
    ),
    ["condition_ref a: data.config.options.1.show_if: the hidden field `tier` isn't declared"],
  ],
  [
    "a text as an option's condition",
    chain(pets, node("a", "dropdown", { config: { options: [option("x"), option("y", "yes")] } })),
    ["bad_condition a: data.config.options.1.show_if: must be an object"],
  ],
  [
    "a condition that is never true",
    chain(
      pets,
      node("a", "short_text", { show_if: { all: [answer("pets", "eq", "yes"), answer("pets", "eq", "no")] } }),
      node("b", "number"),
    ),
    ["condition_unsatisfiable a: data.show_if: this condition is never true"],
  ],
  [
    "a condition that no path to the node makes true",
    {
      ...chain(pets, node("a", "number", { show_if: answer("pets", "eq", "no") })),
      edges: [edge("pets", "a", { op: "eq", right: "yes" }), edge("pets", "end"), edge("a", "end")],
    },
    ["condition_unsatisfiable a: data.show_if: this condition is never true"],
  ],
  [
    "rules of a screen",
    chain(pets, node("a", "welcome_screen", { valid_if: [{ condition: plan("pro"), message: "No." }] })),
    ["bad_condition a: data.valid_if.0.condition: screens have no answer to check"],
  ],
  [
    "a rule without a condition or message",
    chain(node("a", "number", { valid_if: [{}] })),
    [
      "bad_condition a: data.valid_if.0.condition: a condition is missing",
      "bad_condition a: data.valid_if.0.message: is required",
    ],
  ],
  [
    "a rule that is never true",
    chain(
      node("a", "number", { config: { max: 5 }, valid_if: [{ condition: { op: "gt", right: 9 }, message: "No." }] }),
    ),
    ["condition_unsatisfiable a: data.valid_if.0.condition: this condition is never true"],
  ],
  [
    "a rule's message that recalls a later answer",
    chain(
      node("a", "number", { valid_if: [{ condition: { op: "gt", right: 1 }, message: "{{answer:a}} {{answer:b}}" }] }),
      node("b", "number"),
    ),
    ["condition_ref a: data.valid_if.0.message: `b` can't be answered before this point"],
  ],
  [
    "an image without https",
    chain(node("a", "number", { image: { url: "ftp://example.com/a.png" } })),
    [
      "bad_config a: data.image.url: must be an https URL, or the `url` of an uploaded image",
      "bad_config a: data.image.alt: is required",
    ],
  ],
])("reports %s", (_name, graph, expected) => expect(problemsOf(graph)).toEqual(expected));

test("an example of a condition that is never true leads to its node", () => {
  const never = { all: [answer("pets", "eq", "yes"), answer("pets", "eq", "no")] };
  const graph = chain(pets, node("a", "short_text", { show_if: never }));
  const [problem] = analyze(graph);
  const { steps } = simulate(graph, { ...problem?.example, answers: problem?.example?.answers ?? {}, today: "" });
  expect(steps.find(({ node_id }) => node_id === "a")).toMatchObject({ passed_over: true });
});

describe("options with show_if", () => {
  const drinks = (type: string, config: object, ...conditions: (Condition | null)[]) =>
    node("drink", type, {
      is_required: true,
      config: {
        options: ["tea", "beer", "water"].map((value, at) => option(value, conditions[at] ?? undefined)),
        ...config,
      },
    });
  const adult = answer("pets", "eq", "yes");

  test("rejects an option that isn't offered, even as other text", () => {
    const graph = chain(pets, drinks("multiple_choice", { allow_other: true }, null, adult));
    expect(walkOf(graph, { pets: "yes", drink: "beer" })).toEqual(["pets", "drink", "end"]);
    expect(walkOf(graph, { pets: "no", drink: "beer" })).toBe('drink: "beer" is not offered here');
    expect(walkOf(graph, { pets: "no", drink: "juice" })).toEqual(["pets", "drink", "end"]);
  });

  test("lists only options that are offered", () => {
    const graph = chain(pets, drinks("dropdown", {}, null, adult));
    expect(walkOf(graph, { pets: "no", drink: "milk" })).toBe('drink: must be one of "tea", "water"');
  });

  test("lowers min_selections and min_ranked to the number of offered options", () => {
    const checkbox = chain(pets, drinks("checkbox", { min_selections: 2 }, null, adult, adult));
    expect(walkOf(checkbox, { pets: "no", drink: ["tea"] })).toEqual(["pets", "drink", "end"]);
    expect(walkOf(checkbox, { pets: "yes", drink: ["tea"] })).toBe("drink: must have at least 2 selected");
    expect(walkOf(checkbox, { pets: "no", drink: ["tea", "beer"] })).toBe('drink: "beer" is not offered here');
    const ranking = chain(pets, drinks("ranking", {}, null, adult));
    expect(walkOf(ranking, { pets: "no", drink: ["water", "tea"] })).toEqual(["pets", "drink", "end"]);
    expect(walkOf(ranking, { pets: "no", drink: ["tea"] })).toBe("drink: must rank at least 2 of the options");
  });

  test("passes over a node without any option, unless it accepts other text", () => {
    const none = [adult, adult, adult];
    const graph = chain(pets, drinks("dropdown", {}, ...none));
    expect(walkOf(graph, { pets: "no" })).toEqual(["pets", "end"]);
    const open = chain(pets, drinks("dropdown", { allow_other: true }, ...none));
    expect(walkOf(open, { pets: "no", drink: "juice" })).toEqual(["pets", "drink", "end"]);
    const closed: Graph = { ...graph, edges: [edge("pets", "drink"), edge("drink", "end", { op: "answered" })] };
    expect(analyze(closed)).toEqual([
      expect.objectContaining({ code: "not_exhaustive", node_id: "drink", example: { answers: { pets: "no" } } }),
    ]);
  });

  test("starts at the next node if the entry node has no option to offer", () => {
    const pro = plan("pro");
    const graph = chain(drinks("dropdown", {}, pro, pro, pro), pets);
    expect(startWalk(compileGraph(graph), {}).current_node_id).toBe("pets");
    expect(startWalk(compileGraph(graph), { plan: "pro" }).current_node_id).toBe("drink");
    expect(simulate(graph, { answers: { pets: "no" }, today: "" }).traversal_path).toEqual(["pets", "end"]);
  });
});

describe("valid_if", () => {
  const rules = [
    { condition: { op: "gt", right: 0 }, message: "Enter more than 0." },
    {
      condition: { any: [answer("pets", "eq", "yes"), { op: "lt", right: 10 }] },
      message: "You said {{answer:pets}}, and {{answer:count}}?",
    },
  ];
  const graph = chain(pets, node("count", "number", { valid_if: rules }));

  test("rejects an answer with the message of the first false rule", () => {
    expect(analyze(graph)).toEqual([]);
    expect(walkOf(graph, { pets: "no", count: 0 })).toBe("count: Enter more than 0.");
    expect(walkOf(graph, { pets: "no", count: 12 })).toBe("count: You said No, and 12?");
    expect(walkOf(graph, { pets: "yes", count: 12 })).toEqual(["pets", "count", "end"]);
  });

  test("doesn't look at a skipped question", () => {
    expect(walkOf(graph, { pets: "no" })).toEqual(["pets", "count", "end"]);
  });
});

test("reports conditions with more than 20,000 comparisons together", () => {
  const any = Array.from({ length: 50 }, () => answer("pets", "eq", "yes"));
  const guarded = (count: number) =>
    chain(pets, ...Array.from({ length: count }, (_, at) => node(`n${at}`, "number", { show_if: { any } })));
  expect(problemsOf(guarded(400)).filter((text) => text.includes("20,000"))).toEqual([]);
  expect(problemsOf(guarded(401)).filter((text) => text.includes("20,000"))).toEqual([
    "bad_condition n400: data.show_if: all `show_if` and `valid_if` of a form can have at most 20,000 comparisons together",
  ]);
});

test("reports an answer that sets off too expensive conditions", () => {
  const text = node("text", "long_text", { config: { max_length: 20_000 } });
  const contains = Array.from({ length: 10 }, (_, at) => answer("text", "contains", `x${at}`));
  const guarded = (count: number) =>
    chain(text, ...Array.from({ length: count }, (_, at) => node(`n${at}`, "number", { show_if: { any: contains } })));
  expect(problemsOf(guarded(5))).toEqual([]);
  expect(problemsOf(guarded(40))).toEqual([
    expect.stringMatching(/^bad_condition text: an answer to this node evaluates/),
  ]);
});

test("compares show_if, valid_if, images and pages as safe changes", () => {
  const before = chain(pets, node("a", "dropdown", { config: { options: [option("x"), option("y")] } }));
  const data = {
    show_if: answer("pets", "eq", "yes"),
    valid_if: [{ condition: { op: "eq", right: "x" }, message: "No." }],
    image: { url: "https://example.com/a.png", alt: "" },
    config: { options: [option("x"), option("y", plan("pro"))] },
  };
  const after = { ...chain(pets, node("a", "dropdown", data)), pages: [{ id: "p", node_ids: ["pets", "a"] }] };
  const changes = diff({ graph: before }, { graph: after });
  expect(changes.map(({ subject, field, before, impact }) => [subject, field, before, impact])).toEqual([
    ["form", "pages.p", null, "safe"],
    ["node", "data.show_if", null, "safe"],
    ["node", "data.valid_if", null, "safe"],
    ["node", "data.image", null, "safe"],
    ["node", "data.config.options.y.show_if", null, "safe"],
  ]);
  expect(changes[4]?.after).toEqual(plan("pro"));
});

test("leaves empty keys out of the public graph", () => {
  const config = { options: [option("x", null), option("y", plan("pro"))] };
  const graph = { ...chain(node("a", "dropdown", { show_if: null, valid_if: [], config })), pages: [] };
  const shown = publicGraph(graph);
  expect(shown.nodes[0]?.data).toEqual({ title: "a", config: { options: [option("x"), option("y", plan("pro"))] } });
  expect(shown).not.toHaveProperty("pages");
});

test("needs RE2 for a pattern in show_if", () => {
  const matches = answer("a", "matches", "^x");
  const graph = chain(node("a", "short_text"), node("b", "number", { show_if: matches }));
  expect(needs(graph).patterns).toBe(true);
  expect(needs(chain(node("a", "short_text"))).patterns).toBe(false);
});
