import type { Locator, Page } from "playwright-core";
import { createForm, expecting, type Owner, owner, saveDraft } from "../../../support/api.ts";
import { eventually } from "../../../support/eventually.ts";
import { chain, node } from "../../../support/sampleGraphs.ts";
import { accessibilityProblems, problemsDayAndNight } from "../../support/browser.ts";
import { letters, openBuilder, row, saved, wide } from "./opened.ts";

/** The builder's list: reordering, copying, finding and adding questions. */
let me: Owner;
beforeAll(async () => {
  me = await owner();
});

const titles = (page: Page) =>
  page
    .getByRole("grid", { name: "Questions and screens" })
    .getByRole("row")
    .evaluateAll((rows) => rows.map((element) => element.getAttribute("aria-label")));
const [a, b, c, last] = ["About a", "About b", "About c", "About end"];

test("moves one or several questions by pointer, keyboard and menu", async () => {
  const slug = await createForm(me, { title: "Order" });
  await expecting(200, saveDraft(me, slug, chain(...letters)));
  const { page } = await openBuilder(me, slug);
  await row(page, /About a/).waitFor();
  await drag(page, row(page, /About a/), row(page, /About c/));
  await page.getByText("About a is now 2 of 4.").waitFor({ state: "attached" });
  await eventually(async () => expect(await titles(page)).toEqual([b, a, c, last]));
  await row(page, /About b/)
    .getByRole("button", { name: "Actions for About b" })
    .click();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("menuitem", { name: "Move down" }).click();
  await eventually(async () => expect(await titles(page)).toEqual([a, b, c, last]));
  await row(page, /About b/).focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  await page.getByRole("group", { name: "2 selected" }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press("Alt+ArrowUp");
  await eventually(async () => expect(await titles(page)).toEqual([b, c, a, last]));
  await page.keyboard.press("Control+z");
  await eventually(async () => expect(await titles(page)).toEqual([a, b, c, last]));
  await saved(page);
});

/** Drags like a user, over the row to its upper half. */
async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (!start || !end) throw new Error("nothing to drag, or nowhere to drag it to");
  await page.mouse.move(start.x + 200, start.y + 20);
  await page.mouse.down();
  await page.mouse.move(end.x + 200, end.y + 20, { steps: 5 });
  await page.mouse.move(end.x + 200, end.y + 5, { steps: 5 });
  await page.mouse.up();
}

test("puts questions on one page by selection, keys, menu and pointer", async () => {
  const slug = await createForm(me, { title: "Pages" });
  await expecting(200, saveDraft(me, slug, chain(...letters)));
  const { page } = await openBuilder(me, slug);
  await row(page, /About b/).focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  await page.getByRole("button", { name: "Group on one page" }).click();
  await eventually(async () => expect(await titles(page)).toEqual([a, "Page 1", b, c, last]));
  expect(await problemsDayAndNight(page)).toEqual([]);
  await page.getByRole("button", { name: "Clear selection" }).click();
  await row(page, /About c/).focus();
  await page.keyboard.press("Alt+ArrowDown");
  await page.getByText("About c is now 3 of 4. About c was removed from its page.").waitFor({ state: "attached" });
  await row(page, /About c/)
    .getByRole("button", { name: "Actions for About c" })
    .click();
  await page.getByRole("menuitem", { name: "Add to “Page 1”" }).click();
  await page.getByText("About c is now 3 of 4. About c is now on Page 1.").waitFor({ state: "attached" });
  await drag(page, row(page, /About a/), row(page, /About c/));
  await eventually(async () => expect(await titles(page)).toEqual(["Page 1", b, a, c, last]));
  await row(page, /Page 1/).click();
  const settings = page.getByRole("region", { name: "Page 1" });
  await settings.getByRole("textbox", { name: "Title" }).fill("About you");
  await eventually(async () => expect((await titles(page))[0]).toBe("About you"));
  expect(await problemsDayAndNight(page)).toEqual([]);
  await page.getByRole("button", { name: "Ungroup page" }).click();
  await eventually(async () => expect(await titles(page)).toEqual([b, a, c, last]));
  await saved(page);
});

