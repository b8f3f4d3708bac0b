import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { newCaller, type questionnaire, type Stage, startForms } from "./stage.ts";

/** A graph may have 200,000 values: what is done with each of them holds up everybody else in this process. */
let stage: Stage;
beforeAll(async () => {
  stage = await startForms();
});
afterAll(() => stage?.stop());

/** A graph that counts how often a value in it is read. */
function countingGraph() {
  let reads = 0;
  const counter = {
    get value() {
      reads += 1;
      return 1;
    },
  };
  const node = { id: "q", question_type: "yes_no", data: { title: "?", config: { counter } } };
  const graph = { schema_version: "2.0", entry_node_id: "q", nodes: [node], edges: [] };
  return { graph: graph as unknown as ReturnType<typeof questionnaire>, reads: () => reads };
}

test("a draft's values are read once when it is saved, whether it is the first or not", async () => {
  const caller = newCaller();
  const { slug } = await stage.call("forms.create", { caller, body: { title: "Large" } });
  for (const _ of ["first", "second"]) {
    const { graph, reads } = countingGraph();
    const saved = await stage.call("forms.saveDraft", { caller, slug, body: { graph }, if_match: null });
    expect(reads()).toBe(1);
    const read = await stage.call("forms.getDraft", { caller, slug });
    expect(read).toMatchObject({ etag: saved.etag, value: { graph: JSON.parse(JSON.stringify(graph)) } });
  }
});
