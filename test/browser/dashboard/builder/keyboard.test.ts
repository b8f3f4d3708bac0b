import { createForm, expecting, type Owner, owner, saveDraft, walk } from "../../../support/api.ts";
import { chain, node } from "../../../support/sampleGraphs.ts";
import { accessibilityProblems } from "../../support/browser.ts";
import { goTo, goToRow, openBuilder, row } from "./opened.ts";

/** The builder by keyboard alone. */
let me: Owner;
beforeAll(async () => {
  me = await owner();
});

test("adds a screen and a rule by keyboard alone, and responses follow the rule", async () => {
  const slug = await createForm(me, { title: "Smoking" });
  const scored = node("smoke", "yes_no", { scoring: { mode: "options", points: { yes: 3 } } });
  const graph = chain(scored, node("number", "number"));
  await expecting(200, saveDraft(me, slug, graph));
  const { page } = await openBuilder(me, slug);
  await row(page, /About smoke/).waitFor();
  await page.keyboard.press("+");
  await page.getByRole("dialog").getByRole("option", { name: "End screen" }).waitFor();
  await page.keyboard.type("thank");
  await page.keyboard.press("Enter");
  await page.getByRole("region", { name: "Untitled (End screen)" }).waitFor();
  await page.keyboard.type("Thank you");
  await goToRow(page, row(page, /About smoke/));
  await page.keyboard.press("Enter");
  await goTo(page, page.getByRole("tab", { name: "Question" }), "Shift+Tab");
  await page.keyboard.press("ArrowRight");
  await goTo(page, page.getByRole("button", { name: "Add rule" }));
  await page.keyboard.press("Enter");
  const rule = page.getByRole("group", { name: "Rule 1" });
  await goTo(page, rule.getByRole("combobox", { name: "Value" }));
  await page.keyboard.type("No");
  await goTo(page, rule.getByRole("combobox", { name: "Go to" }));
  await page.keyboard.type("4");
  await rule.getByRole("button", { name: /If the answer is No\s*Thank you/ }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  // the form's actions are one tab stop, and Shift+Tab focuses the last
  const actions = page.getByRole("toolbar", { name: "Form", exact: true });
  await goTo(page, actions.getByRole("button", { name: "More actions" }), "Shift+Tab");
  await page.keyboard.press("ArrowLeft");
  await page.keyboard.press("Enter");
  await goTo(page, page.getByRole("dialog", { name: "Publish" }).getByRole("button", { name: "Publish" }));
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await page.getByRole("status").filter({ hasText: "Version 1 is live" }).waitFor();
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
