import { expect, test } from "@jest/globals";
import { analyze } from "../../../../shared/domain/graph/analyze.ts";
import type { Graph } from "../../../../shared/domain/graph/types.ts";

test("reports a question without options whose answer a calculation's condition reads", () => {
  const left = { type: "answer", node_id: "q" };
  const graph = {
    schema_version: "2.0",
    entry_node_id: "q",
    fallback_end_node_id: "end",
    nodes: [
      { id: "q", question_type: "multiple_choice", data: { title: "Q", config: { options: [] } } },
      { id: "end", question_type: "end_screen", data: { title: "End" } },
    ],
    edges: [{ from: "q", to: "end", condition: null }],
    calculations: [{ key: "given", value: { if: [{ left, op: "answered" }, 1, 0] } }],
  } as unknown as Graph;
  expect(analyze(graph).map(({ code, node_id }) => `${code} ${node_id}`)).toContain("bad_config q");
});
