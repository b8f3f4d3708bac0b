import type { Locator, Page } from "playwright-core";
import { createForm, expecting, type Owner, owner, publishForm, saveDraft } from "../../../support/api.ts";
import { eventually } from "../../../support/eventually.ts";
import { sampleForm } from "../../../support/sampleForms.ts";
import { chain, node } from "../../../support/sampleGraphs.ts";
import { accessibilityProblems, visitAs } from "../../support/browser.ts";

/** The builder's canvas with a pointer and with keys alone. */
let me: Owner;
beforeAll(async () => {
  me = await owner();
});

const graph = () => {
  const { edges, ...others } = chain(node("smoke", "yes_no"), node("number", "number"), node("why", "long_text"));
  return { ...others, edges: edges.map((edge, at) => ({ ...edge, id: `e${at}` })) };
};

async function opened(options = {}, view = "") {
  const slug = await createForm(me, { title: "Smoking" });
  await expecting(200, saveDraft(me, slug, graph()));
  const size = { viewport: { width: 1280, height: 900 } };
  const { page } = await visitAs(me, `/forms/${slug}/build${view}`, { ...size, ...options });
  await page.getByRole("button", { name: "Publish" }).waitFor();
  return { page, slug };
}

const canvas = (page: Page) => page.getByRole("application", { name: "Form graph" });
const card = (page: Page, name: string) => canvas(page).getByRole("group", { name });
const edgeNamed = (page: Page, name: string) => canvas(page).getByRole("img", { name });
const saved = (page: Page) =>
  page
    .getByRole("status", { name: "Saving" })
    .filter({ hasText: /^Saved$/ })
    .waitFor();
const draftOf = async (slug: string) => (await me.get(`/api/v2/form/${slug}/draft/`)).body.graph;
const said = (page: Page, text: string) => page.getByRole("log").filter({ hasText: text }).waitFor();

/** Drags from a point of one card to a point of another. A point is a share of the width and px from the top at zoom 1. */
async function drag(page: Page, from: [string, number, number], to: [string, number, number]): Promise<void> {
  const point = async ([name, right, down]: [string, number, number]) => {
    const box = await card(page, name).boundingBox();
    if (!box) throw new Error(`${name} isn’t visible`);
    return [box.x + right * box.width, box.y + down * (box.width / 256)] as const;
  };
  await page.mouse.move(...(await point(from)));
  await page.mouse.down();
  await page.mouse.move(...(await point(to)), { steps: 5 });
  await page.mouse.up();
}

/** Positions of the handles of a card with a title of one line, in px from its top: of its head and of its first row. */
const head = 27;
const firstRow = 81;

test("draws an option’s rule by dragging, moves it, removes another, tidies up and undoes it all", async () => {
  const { page, slug } = await opened();
  const before = await draftOf(slug);
  await page.getByRole("button", { name: "Zoom to fit" }).click();
  await drag(page, ["About smoke", 1, firstRow], ["About end", 0.5, head]);
  await edgeNamed(page, "About smoke: If the answer is Yes → About end").waitFor();
  // the handle of a connected row moves its edge
  await drag(page, ["About smoke", 1, firstRow], ["About why", 0.5, head]);
  await edgeNamed(page, "About smoke: If the answer is Yes → About why").waitFor();
  await edgeNamed(page, "About number: Always → About why").click();
  await page.getByRole("toolbar", { name: "This rule" }).getByRole("button", { name: "Remove rule" }).click();
  await card(page, "About number").getByText("Not connected yet").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Tidy up" }).click();
  await said(page, "Canvas tidied up");
  await drag(page, ["About end", 0.5, head], ["About end", 0.5, head + 80]);
  await saved(page);
  const drawn = await draftOf(slug);
  expect(drawn.edges.map(({ from, to }: { from: string; to: string }) => `${from} ${to}`)).toEqual([
    "smoke why",
    "smoke number",
    "why end",
  ]);
  expect(drawn.nodes.every(({ position }: { position?: object }) => position !== undefined)).toBe(true);
  // five steps: the rule and its move, the removed rule, the layout, the drag
  for (let step = 0; step < 5; step++) await page.keyboard.press("Control+z");
  await page.getByRole("button", { name: "Undo", exact: true }).waitFor();
  await saved(page);
  expect(await draftOf(slug)).toEqual(before);
});