test("pastes copied questions into another form with their rules, and refuses other text with the reason", async () => {
  const [from, to] = [await createForm(me, { title: "From" }), await createForm(me, { title: "To" })];
  await expecting(200, saveDraft(me, from, chain(...letters)));
  await expecting(200, saveDraft(me, to, chain(node("a", "short_text"))));
  const permissions = ["clipboard-read", "clipboard-write"];
  const { page, context } = await openBuilder(me, from, { ...wide, permissions });
  await row(page, /About a/).focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("Shift+ArrowDown");
  await page.getByRole("group", { name: "2 selected" }).waitFor();
  await page.keyboard.press("Control+c");
  const other = await context.newPage();
  await other.goto(`/forms/${to}/build?view=list`);
  await row(other, /About a/).focus();
  await other.keyboard.press("Control+v");
  await row(other, /About b/).waitFor();
  await saved(other);
  const { graph } = (await me.get(`/api/v2/form/${to}/draft/`)).body;
  expect(graph.nodes.map(({ id }: { id: string }) => id)).toEqual(["a", "a_2", "b", "end"]);
  expect(graph.edges.at(-1)).toMatchObject({ from: "a_2", to: "b", condition: null });
  await other.evaluate(() => navigator.clipboard.writeText('{"nodes": "<script>"}'));
  await row(other, /About end/).focus();
  await other.keyboard.press("Control+v");
  await other.getByText(/Couldn’t paste. The clipboard has no questions/).waitFor();
});

test("ignores the second click of a double click in the palette", async () => {
  const slug = await createForm(me, { title: "Twice" });
  await expecting(200, saveDraft(me, slug, chain(...[..."abcdefghij"].map((id) => node(id, "short_text")))));
  const { page } = await openBuilder(me, slug);
  await row(page, /About j/).waitFor();
  await page.getByRole("button", { name: "Add a question or screen" }).click();
  await doubleClick(page, palette(page).getByRole("option", { name: "Multiple choice" }));
  await page.getByRole("region", { name: "Untitled (Multiple choice)" }).waitFor();
  await saved(page);
  await page.getByRole("region", { name: "Untitled (Multiple choice)" }).waitFor();
});

/** Clicks twice without awaiting the first click, whose work would lie between the two on a busy machine. */
async function doubleClick(page: Page, locator: Locator): Promise<void> {
  await locator.hover();
  const { mouse } = page;
  await Promise.all([mouse.down(), mouse.up(), mouse.down({ clickCount: 2 }), mouse.up({ clickCount: 2 })]);
}

const palette = (page: Page) => page.getByRole("dialog", { name: "Add or find a question" });

test("opens the palette by +, / and Ctrl+K, adds after the selected question and finds others", async () => {
  const slug = await createForm(me, { title: "Find" });
  await expecting(200, saveDraft(me, slug, chain(...letters)));
  const { page } = await openBuilder(me, slug);
  await row(page, /About a/).waitFor();
  for (const key of ["+", "/", "Control+k"]) {
    await page.keyboard.press(key);
    await palette(page).getByRole("option").nth(20).waitFor();
    if (key !== "Control+k") await page.keyboard.press("Escape");
  }
  // the live sample is the respondent's page
  await palette(page).locator("iframe").contentFrame().getByRole("heading").first().waitFor();
  const widths = await palette(page).evaluate((it) =>
    [it, it.parentElement as HTMLElement].map((one) => one.clientWidth),
  );
  expect(widths[0]).toBe(widths[1]);
  expect(await problemsDayAndNight(page)).toEqual([]);
  await page.keyboard.type("about b");
  await palette(page).getByRole("option").first().filter({ hasText: "About b" }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("region", { name: "About b" }).waitFor();
  await page.keyboard.press("Control+k");
  await palette(page).getByText("2 · About b").waitFor();
  await page.keyboard.type("star");
  await palette(page).getByRole("option", { name: "About b" }).waitFor({ state: "detached" });
  await page.keyboard.press("Enter");
  await page.getByRole("region", { name: "Untitled (Star rating)" }).waitFor();
  await eventually(async () => expect(await titles(page)).toEqual([a, b, "Untitled (Star rating)", c, last]));
  await row(page, /About a/).focus();
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).getByText("Next problem").waitFor();
});

test("shows a question that is added to a list longer than the window", async () => {
  const slug = await createForm(me, { title: "Long" });
  await expecting(200, saveDraft(me, slug, chain(...Array.from({ length: 40 }, (_, at) => node(`q${at}`, "number")))));
  const { page } = await openBuilder(me, slug);
  await row(page, /About q0/).waitFor();
  await page.keyboard.press("Control+k");
  await palette(page).getByRole("option").nth(20).waitFor();
  await page.keyboard.type("star");
  await page.keyboard.press("Enter");
  await eventually(async () => expect(await row(page, /Untitled/).boundingBox()).toBeTruthy());
  const list = await page.getByRole("grid", { name: "Questions and screens" }).boundingBox();
  const added = await row(page, /Untitled/).boundingBox();
  expect(added?.y).toBeGreaterThan(list?.y ?? 0);
  expect(added?.y).toBeLessThan((list?.y ?? 0) + (list?.height ?? 0));
});

