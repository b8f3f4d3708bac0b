import { traceOf } from "../../../services/web/dashboard/builder/preview/trace.ts";
import { builtInTypes } from "../../../services/web/dashboard/builder/types/questionTable.ts";
import { simulate } from "../../../shared/domain/graph/simulate.ts";
import type { Graph, Json } from "../../../shared/domain/graph/types.ts";

/** The logic trace: why a form follows a path. */
const yesNo = (id: string, title: string) => ({ id, question_type: "yes_no", data: { title } });
const graph: Graph = {
  schema_version: "2.0",
  entry_node_id: "smoke",
  fallback_end_node_id: "end",
  hidden_fields: ["plan"],
  nodes: [
    {
      ...yesNo("smoke", "Do you smoke?"),
      data: { title: "Do you smoke?", config: { scoring: { mode: "options", points: { yes: 3 } } } },
    },
    yesNo("stop", "Would you stop?"),
    { id: "end", question_type: "end_screen", data: { title: "Thanks" } },
  ],
  edges: [
    { id: "a", from: "smoke", to: "end", condition: { op: "eq", right: "no" } },
    {
      id: "b",
      from: "smoke",
      to: "stop",
      condition: { all: [{ left: { type: "score" }, op: "gte", right: 3 }, { not: { op: "not_answered" } }] },
    },
    { id: "c", from: "smoke", to: "end", condition: null },
    { id: "d", from: "stop", to: "end", condition: { left: { type: "hidden", key: "plan" }, op: "eq", right: "pro" } },
  ],
};
const traced = (answers: Record<string, Json>, of: Graph = graph) => {
  const walk = simulate(of, { answers, hidden: {}, today: "2026-06-01" });
  const given = Object.entries(answers).map(([nodeId, answer]) => ({ node_id: nodeId, answer }));
  return traceOf(walk, given, of, builtInTypes);
};

test("lists the edges of each step in order, with the reasons and the one that matched", () => {
  expect(traced({ smoke: "yes" })).toEqual({
    steps: [
      {
        node_id: "smoke",
        name: "Do you smoke?",
        answer: "Yes",
        points: 3,
        total: 3,
        edges: [
          {
            state: "false",
            text: "If the answer is No → Thanks",
            because: [{ text: "the answer is No (answer: Yes)", result: false, parts: [] }],
          },
          {
            state: "taken",
            text: "If the score is at least 3 and not (not answered) → Would you stop?",
            because: [
              {
                text: "Match all",
                result: true,
                parts: [
                  { text: "the score is at least 3 (answer: 3)", result: true, parts: [] },
                  {
                    text: "Negate",
                    result: true,
                    parts: [{ text: "not answered (answer: Yes)", result: false, parts: [] }],
                  },
                ],
              },
            ],
          },
          { state: "untried", text: "Otherwise → Thanks", because: [] },
        ],
        passedOver: null,
        shownBy: [],
      },
    ],
    total: 3,
    // the question is optional and not answered yet
    scores: [],
    at: { node_id: "stop", name: "Would you stop?", isEnd: false },
    stopped: null,
  });
});

test("adds a row for the default end screen if no rule matches", () => {
  const { steps, at } = traced({ smoke: "yes", stop: null });
  expect(steps[1]).toMatchObject({
    answer: null,
    points: null,
    total: 3,
    edges: [
      {
        state: "false",
        because: [{ text: "plan is pro (no answer)", result: false }],
      },
      { state: "taken", text: "No rule matches → Thanks" },
    ],
  });
  expect(at).toEqual({ node_id: "end", name: "Thanks", isEnd: true });
});

test("stops at a step without a next node, with the reason", () => {
  const { fallback_end_node_id: _, ...open } = graph;
  expect(traced({ smoke: "yes", stop: null }, open)).toMatchObject({
    steps: [{ node_id: "smoke" }, { node_id: "stop", edges: [{ state: "false" }] }],
    at: null,
    stopped: expect.stringContaining("No rule matches these answers."),
  });
  const gone: Graph = { ...graph, nodes: graph.nodes.filter(({ id }) => id !== "stop") };
  expect(traced({ smoke: "yes" }, gone).stopped).toContain("or one of its rules has an error");
});

test("stops before the first answer that doesn’t fit the draft", () => {
  const turned: Graph = { ...graph, entry_node_id: "stop" };
  expect(traced({ smoke: "yes", stop: "yes" }, turned)).toMatchObject({
    steps: [],
    at: { node_id: "stop", isEnd: false },
  });
});

describe("conditions of questions", () => {
  const smokes = { left: { type: "answer", node_id: "smoke" }, op: "eq", right: "yes" };
  const asks = (showIf: object): Graph => ({
    schema_version: "2.0",
    entry_node_id: "smoke",
    fallback_end_node_id: "end",
    nodes: [
      yesNo("smoke", "Do you smoke?"),
      { ...yesNo("stop", "Would you stop?"), data: { title: "Would you stop?", ...showIf } },
      yesNo("last", "Anything else?"),
      { id: "end", question_type: "end_screen", data: { title: "Thanks" } },
    ],
    edges: [
      { id: "a", from: "smoke", to: "stop", condition: null },
      { id: "b", from: "stop", to: "last", condition: null },
    ],
  });

  test("says in a sentence why a question was passed over, with the result of each part", () => {
    expect(traced({ smoke: "no" }, asks({ show_if: smokes }))).toMatchObject({
      steps: [
        { node_id: "smoke", passedOver: null },
        {
          node_id: "stop",
          answer: null,
          passedOver: "Skipped. It is shown only if “Do you smoke?” is Yes.",
          shownBy: [{ text: "“Do you smoke?” is Yes (answer: No)", result: false }],
          edges: [{ state: "taken" }],
        },
      ],
      at: { node_id: "last" },
    });
    const { steps, at } = traced({ smoke: "no", last: "yes" }, asks({ show_if: smokes }));
    expect(steps.map(({ node_id }) => node_id)).toEqual(["smoke", "stop", "last"]);
    expect(at).toMatchObject({ node_id: "end", isEnd: true });
  });

  test("says that no option is shown", () => {
    const config = {
      options: [
        { value: "x", label: "X", show_if: smokes },
        { value: "y", label: "Y", show_if: smokes },
      ],
    };
    const graph = asks({ config });
    const nodes = graph.nodes.map((node) => (node.id === "stop" ? { ...node, question_type: "dropdown" } : node));
    expect(traced({ smoke: "no" }, { ...graph, nodes }).steps[1]).toMatchObject({
      passedOver: "Skipped. None of its options is shown.",
      shownBy: [],
    });
  });
});

test("shows rows by the titles of their fields, also of one called toString", () => {
  const fields = [
    { key: "toString", title: "Name", question_type: "short_text" },
    {
      key: "days",
      title: "Days",
      question_type: "checkbox",
      config: { options: ["Mon", "Tue"].map((value) => ({ value, label: value })) },
    },
  ];
  const records: Graph = {
    ...graph,
    entry_node_id: "who",
    nodes: [
      { id: "who", question_type: "records", data: { title: "Who?", config: { fields } } },
      { id: "end", question_type: "end_screen", data: { title: "Thanks" } },
    ],
    edges: [{ id: "a", from: "who", to: "end", condition: null }],
  };
  const { steps } = traced(
    { who: [{ toString: "Mira", days: ["Mon", "Tue"] }, { toString: "Elias" }] as unknown as Json },
    records,
  );
  expect(steps[0]?.answer).toBe("Name: Mira, Days: Mon, Tue; Name: Elias");
});