test("moves a question off its page and back by dragging, in one step each", async () => {
  const slug = await createForm(me, { title: "Pages" });
  const pages = [{ id: "you", title: "About you", node_ids: ["smoke", "number"] }];
  await expecting(200, saveDraft(me, slug, { ...graph(), pages }));
  const { page } = await visitAs(me, `/forms/${slug}/build`, { viewport: { width: 1280, height: 900 } });
  const onPage = async () => (await draftOf(slug)).pages[0].node_ids;
  await card(page, "About number").waitFor();
  await drag(page, ["About number", 0.5, head], ["About number", 0.5, head + 300]);
  await said(page, "About number was removed from its page.");
  await eventually(async () => expect(await onPage()).toEqual(["smoke"]));
  await page.getByRole("button", { name: /^Undo/ }).click();
  await eventually(async () => expect(await onPage()).toEqual(["smoke", "number"]));
  await drag(page, ["About why", 0.5, head], ["About number", 0.5, head]);
  await said(page, "About why is now on About you.");
  await eventually(async () => expect(await onPage()).toEqual(["smoke", "number", "why"]));
  await page.getByRole("button", { name: "About you", exact: true }).click();
  await page.getByRole("region", { name: "About you" }).getByRole("button", { name: "Ungroup page" }).click();
  await eventually(async () => expect(await draftOf(slug)).not.toHaveProperty("pages"));
});

test("follows rules, connects, moves and deletes by keys, and announces each", async () => {
  const { page, slug } = await opened({ colorScheme: "dark" });
  await canvas(page).focus();
  await page.keyboard.press("Home");
  await said(page, "1. About smoke, Yes or no. Always → About number.");
  await page.keyboard.press("ArrowRight");
  await said(page, "2. About number");
  await page.keyboard.press("ArrowLeft");
  await said(page, "1. About smoke");
  const tools = page.getByRole("toolbar", { name: "“About smoke”" });
  // the tools are one tab stop
  await page.keyboard.press("Shift+Tab");
  const connect = tools.getByRole("button", { name: "Connect to…" });
  const focused = tools.locator(":focus");
  for (let press = 0; press < 10 && (await connect.and(focused).count()) === 0; press++) {
    const last = await focused.elementHandle();
    await page.keyboard.press("ArrowLeft");
    await page.waitForFunction((it) => it !== document.activeElement, last);
  }
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Connect “About smoke”" });
  await dialog.getByRole("combobox", { name: "Goes to" }).focus();
  await page.keyboard.type("4");
  expect(await accessibilityProblems(page)).toEqual([]);
  // past Cancel
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await edgeNamed(page, "About smoke: If the answer is Yes → About end").waitFor();
  await canvas(page).focus();
  await page.keyboard.press("ArrowRight");
  await said(page, "4. About end");
  await page.keyboard.press("ArrowDown");
  await said(page, "2. About number");
  await page.keyboard.press("Alt+ArrowDown");
  await page.keyboard.press("Alt+ArrowDown");
  await said(page, "About number: move down.");
  await page.keyboard.press("Delete");
  await said(page, "About number deleted.");
  await page.keyboard.press("Enter");
  await page.keyboard.press("End");
  await page.keyboard.type(", then?");
  await card(page, "About why, then?").waitFor();
  await saved(page);
  const drawn = await draftOf(slug);
  expect(drawn.edges.map(({ from, to }: { from: string; to: string }) => `${from} ${to}`)).toEqual([
    "smoke end",
    "smoke why",
    "why end",
  ]);
});

