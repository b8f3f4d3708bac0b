import type { Locator, Page } from "playwright-core";
import { expecting, type Owner, owner, publishForm, walk } from "../../support/api.ts";
import { eventually } from "../../support/eventually.ts";
import { edge, end, graphOf, node } from "../../support/sampleGraphs.ts";
import { accessibilityProblems, visitAs } from "../support/browser.ts";

/** Corrections, history, tags and notes in a response's drawer (features §18.1). */
let me: Owner;
let slug: string;
const isGood = { left: { type: "answer", node_id: "mood" }, op: "gte", right: 4 } as const;
beforeAll(async () => {
  me = await owner();
  const liked = node("liked", "short_text", {}, true);
  const nodes = [
    node("mood", "star_rating", { scoring: { mode: "value" } }),
    node("wrong", "short_text"),
    { ...liked, data: { ...liked.data, title: "Why {{answer:mood}} stars?" } },
    end("good"),
    end("bad"),
  ];
  slug = await publishForm(
    me,
    graphOf(nodes, [
      { ...edge("mood", "liked"), condition: isGood },
      edge("mood", "wrong"),
      edge("liked", "good"),
      edge("wrong", "bad"),
    ]),
  );
});

const wide = { viewport: { width: 1280, height: 900 } };
const drawer = (page: Page) => page.getByRole("complementary", { name: "Response" });
const detailOf = async (session: string) =>
  (await expecting(200, me.get(`/api/v2/form/${slug}/responses/${session}/`))).body;

async function opened() {
  const session = await walk(slug, { mood: 2, wrong: "It rained" });
  const { page } = await visitAs(me, `/forms/${slug}/responses/${session}`, wide);
  await drawer(page).getByText("It rained").waitFor();
  return { session, page };
}

test("correct an answer with what the new path needs, and keep who changed what", async () => {
  const { session, page } = await opened();
  await drawer(page).getByRole("button", { name: "Correct “About mood”" }).click();
  await drawer(page).getByRole("radio", { name: "5", exact: true }).check();
  await drawer(page).getByText("Required on the new path.").waitFor();
  const save = drawer(page).getByRole("button", { name: "Save correction" });
  expect(await save.isDisabled()).toBe(true);
  await drawer(page).getByLabel("Why 5 stars?").fill("The sun");
  const effects = drawer(page).getByLabel("Further changes");
  await effects.getByText("The history keeps its answer").waitFor();
  await effects.getByText("Why 5 stars?").waitFor();
  expect(await effects.innerText()).toMatch(/Score\s+2 → 5/);
  await drawer(page).getByLabel("Reason").fill("Pressed 2 by mistake");
  expect(await accessibilityProblems(page)).toEqual([]);
  await save.click();
  await drawer(page).getByText("The sun").waitFor();
  expect(await detailOf(session)).toMatchObject({ revision: 2, traversal_path: ["mood", "liked", "good"] });
  await drawer(page).getByText("Edited").waitFor();
  await drawer(page).getByRole("tab", { name: "History 1" }).click();
  const history = drawer(page).getByRole("list", { name: "History" });
  await history.getByText("Pressed 2 by mistake").waitFor();
  expect(await history.innerText()).toContain("It rained → No answer");
  expect(await accessibilityProblems(page)).toEqual([]);
});

test("leave a correction by Escape without leaving the response", async () => {
  const { session, page } = await opened();
  await drawer(page).getByRole("button", { name: "Correct “About wrong”" }).click();
  await drawer(page).getByLabel("About wrong").focus();
  await page.keyboard.press("Escape");
  await drawer(page).getByText("It rained").waitFor();
  expect(await detailOf(session)).toMatchObject({ revision: 1 });
});

test("keep a correction until it is saved or given up", async () => {
  const { page } = await opened();
  const pencil = drawer(page).getByRole("button", { name: "Correct “About wrong”" });
  await pencil.click();
  const field = drawer(page).getByLabel("About wrong");
  await eventually(async () => expect(await isFocused(field)).toBe(true));
  await page.keyboard.press("Escape");
  await eventually(async () => expect(await isFocused(pencil)).toBe(true));
  await page.keyboard.press("Enter");
  await field.fill("It snowed");
  await drawer(page).getByText("Was: It rained").waitFor();
  expect(await drawer(page).getByRole("button", { name: "Correct “About mood”" }).isDisabled()).toBe(true);
  await drawer(page).getByRole("tab", { name: "Path" }).click();
  await drawer(page).getByRole("tab", { name: "Answers" }).click();
  const asked = page.getByRole("dialog", { name: "Leave without saving?" });
  await drawer(page).getByRole("button", { name: "Next" }).click();
  await asked.getByRole("button", { name: "Stay" }).click();
  await asked.waitFor({ state: "detached" });
  await field.press("Escape");
  await asked.getByRole("button", { name: "Stay" }).click();
  await asked.waitFor({ state: "detached" });
  expect(await field.inputValue()).toBe("It snowed");
  await field.press("Escape");
  await asked.getByRole("button", { name: "Leave without saving" }).click();
  await drawer(page).getByText("It rained").waitFor();
});

