import { createForm, expecting, type Owner, owner, saveDraft } from "../../../support/api.ts";
import { eventually } from "../../../support/eventually.ts";
import { chain, node } from "../../../support/sampleGraphs.ts";
import { accessibilityProblems } from "../../support/browser.ts";
import { openBuilder, row, saved } from "./opened.ts";

/** Answers inserted into texts, by the keyboard. */
let me: Owner;
beforeAll(async () => {
  me = await owner();
});

test("inserts an answer by @ and by the button, removes it as a whole, and undoes that", async () => {
  const slug = await createForm(me, { title: "Recall" });
  await expecting(
    200,
    saveDraft(me, slug, chain(node("smoke", "yes_no"), node("age", "number"), node("why", "short_text"))),
  );
  const { page } = await openBuilder(me, slug);
  await row(page, /About why/).click();
  const title = page.getByRole("textbox", { name: "Title" });
  const isNow = async (text: string) => {
    await eventually(async () => {
      const value = await page.evaluate(() => (document.activeElement as HTMLTextAreaElement).value);
      // of chips
      expect(value.replace(/[\u2068\u2069]/g, "")).toBe(text);
    });
  };
  await title.fill("");
  await page.keyboard.type("Why @");
  const picker = page.getByRole("dialog", { name: "Insert answer" });
  await picker.getByRole("option", { name: /About age/ }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.type("smo");
  await picker.getByRole("option", { name: /About age/ }).waitFor({ state: "detached" });
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await isNow("Why @About smoke");
  await row(page, /Why/).getByText("@About smoke", { exact: true }).waitFor();
  await page.keyboard.type("? @");
  await picker.waitFor();
  await page.keyboard.press("Escape");
  await isNow("Why @About smoke? @");
  await page.keyboard.type(" me");
  await isNow("Why @About smoke? @ me");
  // an arrow key passes a chip in one step, and Backspace removes it
  await page.keyboard.press("Home");
  for (let times = 0; times < 5; times++) await page.keyboard.press("ArrowRight");
  await page.keyboard.type("!");
  await isNow("Why @About smoke!? @ me");
  await page.keyboard.press("Backspace");
  await page.keyboard.press("Backspace");
  await isNow("Why ? @ me");
  await page.keyboard.press("Control+z");
  await isNow("Why @About smoke? @");
  await page.getByRole("button", { name: "Insert answer into description" }).click();
  await picker.getByRole("option", { name: /About age/ }).click();
  await isNow("@About age");
  await saved(page);
  const { body } = await me.get(`/api/v2/form/${slug}/draft/`);
  expect(body.graph.nodes[2].data.description).toBe("{{answer:age}}");
  expect(await accessibilityProblems(page)).toEqual([]);
});