test("shows a small form whole, with no tools over its cards, and its start on a phone", async () => {
  const { graph } = sampleForm("nps");
  const slug = await createForm(me, { title: "Whole" });
  await expecting(200, saveDraft(me, slug, graph));
  const view = `/forms/${slug}/build?view=canvas`;
  const { page } = await visitAs(me, view, { viewport: { width: 1280, height: 900 } });
  await canvas(page).getByRole("group").first().waitFor();
  const [frame, zooming] = await Promise.all([
    canvas(page).boundingBox(),
    page.getByRole("group", { name: "Zoom" }).boundingBox(),
  ]);
  if (!frame || !zooming) throw new Error("The canvas isn’t visible");
  for (const { data, id } of graph.nodes) {
    const box = await canvas(page).locator(`[data-node=${id}]`).boundingBox();
    if (!box) throw new Error(`“${data.title}” isn’t visible`);
    expect([box.x >= frame.x, box.x + box.width <= frame.x + frame.width]).toEqual([true, true]);
    expect([box.y >= frame.y, box.y + box.height <= zooming.y]).toEqual([true, true]);
    expect(box.width).toBeGreaterThanOrEqual(0.75 * 256);
  }
  expect(await canvas(page).getByRole("link").count()).toBe(0);
  await page.setViewportSize({ width: 360, height: 740 });
  await page.reload();
  await card(page, "How likely is it that you would recommend our company to a friend or colleague?").waitFor();
  expect(await canvas(page).boundingBox()).toMatchObject({ x: 0, width: 360 });
  await canvas(page).focus();
  await page.keyboard.press("Home");
  const tools = page.getByRole("toolbar", { name: /^“How likely/ });
  await tools.waitFor();
  await eventually(async () => {
    const [over, start] = await Promise.all([
      tools.boundingBox(),
      canvas(page).locator(`[data-node=${graph.entry_node_id}]`).boundingBox(),
    ]);
    expect(start?.y).toBeGreaterThanOrEqual((over?.y ?? 0) + (over?.height ?? 0));
  });
});

test("shows the list on a narrow page, and the same question in both views", async () => {
  const { page } = await opened({ viewport: { width: 360, height: 740 } });
  const list = page.getByRole("grid", { name: "Questions and screens" });
  await list.waitFor();
  await page.setViewportSize({ width: 1280, height: 900 });
  await canvas(page).waitFor();
  await page.getByRole("button", { name: "List", exact: true }).click();
  await list.getByRole("row", { name: /About number/ }).click();
  await page.getByRole("button", { name: "Canvas", exact: true }).click();
  await page.getByRole("toolbar", { name: "“About number”" }).getByRole("button", { name: "Connect to…" }).waitFor();
  expect(new URL(page.url()).search).toBe("?view=canvas");
  // a touch on a phone only selects, and the settings are below
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("toolbar", { name: "“About number”" }).getByRole("button", { name: "Edit" }).click();
  const title = page.getByRole("textbox", { name: "Title", exact: true });
  await eventually(async () => {
    expect(await title.evaluate((it) => it === document.activeElement)).toBe(true);
    expect((await title.boundingBox())?.y).toBeLessThan(844);
  });
});

