import { createForm, expecting, type Owner, owner, walk } from "../../../support/api.ts";
import { accessibilityProblems } from "../../support/browser.ts";
import { goTo, goToRow, openBuilder, row } from "./opened.ts";

/** The builder without a pointer. */
let me: Owner;
beforeAll(async () => {
  me = await owner();
});

test("a form with a branch and a score is built by keyboard alone, published, and answered", async () => {
  const slug = await createForm(me, { title: "Smoking" });
  const { page } = await openBuilder(me, slug);
  const add = async (type: string, title: string) => {
    await goTo(page, page.getByRole("button", { name: "Add a question or screen" }), "Shift+Tab");
    await page.keyboard.press("Enter");
    await goTo(page, page.getByRole("dialog").getByRole("button", { name: type, exact: true }));
    await page.keyboard.press("Enter");
    await page.getByRole("region", { name: `${type} without a title` }).waitFor();
    await page.keyboard.type(title);
  };
  await add("Yes or no", "Do you smoke?");
  await goTo(page, page.getByRole("combobox", { name: "How answers earn points" }));
  await page.keyboard.type("Points per option");
  await goTo(page, page.getByRole("spinbutton", { name: "Points for Yes" }));
  await page.keyboard.type("3");
  await add("Number", "How many a day?");
  await add("End screen", "Thank you");
  await goToRow(page, row(page, /Do you smoke/));
  await page.keyboard.press("Enter");
  await goTo(page, page.getByRole("button", { name: "Add a rule" }));
  await page.keyboard.press("Enter");
  const rule = page.getByRole("group", { name: "Rule 1" });
  await goTo(page, rule.getByRole("combobox", { name: "Goes to" }), "Shift+Tab");
  await page.keyboard.type("Thank you");
  await goTo(page, rule.getByRole("combobox", { name: "Value" }));
  await page.keyboard.type("No");
  await page.getByText("If the answer is No → Thank you").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await goTo(page, page.getByRole("button", { name: "Publish" }), "Shift+Tab");
  await page.keyboard.press("Enter");
  await goTo(page, page.getByRole("dialog", { name: "Publish" }).getByRole("button", { name: "Publish now" }));
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await page.getByRole("status").filter({ hasText: "Version 1 is published." }).waitFor();
  await walk(slug, { yes_no: "yes", number: 20 });
  await walk(slug, { yes_no: "no" });
  const { body } = await expecting(200, me.get(`/api/v2/form/${slug}/responses/?ordering=total_score`));
  expect(
    body.results.map(({ total_score, answers_count }: Record<string, number>) => [total_score, answers_count]),
  ).toEqual([
    [0, 1],
    [3, 2],
  ]);
});
