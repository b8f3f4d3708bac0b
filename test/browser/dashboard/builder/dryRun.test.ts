import { createForm, expecting, type Owner, owner, saveDraft } from "../../../support/api.ts";
import { chain, node } from "../../../support/sampleGraphs.ts";
import { accessibilityProblems } from "../../support/browser.ts";
import { openBuilder, saved } from "./opened.ts";

/** Trying a draft out in the builder. */
let me: Owner;
beforeAll(async () => {
  me = await owner();
});

test("the draft is tried out on the respondent's own page, beside why it goes that way, while somebody edits", async () => {
  const slug = await createForm(me, { title: "Trying" });
  const scored = node("smoke", "yes_no", { scoring: { mode: "options", points: { yes: 3 } } }, true);
  const form = chain(scored, node("why", "short_text"));
  form.edges.unshift({ from: "smoke", to: "end", condition: { op: "eq", right: "no" } });
  await expecting(200, saveDraft(me, slug, form));
  const { page } = await openBuilder(me, slug);
  await page.getByRole("button", { name: "Try it out" }).click();
  const frame = page.frameLocator("iframe");
  await frame.getByRole("radiogroup", { name: "About smoke" }).waitFor();
  await frame.getByRole("radio", { name: "Yes" }).click();
  await frame.getByRole("textbox", { name: "About why" }).waitFor();
  const trace = page.getByRole("region", { name: "Why it goes this way" });
  await trace.getByText("the answer is No: it is Yes").waitFor();
  await trace.getByText("+3, score so far 3").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await trace.getByRole("button", { name: "Edit About smoke" }).click();
  await page.getByRole("textbox", { name: "Title" }).fill("Do you smoke?");
  await trace.getByRole("button", { name: "Edit Do you smoke?" }).waitFor();
  await page.getByRole("group", { name: "Rule 1" }).getByRole("combobox", { name: "Value" }).selectOption("Yes");
  await trace.getByText("the answer is Yes: it is Yes").waitFor();
  // the same answers lead to the end now, on the page too
  await frame.getByRole("heading", { name: "About end" }).waitFor();
  await saved(page);
  expect((await me.get(`/api/v2/form/${slug}/`)).body.total_sessions).toBe(0);
});

test("an example of a problem is played: each step with its reasons, to where it goes no further", async () => {
  const slug = await createForm(me, { title: "Dead end" });
  const form = chain(node("smoke", "yes_no", {}, true), node("why", "short_text"));
  const edges = form.edges.map((edge) =>
    edge.from === "smoke" ? { ...edge, condition: { op: "eq", right: "yes" } } : edge,
  );
  await expecting(200, saveDraft(me, slug, { ...form, edges }));
  const { page } = await openBuilder(me, slug);
  await page.getByRole("button", { name: /^1 error/ }).click();
  await page.getByRole("button", { name: "Play the example" }).click();
  const trace = page.getByRole("region", { name: "Why it goes this way" });
  await trace.getByText("the answer is Yes: it is No").waitFor();
  await trace.getByText(/It goes no further/).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});
