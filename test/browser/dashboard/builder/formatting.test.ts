import type { Page } from "playwright-core";
import { createForm, expecting, type Owner, owner, saveDraft } from "../../../support/api.ts";
import { chain, node } from "../../../support/sampleGraphs.ts";
import { accessibilityProblems } from "../../support/browser.ts";
import { openBuilder, row, saved } from "./opened.ts";

/** Emphasis and links in the builder (wants §21.1). */
let me: Owner;
beforeAll(async () => {
  me = await owner();
});

const options = [
  { value: "a", label: "One" },
  { value: "b", label: "Two" },
];
const draftOf = async (slug: string) => (await expecting(200, me.get(`/api/v2/form/${slug}/draft/`))).body.graph;
const title = (page: Page) => page.getByRole("textbox", { name: "Title" });

async function formWith(graph: object): Promise<string> {
  const slug = await createForm(me);
  await saveDraft(me, slug, { ...chain(node("q", "multiple_choice", { options })), ...graph });
  return slug;
}

test("keys and the bar format the selection, also around inserted answers and in options", async () => {
  const nodes = [node("name", "short_text"), node("q", "multiple_choice", { options }), node("end", "end_screen")];
  const titled = nodes.map((one) =>
    one.id === "q" ? { ...one, data: { ...one.data, title: "Hi {{answer:name}}!" } } : one,
  );
  const slug = await formWith({ ...chain(...nodes.slice(0, 2)), nodes: titled, markup: "inline" });
  const { page } = await openBuilder(me, slug);
  await row(page, /Hi/).click();
  await title(page).press("Control+a");
  await page.getByRole("toolbar", { name: "Formatting" }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press("Control+b");
  await saved(page);
  expect((await draftOf(slug)).nodes[1].data.title).toBe("**Hi {{answer:name}}!**");
  await page.getByRole("button", { name: "Bold (Ctrl+B)" }).click();
  await saved(page);
  expect((await draftOf(slug)).nodes[1].data.title).toBe("Hi {{answer:name}}!");
  const option = page.locator("[data-labels] input").first();
  await option.press("Control+a");
  await option.press("Control+k");
  await page.keyboard.type("https://x.org");
  await saved(page);
  expect((await draftOf(slug)).nodes[1].data.config.options[0].label).toBe("[One](https://x.org)");
  // the list says it plainly
  await row(page, /Hi/).waitFor();
});

test("a new form has markup", async () => {
  const slug = await createForm(me);
  const { page } = await openBuilder(me, slug);
  expect(await page.getByRole("switch", { name: "Formatting in texts" }).isChecked()).toBe(true);
});

test("the switch of an older form shows what would look different", async () => {
  const slug = await formWith({ nodes: [{ ...node("q", "short_text"), data: { title: "A *b* c", config: {} } }] });
  const { page } = await openBuilder(me, slug);
  const control = page.getByRole("switch", { name: "Formatting in texts" });
  await control.click();
  const dialog = page.getByRole("dialog", { name: "Turn on formatting?" });
  await dialog.getByText("A *b* c").waitFor();
  expect(await dialog.locator("em").textContent()).toBe("b");
  await dialog.getByRole("checkbox", { name: "Keep these texts as written" }).check();
  await dialog.getByRole("button", { name: "Turn on" }).click();
  await saved(page);
  const graph = await draftOf(slug);
  expect(graph.markup).toBe("inline");
  expect(graph.nodes[0].data.title).toBe(String.raw`A \*b\* c`);
  await row(page, /A \*b\* c/).waitFor();
});