test("starts an empty form from a list of questions", async () => {
  const slug = await createForm(me, { title: "Empty" });
  const { page } = await visitAs(me, `/forms/${slug}/build?view=canvas`, { viewport: { width: 1280, height: 900 } });
  await page.getByRole("heading", { name: "What’s your first question?" }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Publish" }).click();
  await page.getByText("Add a first question.").waitFor();
  await page.getByRole("button", { name: "Fix" }).click();
  await page.getByRole("dialog", { name: "Add or find a question" }).waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Paste a list of questions" }).click();
  await page.getByRole("textbox", { name: "Questions" }).fill("1. How are you?\n2. Why?");
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Add 2 questions" }).click();
  await edgeNamed(page, "How are you?: Always → Why?").waitFor();
  await page.keyboard.press("Control+z");
  await page.getByRole("button", { name: "Multiple choice" }).click();
  await page.getByRole("textbox", { name: "Title" }).fill("Tea or coffee?");
  // with an end screen that it leads to, in one step
  await edgeNamed(page, "Tea or coffee?: Always → Thank you").waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("heading", { name: "What’s your first question?" }).waitFor();
});

test("says what a new question lacks once another one is selected, or Publish is pressed", async () => {
  const slug = await publishForm(me, graph(), { title: "Silent" });
  const { page } = await visitAs(me, `/forms/${slug}/build?view=canvas`, { viewport: { width: 1280, height: 900 } });
  const add = async (type: string) => {
    await page.getByRole("button", { name: "Add a question or screen" }).click();
    await page.getByRole("dialog").getByText(type, { exact: true }).first().click();
    await page.getByRole("region", { name: `Untitled (${type})` }).waitFor();
  };
  const problems = page.getByRole("button", { name: /^\d+ errors?/ });
  await add("Email");
  await page.getByText("No problems", { exact: true }).waitFor({ state: "attached" });
  expect(await page.getByText("Enter a title.").count()).toBe(0);
  await add("Star rating");
  await problems.waitFor();
  expect(await page.getByText("Enter a title.").count()).toBe(0);
  await page.getByRole("button", { name: "Publish" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).first().click();
  await page.getByText("Enter a title.").first().waitFor();
});

test("fills an empty form from a template that was previewed, and empties it on undo", async () => {
  const slug = await createForm(me, { title: "Empty" });
  const { page } = await visitAs(me, `/forms/${slug}/build?view=canvas`, { viewport: { width: 1280, height: 900 } });
  await page.getByRole("button", { name: "Choose a template" }).click();
  await page.getByRole("dialog", { name: "Choose a template" }).getByRole("button", { name: "NPS" }).click();
  await page.getByRole("button", { name: "Use this template" }).click();
  await card(page, "How likely is it that you would recommend").waitFor();
  await page.keyboard.press("Control+z");
  await page.getByRole("heading", { name: "What’s your first question?" }).waitFor();
});

test("names the versions and the changes between them before publishing", async () => {
  const slug = await publishForm(me, graph(), { title: "Versions" });
  const nodes = graph().nodes.map((one) => (one.id === "why" ? { ...one, data: { ...one.data, title: "Why?" } } : one));
  await expecting(200, saveDraft(me, slug, { ...graph(), nodes }));
  const { page } = await visitAs(me, `/forms/${slug}/build?view=canvas`, { viewport: { width: 1280, height: 900 } });
  await page.getByRole("button", { name: "Publish" }).click();
  const dialog = page.getByRole("dialog", { name: "Publish version 2" });
  await dialog.getByText("1 change since version 1. People already answering will finish on version 1.").waitFor();
  await dialog.getByRole("heading", { name: "Changes (1)" }).waitFor();
  await dialog.getByRole("link", { name: /^Version 1 was published on / }).waitFor();
  const before = await sizeOf(dialog);
  await dialog.getByRole("button", { name: "Publish" }).click();
  const live = page.getByRole("dialog", { name: "Version 2 is live" });
  await live.getByRole("textbox", { name: "Link" }).waitFor();
  expect(await sizeOf(live)).toEqual(before);
  await live.getByRole("button", { name: "Copy link" }).waitFor();
  await live.getByRole("link", { name: "Share" }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test("publishes no version without changes", async () => {
  const slug = await publishForm(me, graph(), { title: "Unchanged" });
  const { page } = await visitAs(me, `/forms/${slug}/build?view=canvas`, { viewport: { width: 1280, height: 900 } });
  await page.getByRole("button", { name: "Publish" }).click();
  const dialog = page.getByRole("dialog", { name: "Version 1 is up to date" });
  await dialog.getByRole("textbox", { name: "Link" }).waitFor();
  const publish = dialog.getByRole("button", { name: "Publish" });
  await publish.waitFor();
  expect(await publish.isDisabled()).toBe(true);
  expect(await accessibilityProblems(page)).toEqual([]);
});

test("publishes a new title alone", async () => {
  const slug = await publishForm(me, graph(), { title: "Old" });
  const form = () => me.get(`/api/v2/form/${slug}/`).then(({ body }) => body);
  await expecting(200, me.patch(`/api/v2/form/${slug}/`, { title: "New" }));
  expect(await form()).toMatchObject({ has_unpublished_changes: true });
  const { page } = await visitAs(me, `/forms/${slug}/build?view=canvas`, { viewport: { width: 1280, height: 900 } });
  await page.getByRole("button", { name: "Publish" }).click();
  const dialog = page.getByRole("dialog", { name: "Publish version 2" });
  await dialog.getByText("Title of the form").waitFor();
  await dialog.getByRole("button", { name: "Publish" }).click();
  await page.getByRole("dialog", { name: "Version 2 is live" }).waitFor();
  expect(await form()).toMatchObject({ has_unpublished_changes: false });
});

test("says what the first version has, and where it will be", async () => {
  const slug = await createForm(me, { title: "First" });
  await expecting(200, saveDraft(me, slug, graph()));
  const { page } = await visitAs(me, `/forms/${slug}/build?view=canvas`, { viewport: { width: 1280, height: 900 } });
  await page.getByRole("button", { name: "Publish" }).click();
  const dialog = page.getByRole("dialog", { name: "Publish version 1" });
  await dialog.getByText(/^\d questions$/).waitFor();
  await dialog.getByText(/^\d end screens?$/).waitFor();
  expect(await dialog.getByRole("textbox", { name: "Link" }).inputValue()).toMatch(`/f/${slug}`);
  expect(await accessibilityProblems(page)).toEqual([]);
});

test.each([1200, 1280, 1440])("keeps tools and inspector apart at %i px", async (width) => {
  const { page } = await opened({ viewport: { width, height: 900 } });
  await canvas(page).focus();
  await page.keyboard.press("Home");
  const parts = [
    page.getByRole("toolbar", { name: "Edit" }),
    page.getByRole("toolbar", { name: "“About smoke”" }),
    page.getByRole("region", { name: "About smoke" }),
  ];
  for (const part of parts) await part.waitFor();
  const boxes = await Promise.all(parts.map((part) => part.boundingBox()));
  expect(boxes.flatMap((one, at) => boxes.slice(at + 1).filter((other) => overlap(one, other)))).toEqual([]);
});

type Box = Awaited<ReturnType<Locator["boundingBox"]>>;
const overlap = (a: Box, b: Box): boolean =>
  !a || !b || (a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height);

/** without the scale of the opening animation */
const sizeOf = (dialog: Locator) => dialog.evaluate(({ clientWidth, clientHeight }) => ({ clientWidth, clientHeight }));

test("shows titles when a phone zooms to fit, and keeps the menu in view beside the scores", async () => {
  const questions = Array.from({ length: 3 }, (_, at) => node(`q${at}`, "number"));
  const slug = await createForm(me, { title: "Phone" });
  await expecting(200, saveDraft(me, slug, chain(...questions)));
  const { page } = await visitAs(me, `/forms/${slug}/build?view=canvas`, { viewport: { width: 390, height: 844 } });
  await page.getByRole("button", { name: "Zoom to fit" }).click();
  await page.getByText(/^(2|3)\d%$/).waitFor();
  for (const [at, { id }] of questions.entries()) {
    await card(page, id).getByText(id).waitFor();
    await card(page, id)
      .getByText(`${at + 1}`, { exact: true })
      .waitFor();
  }
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Scores" }).click();
  await page.getByRole("button", { name: "Close scores" }).scrollIntoViewIfNeeded();
  await page.mouse.wheel(0, 2000);
  const menu = page.getByRole("button", { name: "Menu", exact: true });
  await page.waitForFunction(() => scrollY > 0);
  expect((await menu.boundingBox())?.y).toBeGreaterThanOrEqual(0);
  await menu.click();
  await page.getByRole("link", { name: "API keys" }).click();
  await page.waitForURL(/keys/);
});
