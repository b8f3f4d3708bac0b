import { isAsServed } from "../../services/web/respondent/earlyInput.ts";
import { chain, node } from "../support/sampleGraphs.ts";

/** Whether the browser takes over the gateway's HTML, with what was typed into it. */
afterEach(() => {
  for (const name of ["location", "document"]) Reflect.deleteProperty(globalThis, name);
});

const graph = chain(node("name", "short_text"), node("age", "number"));
const asServed = (search: string, hiddenFields: string[], isDrawn = true) => {
  Object.assign(globalThis, { location: { search }, document: { querySelector: () => (isDrawn ? {} : null) } });
  const [first] = graph.nodes;
  const page = { questions: graph.nodes.map((one) => ({ node: one })) };
  const form = { graph: { ...graph, hidden_fields: hiddenFields } };
  return isAsServed({ screen: "node", phase: "new", value: null, position: 0, node: first, page, form } as never);
};

test.each([
  ["", ["plan"], true],
  ["?utm_source=mail", [], true],
  ["?plan=pro", ["plan"], false],
])("keeps a served page of questions at %j with the hidden fields %j: %j", (search, hidden, expected) => {
  expect(asServed(search, hidden)).toBe(expected);
});

test("replaces a page of questions that the gateway couldn't draw", () => {
  expect(asServed("", [], false)).toBe(false);
});