test("shows the selected question on the respondent's page as it is edited, or the whole form", async () => {
  const slug = await createForm(me, { title: "Beside" });
  await expecting(200, saveDraft(me, slug, chain(...letters)));
  const { page } = await openBuilder(me, slug);
  await row(page, /About b/).click();
  const shown = page.getByRole("region", { name: "Page preview" }).locator("iframe").contentFrame();
  await shown.getByRole("textbox", { name: "About b" }).waitFor();
  await page.getByRole("textbox", { name: "Title" }).fill("Something else");
  await shown.getByRole("textbox", { name: "Something else" }).waitFor();
  await row(page, /About end/).click();
  await shown.getByRole("heading", { name: "About end" }).waitFor();
  await shown.getByText("Sending your answers…").waitFor({ state: "detached" });
  await row(page, /Something else/).click();
  await page.getByRole("listitem").filter({ hasText: "About c" }).getByText("Always", { exact: true }).waitFor();
  await page.getByRole("button", { name: "Edit logic" }).click();
  await page.getByRole("tab", { name: /Logic/, selected: true }).waitFor();
  // the wide inspector leaves the switch free
  await page.getByText("Whole form", { exact: true }).click();
  await shown.getByRole("textbox", { name: "About a" }).waitFor();
  const previewed = (name: RegExp) => row(page, name).getByText("shown in the preview").waitFor({ state: "attached" });
  await previewed(/About a/);
  expect(await problemsDayAndNight(page)).toEqual([]);
  await shown.getByRole("textbox", { name: "About a" }).fill("x");
  await shown.getByRole("textbox", { name: "About a" }).press("Enter");
  await previewed(/Something else/);
});

test("keeps the form's actions in the line of its title on phones and tablets, with the rest in bars and the menu", async () => {
  const slug = await createForm(me, { title: "Narrow" });
  await expecting(200, saveDraft(me, slug, chain(...letters)));
  const { page } = await openBuilder(me, slug, { viewport: { width: 360, height: 740 } });
  const toolbar = page.getByRole("region", { name: "Form", exact: true });
  const rows = async () => {
    const places = await toolbar
      .getByRole("button")
      .or(page.getByRole("button", { name: "Rename Narrow" }))
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ y, height }) => y + height / 2));
    return new Set(places.map((place) => Math.round(place / 10))).size;
  };
  const edit = page.getByRole("toolbar", { name: "Edit" });
  await edit.getByText("No problems", { exact: true }).waitFor();
  expect(await rows()).toBe(1);
  expect(await accessibilityProblems(page)).toEqual([]);
  await toolbar.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Keyboard shortcuts" }).click();
  await page.getByRole("dialog", { name: "Keyboard shortcuts" }).getByRole("button", { name: "Close" }).click();
  await edit.getByRole("button", { name: "Preview" }).click();
  await page.frameLocator("iframe").getByLabel("About a").waitFor();
  await page.setViewportSize({ width: 768, height: 1024 });
  await toolbar.getByRole("button", { name: "Preview" }).waitFor();
  expect(await rows()).toBe(1);
});

test("shows the page as on a computer, and as on a phone beside the rules, which take more room", async () => {
  const slug = await createForm(me, { title: "Computer" });
  await expecting(200, saveDraft(me, slug, chain(...letters)));
  const { page } = await openBuilder(me, slug, { viewport: { width: 1440, height: 900 } });
  const frame = page.getByRole("region", { name: "Page preview" }).locator("iframe");
  await row(page, /About a/).click();
  await frame.contentFrame().getByRole("textbox", { name: "About a" }).waitFor();
  const width = () =>
    frame
      .contentFrame()
      .locator("html")
      .evaluate(({ clientWidth }) => clientWidth);
  expect(await width()).toBe(1024);
  // no empty half below it
  expect((await frame.boundingBox())?.height).toBeGreaterThan(700);
  await page.getByRole("tab", { name: "Logic" }).click();
  await page.getByRole("button", { name: "Add rule" }).waitFor();
  await eventually(async () => expect(await width()).toBeLessThan(400));
  const [phone, rules] = [await frame.boundingBox(), await page.getByRole("tabpanel").boundingBox()];
  expect((phone?.x ?? 0) + (phone?.width ?? 0)).toBeLessThan(rules?.x ?? 0);
  await page.getByRole("tab", { name: "Question" }).click();
  await eventually(async () => expect(await width()).toBe(1024));
});

test("opens a question after the form's settings", async () => {
  const slug = await createForm(me, { title: "Settings" });
  await expecting(200, saveDraft(me, slug, chain(...letters)));
  const { page } = await openBuilder(me, slug);
  await page.getByRole("button", { name: "Start and end" }).click();
  await row(page, /About b/).click();
  await page.getByRole("textbox", { name: "Title" }).waitFor();
  expect(await page.getByRole("alert").count()).toBe(0);
});