const isFocused = (element: Locator): Promise<boolean> => element.evaluate((it) => it === document.activeElement);

test("tag, flag and annotate, each before the one before is saved", async () => {
  const { session, page } = await opened();
  const noted = Promise.withResolvers<void>();
  await page.route("**/annotations/", async (route) => {
    await noted.promise;
    await route.continue();
  });
  await drawer(page).getByRole("button", { name: "Tag", exact: true }).click();
  await drawer(page).getByLabel("New tag").fill("follow up");
  await page.keyboard.press("Enter");
  await drawer(page).getByRole("button", { name: "Remove the tag “follow up”" }).waitFor();
  await drawer(page).getByRole("button", { name: "Flag this response" }).click();
  await drawer(page).getByRole("button", { name: "Remove the flag" }).waitFor();
  await drawer(page).getByRole("button", { name: "Note" }).click();
  await drawer(page).getByRole("textbox", { name: "Note" }).fill("Called on Monday");
  await drawer(page).getByRole("tab", { name: "Path" }).click();
  noted.resolve();
  await eventually(async () =>
    expect((await detailOf(session)).annotations).toEqual({
      tags: ["follow up"],
      note: "Called on Monday",
      is_flagged: true,
    }),
  );
  await walk(slug, { mood: 3, wrong: "Nothing" });
  await drawer(page).getByRole("link", { name: "Show responses with the tag “follow up”" }).click();
  await page.getByRole("button", { name: "Tag: follow up: remove filter" }).waitFor();
  await page.getByRole("status").filter({ hasText: "1 response" }).first().waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test("print responses on paper, light and without the page around them", async () => {
  const session = await walk(slug, { mood: 2, wrong: "It rained" });
  await walk(slug, { mood: 5, liked: "The sun" });
  const { page } = await visitAs(me, null, { ...wide, colorScheme: "dark" });
  // Chromium without a window prints nothing
  await page.addInitScript("window.print = () => undefined;");
  await page.goto(`/forms/${slug}/responses/${session}`);
  await drawer(page).getByRole("button", { name: "Print" }).click();
  const paper = page.locator("[data-sheets]");
  await paper.waitFor({ state: "attached" });
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  expect(await paper.innerText()).toMatch(/Response \w{8}[\s\S]*About mood\s+2[\s\S]*It rained/);
  expect(await paper.evaluate((sheets) => getComputedStyle(sheets).color)).toBe("rgb(0, 0, 0)");
  expect(await page.getByRole("navigation").first().isVisible()).toBe(false);
  expect(sheetsIn(await page.pdf({ format: "A4" }))).toBe(1);
  await page.emulateMedia({ media: null });
  // it went when it was printed
  await paper.waitFor({ state: "detached" });

  await page.goto(`/forms/${slug}/responses`);
  const boxes = page.getByRole("table").getByRole("checkbox");
  for (const at of [1, 2]) await boxes.nth(at).check();
  for (const format of ["A4", "Letter"]) {
    await page.getByRole("button", { name: "Print" }).click();
    await paper.waitFor({ state: "attached" });
    expect(sheetsIn(await page.pdf({ format }))).toBe(2);
    await paper.waitFor({ state: "detached" });
  }
});

const sheetsIn = (pdf: Buffer): number => pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length ?? 0;

test("tag and flag a selection", async () => {
  const sessions = [await walk(slug, { mood: 2, wrong: "It rained" }), await walk(slug, { mood: 5, liked: "The sun" })];
  await expecting(
    200,
    me.put(`/api/v2/form/${slug}/responses/${sessions[0]}/annotations/`, {
      tags: ["old"],
      note: "n",
      is_flagged: false,
    }),
  );
  const { page } = await visitAs(me, `/forms/${slug}/responses`, wide);
  const boxes = page.getByRole("table").getByRole("checkbox");
  for (const at of [1, 2]) await boxes.nth(at).check();
  await page.getByRole("button", { name: "Tag…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Tag").fill("urgent");
  await dialog.getByText("Flag them, too").click();
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Tag responses" }).click();
  await page.getByText("2 responses tagged.").waitFor();
  const annotations = await Promise.all(sessions.map(async (id) => (await detailOf(id)).annotations));
  expect(annotations).toEqual([
    { tags: ["old", "urgent"], note: "n", is_flagged: true },
    { tags: ["urgent"], note: "", is_flagged: true },
  ]);
});
