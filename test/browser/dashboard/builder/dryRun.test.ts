import fc from "fast-check";
import { traceOf } from "../../../../services/web/dashboard/builder/preview/trace.ts";
import { builtInTypes } from "../../../../services/web/dashboard/builder/types/questionTable.ts";
import * as engine from "../../../../services/web/respondent/engine/walking.ts";
import { localService } from "../../../../services/web/respondent/preview/localService.ts";
import { compileGraph } from "../../../../shared/domain/graph/compile.ts";
import { simulate } from "../../../../shared/domain/graph/simulate.ts";
import type { Graph, Json } from "../../../../shared/domain/graph/types.ts";
import { createForm, expecting, type Owner, owner, publishForm, saveDraft, walk } from "../../../support/api.ts";
import { hiddenValues, publishableGraph, validAnswers } from "../../../support/graphs.ts";
import { chain, node } from "../../../support/sampleGraphs.ts";
import { accessibilityProblems } from "../../support/browser.ts";
import { openBuilder, saved } from "./opened.ts";

/** The dry run in the builder. */
let me: Owner;
beforeAll(async () => {
  me = await owner();
});

test("previews the draft in a whole window beside its logic trace, and again with the same answers after an edit", async () => {
  const slug = await createForm(me, { title: "Trying" });
  const scored = node("smoke", "yes_no", { scoring: { mode: "options", points: { yes: 3 } } }, true);
  const form = chain(scored, node("why", "short_text"));
  form.edges.unshift({ from: "smoke", to: "end", condition: { op: "eq", right: "no" } });
  await expecting(200, saveDraft(me, slug, form));
  const { page } = await openBuilder(me, slug);
  await page.getByRole("button", { name: "Preview" }).click();
  const frame = page.frameLocator("iframe[title='Form preview']");
  await frame.getByRole("radiogroup", { name: "About smoke" }).waitFor();
  await frame.getByRole("radio", { name: "Yes" }).click();
  await frame.getByRole("textbox", { name: "About why" }).waitFor();
  const trace = page.getByRole("region", { name: "Logic trace" });
  await trace.getByText("the answer is No (answer: Yes)").waitFor();
  await trace.getByText("+3, score so far 3").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await trace.getByRole("button", { name: "Edit About smoke" }).click();
  await page.getByRole("dialog", { name: "Preview" }).waitFor({ state: "detached" });
  await page.getByRole("textbox", { name: "Title" }).fill("Do you smoke?");
  await page.getByRole("tab", { name: /Logic/ }).click();
  const rule = page.getByRole("group", { name: "Rule 1" });
  await rule.getByRole("button", { name: /If the answer is No/ }).click();
  await rule.getByRole("combobox", { name: "Value" }).selectOption("Yes");
  await page.getByRole("button", { name: "Preview" }).click();
  await trace.getByRole("button", { name: "Edit Do you smoke?" }).waitFor();
  await trace.getByText("the answer is Yes (answer: Yes)").waitFor();
  // now the same answers lead to the end, on the page too
  await frame.getByRole("heading", { name: "About end" }).waitFor();
  await page.getByRole("button", { name: "Start again" }).click();
  await frame.getByRole("radiogroup", { name: "Do you smoke?" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog", { name: "Preview" }).waitFor({ state: "detached" });
  await saved(page);
  expect((await me.get(`/api/v2/form/${slug}/`)).body.total_sessions).toBe(0);
});

test("plays the example of a problem, with the reasons of each step until it stops", async () => {
  const slug = await createForm(me, { title: "Dead end" });
  const form = chain(node("smoke", "yes_no", {}, true), node("why", "short_text"));
  const edges = form.edges.map((edge) =>
    edge.from === "smoke" ? { ...edge, condition: { op: "eq", right: "yes" } } : edge,
  );
  await expecting(200, saveDraft(me, slug, { ...form, edges }));
  const { page } = await openBuilder(me, slug);
  await page.getByRole("button", { name: /^1 error/ }).click();
  await page.getByRole("button", { name: "Show an example" }).click();
  const trace = page.getByRole("region", { name: "Logic trace" });
  await trace.getByText("the answer is Yes (answer: No)").waitFor();
  await trace.getByText(/Stopped: No rule matches these answers/).waitFor();
  const frame = page.frameLocator("iframe[title='Form preview']");
  await frame.getByRole("heading", { name: "Preview stops here: 1 · About smoke" }).waitFor();
  await frame.getByText("No rule matches if “About smoke” is No.").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test("lists problems before publishing, and opens the field of each", async () => {
  const slug = await createForm(me, { title: "Blocked" });
  const lost = node("lost", "number", { min: 5, max: 1 });
  const form = chain(node("smoke", "yes_no", {}, true));
  const nodes = [...form.nodes, lost, node("age", "number", { min: 5, max: 1 })];
  const edges = [
    ...form.edges,
    { from: "smoke", to: "age", condition: null },
    { from: "age", to: "end", condition: null },
  ];
  await expecting(200, saveDraft(me, slug, { ...form, nodes, edges }));
  const { page } = await openBuilder(me, slug);
  await page.getByRole("button", { name: "Publish" }).click();
  const dialog = page.getByRole("dialog", { name: "Publish" });
  await dialog.getByText("Fix 2 errors to publish.").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Fix: 4 · About age" }).click();
  const focused = page.locator("[data-place='config.min'] input:focus");
  await focused.waitFor();
  await page.getByRole("region", { name: "About age" }).waitFor();
  // no respondent can reach this one, but its bounds are checked too
  await page.getByRole("button", { name: "Publish" }).click();
  await dialog.getByRole("button", { name: "Fix: 3 · About lost" }).click();
  await page.getByRole("region", { name: "About lost" }).getByRole("tab", { name: "Advanced" }).click();
  await page
    .locator("[data-place='config.min']")
    .getByText(/must be at most “.+” \(1\)/)
    .waitFor();
});

/** Makes file questions optional, because this test uploads nothing. */
const withoutFiles = (graph: Graph): Graph => ({
  ...graph,
  nodes: graph.nodes.map((node) =>
    node.question_type === "file_upload" ? { ...node, data: { ...node.data, is_required: false } } : node,
  ),
});

interface Walked {
  answers: Record<string, Json>;
  hidden: Record<string, string>;
}

/** A form, and the answers of some respondents. */
const walked = (): fc.Arbitrary<[Graph, Walked[]]> =>
  publishableGraph()
    .map(withoutFiles)
    .chain((graph) => {
      const files = new Set(graph.nodes.flatMap(({ id, question_type: type }) => (type === "file_upload" ? [id] : [])));
      const answers = validAnswers(compileGraph(graph)).map((all) =>
        Object.fromEntries([...all].map(([id, answer]) => [id, files.has(id) ? null : answer])),
      );
      const walks = fc.array(fc.record({ answers, hidden: hiddenValues() }), { minLength: 1, maxLength: 4 });
      return fc.tuple(fc.constant(graph), walks);
    });

/** Returns the path of the dry run's page. */
async function previewed(graph: Graph, { answers, hidden }: Walked) {
  const service = localService(engine, graph, 1);
  const post = async (path: string, body?: object) => {
    const { signal } = new AbortController();
    const reply = await service.send({ method: "POST", path: `session/x/${path}/`, ...(body && { body }) }, signal);
    if (reply.kind !== "ok") throw new Error(`${path}: ${JSON.stringify(reply)}`);
    return reply.data as {
      current_node_id: string;
      next_node_id: string;
      is_complete: boolean;
      traversal_path: string[];
    };
  };
  let path = (await post("start", { id: "x", hidden })).traversal_path;
  for (let isComplete = false; !isComplete; ) {
    const node = path.at(-1) ?? "";
    const reply = await post("next", { node_id: node, value: answers[node] ?? null });
    path = reply.traversal_path;
    isComplete = reply.is_complete;
  }
  return path;
}

/** Returns the end, score and path of the trace. */
function traced(graph: Graph, { answers, hidden }: Walked) {
  const today = new Date().toISOString().slice(0, 10);
  const walk = simulate(graph, { answers, hidden, today });
  const given = walk.steps.map(({ node_id, answer }) => ({ node_id, answer }));
  const { steps, at, total, stopped } = traceOf(walk, given, graph, builtInTypes);
  return {
    path: [...steps.map(({ node_id }) => node_id), at?.node_id],
    points: Object.fromEntries(steps.flatMap(({ node_id, points }) => (points === null ? [] : [[node_id, points]]))),
    total,
    isEnd: at?.isEnd,
    stopped,
  };
}

/** Returns the end, score and path of a session. */
async function answered(slug: string, { answers, hidden }: Walked) {
  const session = await walk(slug, answers, { hidden });
  const { body } = await expecting(200, me.get(`/api/v2/form/${slug}/responses/${session}/`));
  return {
    path: body.traversal_path,
    points: body.score_breakdown,
    total: body.total_score,
    isEnd: true,
    stopped: null,
  };
}

test("reaches the same end, score and path in preview, trace and session for any form and answers", async () => {
  await fc.assert(
    fc.asyncProperty(walked(), async ([graph, walks]) => {
      const slug = await publishForm(me, graph);
      for (const one of walks) {
        const real = await answered(slug, one);
        expect(traced(graph, one)).toEqual(real);
        expect(await previewed(graph, one)).toEqual(real.path);
      }
    }),
    { numRuns: 12 },
  );
});
