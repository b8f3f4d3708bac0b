import { createForm, expecting, type Owner, owner, saveDraft } from "../../../support/api.ts";
import { chain, node } from "../../../support/sampleGraphs.ts";
import { accessibilityProblems } from "../../support/browser.ts";
import { openBuilder } from "./opened.ts";

/** The builder's forms: of the form itself and of what is chosen in it. */
let me: Owner;
beforeAll(async () => {
  me = await owner();
});

test("hidden fields: a new name is followed, a wrong one is said, and what is left without one too", async () => {
  const slug = await createForm(me, { title: "Links" });
  const form = { ...chain(node("a", "short_text")), hidden_fields: ["plan"] };
  form.edges.unshift({
    from: "a",
    to: "end",
    condition: { left: { type: "hidden", key: "plan" }, op: "eq", right: "x" },
  });
  await expecting(200, saveDraft(me, slug, form));
  const { page } = await openBuilder(me, slug);
  const field = page.getByRole("textbox", { name: "Field 1" });
  await field.fill("not a name");
  await page.getByRole("combobox", { name: "Starts with" }).focus();
  await page.getByText("Please use letters, digits, - and _ only, at most 64.").waitFor();
  expect(await field.inputValue()).toBe("not a name");
  await field.fill("tier");
  await page.keyboard.press("Enter");
  await page.getByText("If the hidden field tier is x → About end").waitFor();
  await page.getByRole("textbox", { name: "New hidden field" }).fill("tier");
  await page.getByText("There is a hidden field of this name already.").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("textbox", { name: "New hidden field" }).fill("");
  await page.getByRole("button", { name: "Remove the hidden field tier" }).click();
  await page.getByText("“tier” was removed. Still read by 1 rule: the problems say where.").waitFor();
  await page.getByRole("button", { name: /^1 error/ }).waitFor();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await field.waitFor();
});
