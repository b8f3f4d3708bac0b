import fc from "fast-check";
import { compileGraph } from "../../../shared/domain/graph/compile.ts";
import type { Walk } from "../../../shared/domain/graph/traverse.ts";
import type { Json, Page } from "../../../shared/domain/graph/types.ts";
import { publishableGraph, validAnswers, withPages } from "../../support/graphs.ts";
import { chain, edge, end, graphOf, node } from "../../support/sampleGraphs.ts";
import { shownOnPage } from "../../support/shownOnPage.ts";
import type { FakeDevice, Tab } from "./devices.ts";
import { aForm, answersAt, say } from "./filling.ts";

/** Several questions on a page of the respondent (features §11.3). */
const lunch = { left: { type: "answer", node_id: "lunch" }, op: "eq", right: "yes" };

function party(further: Record<string, object> = {}) {
  const sample = chain(
    node("hello", "welcome_screen"),
    node("name", "short_text", { max_length: 20 }, true),
    node("lunch", "yes_no", {}, true),
    node("diet", "short_text"),
    node("note", "short_text"),
  );
  const data: Record<string, object> = { diet: { show_if: lunch }, ...further };
  const nodes = sample.nodes.map((one) => ({ ...one, data: { ...one.data, ...data[one.id] } }));
  const page = { id: "guest", title: "Hello {{answer:name}}", node_ids: ["hello", "name", "lunch", "diet"] };
  return { ...sample, nodes, pages: [page] };
}

async function opened(graph: object = party()) {
  const form = aForm(graph);
  const tab = form.device.open();
  await form.device.pass();
  return { ...form, tab };
}

