import { createForm, expecting, type Owner, owner, saveDraft, walk } from "../../../support/api.ts";
import { chain, node } from "../../../support/sampleGraphs.ts";
import { accessibilityProblems } from "../../support/browser.ts";
import { goTo, goToRow, openBuilder, row } from "./opened.ts";

/** The builder without a pointer. */
let me: Owner;
beforeAll(async () => {
  me = await owner();
});

test("in the list a screen is added and a rule written by keyboard alone, and what is published then is answered so", async () => {
  const slug = await createForm(me, { title: "Smoking" });
  const scored = node("smoke", "yes_no", { scoring: { mode: "options", points: { yes: 3 } } });
  const graph = chain(scored, node("number", "number"));
  await expecting(200, saveDraft(me, slug, graph));
  const { page } = await openBuilder(me, slug);
  await goTo(page, page.getByRole("button", { name: "Add a question or screen" }));
  await page.keyboard.press("Enter");
  await goTo(page, page.getByRole("dialog").getByRole("button", { name: "End screen", exact: true }));
  await page.keyboard.press("Enter");
  await page.getByRole("region", { name: "Untitled (End screen)" }).waitFor();
  await page.keyboard.type("Thank you");
  await goToRow(page, row(page, /About smoke/));
  await page.keyboard.press("Enter");
  await goTo(page, page.getByRole("button", { name: "Add rule" }));
  await page.keyboard.press("Enter");
  const rule = page.getByRole("group", { name: "Rule 1" });
  await goTo(page, rule.getByRole("combobox", { name: "Goes to" }), "Shift+Tab");
  await page.keyboard.type("Thank you");
  await goTo(page, rule.getByRole("combobox", { name: "Value" }));
  await page.keyboard.type("No");
  await page.getByText("If the answer is No → Thank you").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  // the form's actions are one stop of the tab key, which returns to where it was: problems, before Preview and Publish
  const actions = page.getByRole("toolbar", { name: "Form", exact: true });
  await goTo(page, actions.getByRole("button").first(), "Shift+Tab");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Enter");
  await goTo(page, page.getByRole("dialog", { name: "Publish" }).getByRole("button", { name: "Publish" }));
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await page.getByRole("status").filter({ hasText: "Version 1 published." }).waitFor();
  await walk(slug, { smoke: "yes", number: 20 });
  await walk(slug, { smoke: "no" });
  const { body } = await expecting(200, me.get(`/api/v2/form/${slug}/responses/?ordering=total_score`));
  expect(
    body.results.map(({ total_score, answers_count }: Record<string, number>) => [total_score, answers_count]),
  ).toEqual([
    [0, 1],
    [3, 2],
  ]);
});
