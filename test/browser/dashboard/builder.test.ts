import { text } from "node:stream/consumers";
import type { Locator, Page } from "playwright-core";
import { createForm, expecting, type Owner, owner, saveDraft, walk } from "../../support/api.ts";
import { eventually } from "../../support/eventually.ts";
import { chain, node } from "../../support/sampleGraphs.ts";
import { accessibilityProblems, visitAs } from "../support/browser.ts";

/** The builder, as an owner uses it. */
let me: Owner;
beforeAll(async () => {
  me = await owner();
});

const wide = { viewport: { width: 1280, height: 900 } };
const open = async (slug: string, options = {}) => {
  const visited = await visitAs(me, `/forms/${slug}/build?view=list`, options);
  await visited.page.getByRole("button", { name: "Publish" }).waitFor();
  return visited;
};
const saved = (page: Page, text = "Saved") =>
  page.getByRole("status", { name: "Saving" }).filter({ hasText: text }).waitFor();
const row = (page: Page, name: RegExp) =>
  page.getByRole("grid", { name: "Questions and screens" }).getByRole("row", { name });

/** As somebody does who has no pointer: by the tab key, forwards or backwards. */
async function goTo(page: Page, target: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < 150; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${target} is not reached by ${key}`);
}

/** The list is one stop of the tab key; in it the arrows lead from row to row. */
async function goToRow(page: Page, target: Locator): Promise<void> {
  const list = page.getByRole("grid", { name: "Questions and screens" });
  const isThere = () => list.evaluate((element) => element.contains(document.activeElement));
  for (let presses = 0; presses < 50 && !(await isThere()); presses++) await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Home");
  for (let presses = 0; presses < 50; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("ArrowDown");
  }
  throw new Error(`${target} is not reached by the arrows`);
}

test("a form with a branch and a score is built by keyboard alone, published, and answered", async () => {
  const slug = await createForm(me, { title: "Smoking" });
  const { page } = await open(slug, wide);
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

test("what is typed while signed out, and what others changed meanwhile, is in the form after a new sign-in", async () => {
  const slug = await createForm(me, { title: "Two of us" });
  await expecting(200, saveDraft(me, slug, chain(node("a", "short_text"), node("b", "short_text"))));
  const { page, context, expect: expectComplaint } = await open(slug, wide);
  expectComplaint(/status of 40[19]/);
  await row(page, /About a/).click();
  await context.clearCookies();
  await page.getByRole("textbox", { name: "Title" }).fill("Mine");
  await page.getByRole("dialog").getByLabel("Password").waitFor();
  // behind the dialog, which hides the rest from whoever listens
  await page.getByText("Sign-in needed, kept here").waitFor();
  const theirs = chain(node("a", "short_text"), { ...node("b", "short_text"), data: { title: "Theirs", config: {} } });
  await expecting(200, saveDraft(me, slug, theirs));
  await page.getByRole("dialog").getByLabel("Password").fill(me.password);
  await page.keyboard.press("Enter");
  await row(page, /Theirs/).waitFor();
  await saved(page);
  const { body } = await me.get(`/api/v2/form/${slug}/draft/`);
  expect(body.graph.nodes.map(({ data }: { data: { title: string } }) => data.title)).toEqual([
    "Mine",
    "Theirs",
    "About end",
  ]);
});

test("the same question changed elsewhere is a conflict: both texts are shown, and the chosen one is saved", async () => {
  const slug = await createForm(me, { title: "Both" });
  await expecting(200, saveDraft(me, slug, chain(node("a", "short_text"))));
  const { page, expect: expectComplaint } = await open(slug, {
    colorScheme: "dark",
    viewport: { width: 360, height: 740 },
  });
  expectComplaint(/status of 409/);
  await expecting(
    200,
    saveDraft(me, slug, chain({ ...node("a", "short_text"), data: { title: "Theirs", config: {} } })),
  );
  await row(page, /About a/).click();
  await page.getByRole("textbox", { name: "Title" }).fill("Mine");
  const conflict = page.getByRole("region", { name: "Changed here and elsewhere" });
  await conflict.getByText("Theirs", { exact: true }).last().waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await conflict.getByRole("button", { name: "Take theirs" }).click();
  await conflict.getByRole("button", { name: "Save what stands" }).click();
  await saved(page);
  expect(await page.getByRole("textbox", { name: "Title" }).inputValue()).toBe("Theirs");
  await page.keyboard.press("Control+z");
  await page.getByRole("heading", { name: "Mine" }).waitFor();
  await saved(page);
  expect((await me.get(`/api/v2/form/${slug}/draft/`)).body.graph.nodes[0].data.title).toBe("Mine");
});

/** Writes a title without a network, on a page that ends before there is one again; gives the next page, which has one. */
async function writtenOffline(slug: string, title: string, meanwhile: () => Promise<unknown> = async () => undefined) {
  const { page, context, expect: expectComplaint } = await open(slug, wide);
  expectComplaint(/ERR_INTERNET_DISCONNECTED/);
  await context.setOffline(true);
  await row(page, /About a/).click();
  await page.getByRole("textbox", { name: "Title" }).fill(title);
  await saved(page, "Offline, kept here");
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.close();
  await meanwhile();
  await context.setOffline(false);
  const again = await context.newPage();
  await again.goto(`/forms/${slug}/build?view=list`);
  return { again, offer: again.getByRole("region", { name: "Unsaved changes were found" }) };
}

test("without a network what is typed is kept here, and offered after the page has gone", async () => {
  const slug = await createForm(me, { title: "Train" });
  await expecting(200, saveDraft(me, slug, chain(node("a", "short_text"))));
  const { again, offer } = await writtenOffline(slug, "In a tunnel");
  await offer.getByText("Question “In a tunnel”: title changed").waitFor();
  await offer.getByRole("button", { name: "Restore them" }).click();
  await row(again, /In a tunnel/).waitFor();
  await saved(again);
  expect((await me.get(`/api/v2/form/${slug}/draft/`)).body.graph.nodes[0].data.title).toBe("In a tunnel");
});

test("what was kept here and changed elsewhere meanwhile is chosen, not overwritten, and can be undone", async () => {
  const slug = await createForm(me, { title: "Two trains" });
  const [first, second] = [node("a", "short_text"), node("b", "short_text")];
  const titled = (one: typeof first, title: string) => ({ ...one, data: { ...one.data, title } });
  await expecting(200, saveDraft(me, slug, chain(first, second)));
  const theirs = chain(titled(first, "Theirs"), titled(second, "Theirs too"));
  const { again, offer } = await writtenOffline(slug, "Mine", () => expecting(200, saveDraft(me, slug, theirs)));
  await offer.getByText("Theirs", { exact: true }).first().waitFor();
  expect(await accessibilityProblems(again)).toEqual([]);
  await offer.getByRole("button", { name: "Restore them" }).click();
  await row(again, /Mine/).waitFor();
  await row(again, /Theirs too/).waitFor();
  await again.keyboard.press("Control+z");
  await row(again, /^Theirs$/).waitFor();
  await saved(again);
  expect((await me.get(`/api/v2/form/${slug}/draft/`)).body.graph.nodes[0].data.title).toBe("Theirs");
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
  const { page } = await open(slug, wide);
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

test("the draft is tried out on the respondent's own page, beside why it goes that way, while somebody edits", async () => {
  const slug = await createForm(me, { title: "Trying" });
  const scored = node("smoke", "yes_no", { scoring: { mode: "options", points: { yes: 3 } } }, true);
  const form = chain(scored, node("why", "short_text"));
  form.edges.unshift({ from: "smoke", to: "end", condition: { op: "eq", right: "no" } });
  await expecting(200, saveDraft(me, slug, form));
  const { page } = await open(slug, wide);
  await page.getByRole("button", { name: "Try it out" }).click();
  const frame = page.frameLocator("iframe");
  await frame.getByRole("radiogroup", { name: "About smoke" }).waitFor();
  await frame.getByRole("radio", { name: "Yes" }).click();
  await frame.getByRole("textbox", { name: "About why" }).waitFor();
  const trace = page.getByRole("region", { name: "Why it goes this way" });
  await trace.getByText("the answer is No: it is Yes").waitFor();
  await trace.getByText("+3, score so far 3").waitFor();
  expect(await accessibilityProblems(page, "iframe")).toEqual([]);
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
  const { page } = await open(slug, wide);
  await page.getByRole("button", { name: /^1 error/ }).click();
  await page.getByRole("button", { name: "Play the example" }).click();
  const trace = page.getByRole("region", { name: "Why it goes this way" });
  await trace.getByText("the answer is Yes: it is No").waitFor();
  await trace.getByText(/It goes no further/).waitFor();
  expect(await accessibilityProblems(page, "iframe")).toEqual([]);
});

const titles = (page: Page) =>
  page
    .getByRole("grid", { name: "Questions and screens" })
    .getByRole("row")
    .evaluateAll((rows) => rows.map((element) => element.getAttribute("aria-label")));
const letters = ["a", "b", "c"].map((id) => node(id, "short_text"));
const [a, b, c, last] = ["About a", "About b", "About c", "About end"];

test("questions are moved by the pointer, the keyboard and a menu, several at once", async () => {
  const slug = await createForm(me, { title: "Order" });
  await expecting(200, saveDraft(me, slug, chain(...letters)));
  const { page } = await open(slug, wide);
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
  await page.getByRole("group", { name: "2 chosen" }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press("Alt+ArrowUp");
  await eventually(async () => expect(await titles(page)).toEqual([b, c, a, last]));
  await page.keyboard.press("Control+z");
  await eventually(async () => expect(await titles(page)).toEqual([a, b, c, last]));
  await saved(page);
});

/** As a hand does it: down, on the way, over the upper half of the row, up. */
async function drag(page: Page, from: Locator, to: Locator): Promise<void> {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (!start || !end) throw new Error("nothing to drag, or nowhere to drag it to");
  await page.mouse.move(start.x + 200, start.y + 20);
  await page.mouse.down();
  await page.mouse.move(end.x + 200, end.y + 20, { steps: 5 });
  await page.mouse.move(end.x + 200, end.y + 5, { steps: 5 });
  await page.mouse.up();
}

test("what is copied in one form is pasted into another with its rules; foreign text is refused with a word", async () => {
  const [from, to] = [await createForm(me, { title: "From" }), await createForm(me, { title: "To" })];
  await expecting(200, saveDraft(me, from, chain(...letters)));
  await expecting(200, saveDraft(me, to, chain(node("a", "short_text"))));
  const permissions = ["clipboard-read", "clipboard-write"];
  const { page, context } = await open(from, { ...wide, permissions });
  await row(page, /About a/).focus();
  await page.keyboard.press("Space");
  await page.keyboard.press("Shift+ArrowDown");
  await page.getByRole("group", { name: "2 chosen" }).waitFor();
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
  await other.getByText(/Nothing was pasted. The clipboard holds no questions/).waitFor();
});

test("by Ctrl+K a question is found, and one of any type added; `?` tells the keys", async () => {
  const slug = await createForm(me, { title: "Find" });
  await expecting(200, saveDraft(me, slug, chain(...letters)));
  const { page } = await open(slug, wide);
  await row(page, /About a/).waitFor();
  await page.keyboard.press("Control+k");
  const dialog = page.getByRole("dialog", { name: "Go to or add" });
  await dialog.getByRole("option", { name: "About b" }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await dialog.getByRole("group", { name: "Add" }).getByRole("option").count()).toBe(20);
  await page.keyboard.type("about b");
  await dialog.getByRole("option").first().filter({ hasText: "About b" }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("region", { name: "About b" }).waitFor();
  await page.keyboard.press("Control+k");
  await page.keyboard.type("star");
  await dialog.getByRole("option", { name: "About b" }).waitFor({ state: "detached" });
  await page.keyboard.press("Enter");
  await page.getByRole("region", { name: "Star rating without a title" }).waitFor();
  await row(page, /About a/).focus();
  await page.keyboard.press("?");
  await page.getByRole("dialog", { name: "Keys" }).getByText("Goes to the next problem").waitFor();
});

test("the form's title is written where it stands, and what is typed in a question meanwhile is saved too", async () => {
  const slug = await createForm(me, { title: "Old" });
  await expecting(200, saveDraft(me, slug, chain(...letters)));
  const { page, expect: expectComplaint } = await open(slug, wide);
  // the draft has another title then: the next save is merged
  expectComplaint(/status of 409/);
  await page.getByRole("button", { name: "Rename Old" }).click();
  await page.getByRole("textbox", { name: "Title of the form" }).fill("New");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Rename New" }).waitFor();
  await row(page, /About a/).click();
  await page.getByRole("textbox", { name: "Title", exact: true }).fill("Mine");
  await row(page, /Mine/).waitFor();
  await saved(page);
  expect((await me.get(`/api/v2/form/${slug}/draft/`)).body).toMatchObject({
    title: "New",
    graph: { nodes: [{ data: { title: "Mine" } }, {}, {}, {}] },
  });
});

test("a form is exported, and imported again: what is wrong stands with its place, and what changes before it does", async () => {
  const slug = await createForm(me, { title: "Files" });
  await expecting(200, saveDraft(me, slug, chain(...letters)));
  const { page } = await open(slug, wide);
  await row(page, /About a/).waitFor();
  const more = async (name: string) => {
    await page.getByRole("button", { name: "More for this form" }).click();
    await page.getByRole("menuitem", { name }).click();
  };
  const downloading = page.waitForEvent("download");
  await more("Export as JSON");
  const download = await downloading;
  expect(download.suggestedFilename()).toBe(`${slug}.json`);
  const { title, graph } = JSON.parse(await text(await download.createReadStream()));
  expect([title, graph.nodes.length]).toEqual(["Files", 4]);
  await more("Import JSON …");
  const dialog = page.getByRole("dialog", { name: "Import a form" });
  graph.nodes[1].data.title = 7;
  await dialog.getByLabel("Or its JSON").fill(JSON.stringify(graph));
  await dialog.getByText("nodes.1.data.title: must be a string").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  graph.nodes[1].data.title = "Written elsewhere";
  const buffer = Buffer.from(JSON.stringify({ title, graph }));
  await dialog.getByLabel("A file").setInputFiles({ name: "x.json", mimeType: "application/json", buffer });
  await dialog.getByText("Question “Written elsewhere”: title changed").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Take it over" }).click();
  await row(page, /Written elsewhere/).waitFor();
  await page.keyboard.press("Control+z");
  await row(page, /About b/).waitFor();
});