const shown = ({ state }: Tab) => state.page?.questions.map((question) => question.node.id);
const fill = (tab: Tab, values: Record<string, Json>) => {
  for (const [id, value] of Object.entries(values)) tab.respondent.enter(id, value);
};
const goOn = (tab: Tab) => tab.respondent.answer(tab.state.path[tab.state.position] ?? "");
const bodies = ({ log }: FakeDevice) =>
  log.flatMap(({ request: { path, body } }) => (/(next|answers)\//.test(path) ? [body] : []));
const given = (...answers: [string, Json][]) => answers.map(([nodeId, value]) => ({ node_id: nodeId, value }));

test("shows and removes follow-ups without a request, and sends a page as one request", async () => {
  const { service, device, tab } = await opened();
  expect(shown(tab)).toEqual(["hello", "name", "lunch"]);
  expect(tab.state).toMatchObject({ count: { number: 1, last: 2, total: 4 }, progress: 0, canGoBack: false });
  fill(tab, { name: "Ada", lunch: "yes" });
  expect(shown(tab)).toEqual(["hello", "name", "lunch", "diet"]);
  fill(tab, { diet: "vegan", lunch: "no" });
  expect(shown(tab)).toEqual(["hello", "name", "lunch"]);
  fill(tab, { lunch: "yes" });
  expect(tab.state.page?.questions.at(-1)?.value).toBe("vegan");
  await device.pass();
  expect(bodies(device)).toEqual([]);
  goOn(tab);
  expect(tab.state).toMatchObject({ node: { id: "note" }, unsent: { count: 3 }, path: ["hello", "note"], position: 1 });
  await device.pass();
  expect(bodies(device)).toEqual([
    { answers: given(["hello", null], ["name", "Ada"], ["lunch", "yes"], ["diet", "vegan"]) },
  ]);
  say(tab, "bye");
  await device.pass();
  expect(tab.state.end?.isCompleted).toBe(true);
  expect(answersAt(service)[0]).toEqual([
    ["hello", null],
    ["name", "Ada"],
    ["lunch", "yes"],
    ["diet", "vegan"],
    ["note", "bye"],
  ]);
});

test("names all problems of a page, and sends nothing until they are fixed", async () => {
  const { device, tab } = await opened();
  const problems = () =>
    tab.state.page?.questions.flatMap(({ node, error }) => (error ? [[node.id, error.reason]] : []));
  goOn(tab);
  expect(tab.state.phase).toBe("new");
  expect(problems()).toEqual([
    ["name", "required"],
    ["lunch", "required"],
  ]);
  fill(tab, { name: "A".repeat(21) });
  expect(problems()).toEqual([["lunch", "required"]]);
  goOn(tab);
  expect(problems()).toEqual([
    ["name", "too_long"],
    ["lunch", "required"],
  ]);
  fill(tab, { name: "Ada", lunch: "no" });
  await device.pass();
  expect(bodies(device)).toEqual([]);
  goOn(tab);
  expect(tab.state.node?.id).toBe("note");
});

test("sends a page again from its first changed answer, and an unchanged page never", async () => {
  const { device, tab } = await opened();
  fill(tab, { name: "Ada", lunch: "yes", diet: "vegan" });
  goOn(tab);
  await device.pass();
  tab.respondent.back();
  expect(tab.state).toMatchObject({ position: 0, page: { questions: [{}, { value: "Ada" }, {}, { value: "vegan" }] } });
  goOn(tab);
  await device.pass();
  expect(bodies(device)).toHaveLength(1);
  tab.respondent.back();
  fill(tab, { lunch: "no" });
  goOn(tab);
  await device.pass();
  expect(bodies(device)[1]).toEqual({ answers: given(["lunch", "no"]), back: true });
});

test("replaces a page that isn't sent yet, as a whole", async () => {
  const { device, tab } = await opened();
  device.isOffline = true;
  fill(tab, { name: "Ada", lunch: "no" });
  goOn(tab);
  await device.pass();
  tab.respondent.back();
  fill(tab, { lunch: "yes", diet: "vegan" });
  goOn(tab);
  device.isOffline = false;
  await device.pass(60_000);
  expect(bodies(device)).toEqual([
    { answers: given(["hello", null], ["name", "Ada"], ["lunch", "yes"], ["diet", "vegan"]) },
  ]);
});

test("sends nothing again if a page in flight is changed and changed back", async () => {
  const { device, tab } = await opened();
  fill(tab, { name: "Ada", lunch: "no" });
  goOn(tab);
  await device.pass();
  tab.respondent.back();
  device.isOffline = true;
  for (const lunch of ["yes", "no", "yes"]) {
    fill(tab, { lunch });
    goOn(tab);
    tab.respondent.back();
  }
  goOn(tab);
  device.isOffline = false;
  await device.pass(60_000);
  const changed = { answers: given(["lunch", "yes"], ["diet", null]), back: true };
  expect(
    bodies(device)
      .slice(1)
      .filter((body) => JSON.stringify(body) !== JSON.stringify(changed)),
  ).toEqual([]);
  expect(tab.state.node?.id).toBe("note");
});

test("asks a follow-up of a changed answer, although another node followed before", async () => {
  const { more, ...sample } = { more: node("more", "short_text"), ...party() };
  const nodes = [...sample.nodes, more];
  const edges = [...sample.edges.filter(({ to }) => to !== "end"), edge("note", "more"), edge("more", "end")];
  const { device, tab } = await opened({ ...sample, nodes, edges });
  fill(tab, { name: "Ada", lunch: "no" });
  goOn(tab);
  say(tab, "bye");
  await device.pass();
  tab.respondent.goTo("hello");
  fill(tab, { lunch: "yes" });
  expect(shown(tab)).toEqual(["hello", "name", "lunch", "diet"]);
});

test("doesn't overwrite what another device has answered on the page", async () => {
  const { service, device, tab } = await opened();
  fill(tab, { lunch: "no" });
  await device.pass();
  const [id] = service.sessions.keys();
  const answers = given(["hello", null], ["name", "Ada"]);
  service.handle({ method: "POST", path: `session/${id}/answers/`, body: { answers } }, "2026-06-01");
  device.kill(tab);
  await device.pass(700_000);
  const next = device.open();
  await device.pass();
  next.respondent.resume();
  await device.pass();
  goOn(next);
  await device.pass();
  expect(bodies(device)).toEqual([{ answers: given(["lunch", "no"]) }]);
  expect(answersAt(service)[0]).toContainEqual(["name", "Ada"]);
});

test("keeps half-typed answers of a page across a reload", async () => {
  const { device, tab } = await opened();
  fill(tab, { name: "A".repeat(30), lunch: "yes", diet: "veg" });
  device.kill(tab);
  const next = device.open();
  await device.pass();
  expect(next.state.page?.questions.map(({ value }) => value)).toEqual([null, "A".repeat(30), "yes", "veg"]);
});

test("fills recalls and offers options by answers on the page", async () => {
  const options = [
    { value: "water", label: "Water" },
    { value: "wine", label: "Wine", show_if: lunch },
  ];
  const drink = { title: "Drink, {{answer:name}}?", config: { options } };
  const sample = party({ note: drink });
  const nodes = sample.nodes.map((one) => (one.id === "note" ? { ...one, question_type: "multiple_choice" } : one));
  const [page] = sample.pages;
  const { tab } = await opened({
    ...sample,
    nodes,
    pages: [{ id: "guest", node_ids: [...(page?.node_ids ?? []), "note"] }],
  });
  const last = () => tab.state.page?.questions.at(-1);
  const offered = () => ((last()?.node.data.config?.options ?? []) as { value: string }[]).map(({ value }) => value);
  fill(tab, { name: "Ada", lunch: "yes", note: "wine" });
  expect(last()?.node.data.title).toBe("Drink, Ada?");
  expect(offered()).toEqual(["water", "wine"]);
  fill(tab, { lunch: "no" });
  expect(offered()).toEqual(["water"]);
  expect(last()?.value).toBeNull();
  fill(tab, { lunch: "yes" });
  expect(last()?.value).toBe("wine");
});

test("waits for the service where a condition on the page reads the score", async () => {
  const scoring = { mode: "options", points: { yes: 5, no: 0 } };
  const graph = graphOf(
    [node("grade", "yes_no", { scoring }, true), node("why", "short_text"), end()],
    [edge("grade", "why", { left: { type: "score" }, op: "gte", right: 3 }), edge("grade", "end"), edge("why", "end")],
    { pages: [{ id: "p", node_ids: ["grade", "why"] }] },
  );
  const { device, tab } = await opened(graph);
  fill(tab, { grade: "yes" });
  expect(shown(tab)).toEqual(["grade"]);
  goOn(tab);
  expect(tab.state.isWaiting).toBe(true);
  await device.pass();
  expect(tab.state).toMatchObject({ isWaiting: false, position: 0 });
  expect(shown(tab)).toEqual(["grade", "why"]);
  fill(tab, { why: "fun" });
  goOn(tab);
  await device.pass();
  expect(tab.state.end?.isCompleted).toBe(true);
  expect(bodies(device)).toEqual([{ answers: given(["grade", "yes"]) }, { answers: given(["why", "fun"]) }]);
});

test("shows a rule that only the service can judge at its question, in the owner's words", async () => {
  const rule = { condition: { left: { type: "score" }, op: "gte", right: 3 }, message: "Ask {{answer:name}} first." };
  const { device, tab } = await opened(party({ diet: { show_if: lunch, valid_if: [rule] } }));
  fill(tab, { name: "Ada", lunch: "yes", diet: "vegan" });
  goOn(tab);
  await device.pass();
  const question = tab.state.page?.questions.at(-1);
  expect(question).toMatchObject({ value: "vegan", error: { reason: "rule", rule: 0, message: "Ask Ada first." } });
  expect(tab.state).toMatchObject({ unsent: { count: 0 }, isWaiting: false });
  fill(tab, { lunch: "no" });
  goOn(tab);
  await device.pass();
  expect(tab.state).toMatchObject({ node: { id: "note" }, page: null });
});

test("opens a page that an earlier release left read-only after a refused answer", async () => {
  const { device, tab } = await opened(party());
  fill(tab, { name: "Ada" });
  await device.pass();
  const [key, text] = [...device.texts][0] as [string, string];
  device.kill(tab);
  device.texts.set(key, JSON.stringify({ ...JSON.parse(text), position: 4 }));
  const again = device.open();
  await device.pass();
  expect(again.state).toMatchObject({ isWaiting: false, page: { questions: [{}, { node: { id: "name" } }, {}] } });
});

test("asks one by one if the engine can't be loaded", async () => {
  const { service, device } = aForm(party());
  device.engine = "never";
  const tab = device.open();
  expect(tab.state.screen).toBe("loading");
  await device.pass();
  expect(tab.state).toMatchObject({ node: { id: "hello" }, page: null });
  for (const value of [null, "Ada", "no", "bye"]) {
    say(tab, value);
    await device.pass(300);
  }
  expect(answersAt(service)[0]).toHaveLength(4);
});

test("shows the same questions as the shared code on random graphs", async () => {
  const cases = fc
    .boolean()
    .chain(publishableGraph)
    .chain(withPages)
    .filter(({ pages = [], entry_node_id }) => pages.some(({ node_ids }) => node_ids[0] === entry_node_id))
    // only the service knows the score
    .filter((graph) => !JSON.stringify(graph).includes('"type":"score"'))
    .chain((graph) => fc.tuple(fc.constant(graph), validAnswers(compileGraph(graph))));
  await fc.assert(
    fc.asyncProperty(cases, async ([graph, answers]) => {
      const { tab } = await opened(graph);
      const entry = graph.pages?.find(({ node_ids }) => node_ids[0] === graph.entry_node_id) as Page;
      if (tab.state.screen !== "node") return;
      const asked = new Map([...answers].filter(([id]) => entry.node_ids.includes(id)));
      const compiled = compileGraph(graph);
      // files must be uploaded first
      for (const [id, value] of asked)
        if (compiled.nodes.get(id)?.question.uploads === null && shown(tab)?.includes(id))
          tab.respondent.enter(id, value);
      const typed = Object.fromEntries(tab.state.page?.questions.map((it) => [it.node.id, it.value]) ?? []);
      const walk: Walk = { visits: [], current_node_id: graph.entry_node_id ?? "", hidden: {} };
      expect(shown(tab)).toEqual(shownOnPage(compiled, walk, entry, typed));
    }),
    { numRuns: 30 },
  );
});
