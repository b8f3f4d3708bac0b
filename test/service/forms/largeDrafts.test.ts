import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";
import type { Tagged } from "../../../shared/bus/contract.ts";
import { newCaller, type questionnaire, type Stage, startForms } from "./stage.ts";

/** The limit of a graph is 200,000 values. Touching each blocks this process. */
let stage: Stage;
beforeAll(async () => {
  stage = await startForms();
});
afterAll(() => stage?.stop());

/** Returns a graph that counts reads of its values. */
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

test("reads a draft's values once per save", async () => {
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

test("passes a saved graph through as text without parsing it in this thread", async () => {
  const caller = newCaller();
  const { slug } = await stage.call("forms.create", { caller, body: { title: "Text" } });
  const { graph } = countingGraph();
  await stage.call("forms.saveDraft", { caller, slug, body: { graph }, if_match: null });
  const parse = jest.spyOn(JSON, "parse");
  const read = [
    await stage.broker.call<Tagged<string>, object>("forms.getDraft", { caller, slug }),
    await stage.broker.call<unknown, object>("forms.validateDraft", { caller, slug }),
    await stage.broker.call<string, object>("forms.simulateDraft", { caller, slug, body: { answers: {} } }),
  ];
  const parsed = parse.mock.calls.filter(([text]) => text.includes("schema_version"));
  parse.mockRestore();
  expect(parsed).toEqual([]);
  expect(JSON.parse((read[0] as Tagged<string>).value).graph).toEqual(JSON.parse(JSON.stringify(graph)));
});
