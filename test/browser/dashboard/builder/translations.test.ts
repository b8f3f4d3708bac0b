import type { Locator, Page } from "playwright-core";
import { anonymous, createForm, expecting, type Owner, owner, saveDraft } from "../../../support/api.ts";
import { translatedGraph } from "../../../support/largeGraph.ts";
import { chain, node } from "../../../support/sampleGraphs.ts";
import { newTeam } from "../../../support/team.ts";
import { accessibilityProblems, visitAs } from "../../support/browser.ts";

/** The Translations page, from a new language to a respondent who reads it. */
let me: Owner;
beforeAll(async () => {
  me = await owner();
});

const wide = { viewport: { width: 1440, height: 900 } };
const options = ["a", "b"].map((value) => ({ value, label: `Plan ${value}` }));
const titled = (one: ReturnType<typeof node>, title: string, description?: string) => ({
  ...one,
  data: { ...one.data, title, ...(description !== undefined && { description }) },
});
const form = (question = "What went wrong, {{answer:name}}?") =>
  chain(
    titled(node("name", "short_text"), "What is your name?"),
    titled(node("wrong", "long_text"), question, "One sentence is enough."),
    titled(node("plan", "multiple_choice", { options }), "Which plan are you on?"),
  );

async function newForm(graph = form()): Promise<string> {
  const slug = await createForm(me, { title: "Survey" });
  await saveDraft(me, slug, graph);
  return slug;
}
const cell = (page: Page, name: string) => page.getByRole("textbox", { name });
const saved = (page: Page) => page.getByRole("status", { name: "Saving" }).filter({ hasText: "Saved" }).waitFor();
const draftOf = async (slug: string) => (await expecting(200, me.get(`/api/v2/form/${slug}/draft/`))).body.graph;
const focusedKey = (page: Page) => page.evaluate(() => (document.activeElement as HTMLElement | null)?.dataset.key);

test("adds a language, translates by keyboard, fills from a file, and publishes", async () => {
  const slug = await newForm();
  const { page, context, expect: expectComplaint } = await visitAs(me, `/forms/${slug}/build?view=list`, wide);
  await page.getByRole("button", { name: "Form menu" }).click();
  await page.getByRole("menuitem", { name: "Translations" }).click();
  await page.getByText("One language so far").waitFor();
  await page.getByRole("button", { name: "Add a language" }).click();
  await page.getByLabel("Language", { exact: true }).selectOption("de");
  await page.getByRole("button", { name: "Add language" }).click();
  await cell(page, "Title, What is your name?, in German").click();
  await page.keyboard.type("Wie heißt du?");
  await page.keyboard.press("Enter");
  expect(await focusedKey(page)).toBe("wrong.title");
  await page.keyboard.type("Was ging schief");
  await page.getByText("Missing: What is your name?").waitFor();
  await page.getByRole("button", { name: "Insert", exact: true }).click();
  await page.keyboard.type("?");
  await page
    .frameLocator("iframe")
    .getByText(/^Was ging schief @Wie heißt du/)
    .waitFor();
  await page.frameLocator("iframe").locator("html[lang=de]").waitFor();
  await page.keyboard.press("Control+Enter");
  expect(await focusedKey(page)).toBe("wrong.description");
  await page.keyboard.press("Control+d");
  await saved(page);
  expect((await draftOf(slug)).translations).toEqual({
    de: {
      "name.title": "Wie heißt du?",
      "wrong.title": "Was ging schief {{answer:name}}?",
      "wrong.description": "One sentence is enough.",
    },
  });
  await page.keyboard.press("Control+z");
  await saved(page);
  expect((await draftOf(slug)).translations.de).not.toHaveProperty("wrong.description");
  const wrong = "key,source,de,notes\nplan.title,Which plan are you on?,Welcher Tarif?,short\n";
  await page
    .getByLabel("Import translations")
    .setInputFiles({ name: "t.csv", mimeType: "text/csv", buffer: Buffer.from(wrong) });
  await page.getByText("Column 4: “notes” isn’t a language tag.").waitFor();
  expectComplaint(/400/);
  const file = "key,source,de,fr\nplan.title,Which plan are you on?,Welcher Tarif?,Quelle formule ?\n";
  await page
    .getByLabel("Import translations")
    .setInputFiles({ name: "t.csv", mimeType: "text/csv", buffer: Buffer.from(file) });
  await page.getByText("Translations imported.").waitFor();
  await page.getByText("Welcher Tarif?").first().waitFor();
  await page.getByRole("button", { name: "Français 12%" }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page
      .getByRole("button", { name: "Export for translators" })
      .click()
      .then(() => page.getByRole("menuitem", { name: "XLIFF for German" }).click()),
  ]);
  expect(download.suggestedFilename()).toBe(`${slug}-de.xlf`);
  await page.getByRole("button", { name: "Publish" }).click();
  await page.getByText("5 texts have no German translation.").waitFor();
  await page.getByRole("dialog").getByRole("button", { name: "Publish", exact: true }).click();
  await page.getByRole("dialog").getByText("Version 1 is live").first().waitFor();
  const shown = await expecting(200, anonymous().get(`/api/v2/r/${slug}/?lang=de`));
  expect(shown.body.graph.nodes[0].data.title).toBe("Wie heißt du?");
  await context.close();
});

test("lists names of languages at the same edge, whatever their direction", async () => {
  const slug = await newForm({
    ...form(),
    translations: { ar: { title: "استبيان" }, de: { title: "Umfrage" } },
  } as never);
  const { page } = await visitAs(me, `/forms/${slug}/translations?language=de`, wide);
  const edges = ["Arabic", "German"].map((name) =>
    page
      .getByRole("button", { name })
      .getByText(name)
      .evaluate((element) => {
        const text = document.createRange();
        text.selectNodeContents(element);
        return Math.round(text.getBoundingClientRect().left);
      }),
  );
  const [arabic, german] = await Promise.all(edges);
  expect(arabic).toBe(german);
});

test("lists long names and tags of languages whole", async () => {
  const translations = { "pt-BR": { title: "x" }, "zh-Hant": { title: "x" }, "es-419": { title: "x" } };
  const slug = await newForm({ ...form(), translations } as never);
  const { page } = await visitAs(me, `/forms/${slug}/translations`, wide);
  const languages = page.getByRole("navigation", { name: "Languages" }).getByRole("listitem");
  const parts = languages.filter({ has: page.getByText("%") }).locator("button > span:nth-child(-n + 2)");
  await parts.first().waitFor();
  const cut = await parts.evaluateAll((elements) =>
    elements
      .filter((element) => {
        const text = document.createRange();
        text.selectNodeContents(element);
        const [inner, outer] = [text.getBoundingClientRect(), element.getBoundingClientRect()];
        const isTile = element.matches("[aria-hidden]");
        return inner.width > outer.width + (isTile ? -4 : 1) || (isTile && inner.height > 20);
      })
      .map((element) => element.textContent),
  );
  expect(await parts.count()).toBe(6);
  expect(cut).toEqual([]);
});

test("shows what changed since a text was translated, until it is marked as still right", async () => {
  const slug = await newForm();
  const texts = { "wrong.title": "Was ging schief?", "name.title": "Name?" };
  await expecting(200, me.put(`/api/v2/form/${slug}/draft/translations/de/`, { texts }));
  await saveDraft(me, slug, { ...form("What went well, {{answer:name}}?"), translations: { de: texts } } as never);
  const { page } = await visitAs(me, `/forms/${slug}/translations?language=de`, wide);
  await page.getByRole("button", { name: "Original changed 1" }).click();
  await page.locator("del", { hasText: "wrong" }).waitFor();
  await page.locator("ins", { hasText: "well" }).waitFor();
  expect(await page.getByRole("textbox").count()).toBe(1);
  await page.getByRole("button", { name: "Keep translation: Title" }).click();
  await page.getByRole("button", { name: "Original changed 0" }).waitFor();
  expect(await focusedKey(page)).toBe("wrong.title");
  await page.reload();
  await page.getByText("Everything is translated.").waitFor();
});

test("shows an insert as one chip in both columns, whatever the direction of the text", async () => {
  const text = "عربي mail.title {{answer:name}}?";
  const slug = await newForm({ ...form(), translations: { ar: { "wrong.title": text } } } as never);
  const { page } = await visitAs(me, `/forms/${slug}/translations?language=ar`, wide);
  const field = page.locator("[data-key='wrong.title']");
  await field.waitFor();
  const look = (chip: Locator) =>
    chip.evaluate((element) => {
      const { color, backgroundColor } = getComputedStyle(element);
      return { boxes: element.getClientRects().length, text: element.textContent, color, backgroundColor };
    });
  const original = await look(page.locator("mark", { hasText: "What is your name?" }).last());
  const chip = await look(page.locator(":has(> [data-key='wrong.title']) [aria-hidden] span span"));
  expect({ ...chip, text: chip.text?.replace(/[\u2068\u2069]/g, "") }).toEqual({ ...original, boxes: 1 });
  expect(await page.getByRole("heading", { name: "2 What went wrong, What is your name??" }).count()).toBe(1);
  await field.press("End");
  await page.keyboard.type("!");
  await saved(page);
  expect((await draftOf(slug)).translations.ar["wrong.title"]).toBe(`${text}!`);
  expect(await accessibilityProblems(page)).toEqual([]);
});

test("leads from a problem to the text that has it", async () => {
  const slug = await newForm({
    ...form(),
    translations: { de: { "name.title": "Name?", "wrong.title": "Was, {{answer:name}}, {{answer:nope}}?" } },
  } as never);
  const { page } = await visitAs(me, `/forms/${slug}/translations?show=missing`, wide);
  await page.getByRole("button", { name: "Publish" }).click();
  await page.getByRole("button", { name: /^Fix: 2 · What went wrong, .*, in German$/ }).click();
  await page.locator("[data-key='wrong.title']:focus").waitFor();
  await page.getByText("Not in the original: unknown question").waitFor();
  expect(page.url()).not.toContain("text=");
});

test("asks which version of a text to keep if another person changed it, too", async () => {
  const slug = await newForm({ ...form(), translations: { de: { "name.title": "Name?" } } } as never);
  const { page, expect: expectComplaint } = await visitAs(me, `/forms/${slug}/translations`, wide);
  expectComplaint(/409/);
  const name = cell(page, "Title, What is your name?, in German");
  await name.waitFor();
  const theirs = { texts: { "name.title": "Wie heißen Sie?" } };
  await expecting(200, me.put(`/api/v2/form/${slug}/draft/translations/de/`, theirs));
  await name.fill("Dein Name?");
  const conflict = page.getByRole("region", { name: /changed this too$/ });
  const texts = conflict.getByRole("group", { name: "What is your name? in German" });
  await texts.getByRole("radio", { name: /Dein Name\?$/ }).waitFor();
  await texts.getByRole("radio", { name: /Wie heißen Sie\?$/ }).check();
  await conflict.getByRole("button", { name: "Save" }).click();
  await saved(page);
  expect(await name.inputValue()).toBe("Wie heißen Sie?");
  expect((await draftOf(slug)).translations.de).toEqual(theirs.texts);
});

test("goes to the next text by ↓ on the last line of a text, and back by ↑ on the first", async () => {
  const long = "Ein Satz, der zwei Zeilen braucht, weil er so lang ist wie dieser hier und noch etwas länger.";
  const texts = { title: "Umfrage", "name.title": long, "wrong.title": "Was?" };
  const slug = await newForm({ ...form(), translations: { de: texts } } as never);
  const { page } = await visitAs(me, `/forms/${slug}/translations?language=de`, wide);
  await page.locator("[data-key=title]").focus();
  const after = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
    return await focusedKey(page);
  };
  expect(await after("Control+Home", "ArrowDown")).toBe("name.title");
  expect(await after("Control+Home", "ArrowDown")).toBe("name.title");
  expect(await after("ArrowDown")).toBe("wrong.title");
  expect(await after("Control+End", "ArrowUp")).toBe("name.title");
  expect(await after("Control+End", "ArrowUp")).toBe("name.title");
  expect(await after("ArrowUp")).toBe("title");
});

test("shows originals above translations on a phone, with a language menu and a preview", async () => {
  const slug = await newForm();
  for (const tag of ["de", "ar"])
    await expecting(200, me.put(`/api/v2/form/${slug}/draft/translations/${tag}/`, { texts: { "name.title": "x" } }));
  const phone = { viewport: { width: 390, height: 844 } };
  const { page } = await visitAs(me, `/forms/${slug}/translations`, phone);
  await page.getByLabel("Language", { exact: true }).selectOption("ar");
  await cell(page, "Title, What is your name?, in Arabic").waitFor();
  // little above the first text
  expect((await page.getByRole("textbox").first().boundingBox())?.y).toBeLessThan(330);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await page.getByRole("button", { name: "Preview" }).click();
  await page.frameLocator("iframe").locator("html[lang=ar][dir=rtl]").waitFor();
});

test("keeps a form of 300 questions and 20 languages light: near texts, one language saved, one group changed", async () => {
  const slug = await createForm(me, { title: "Large" });
  const draft = `/api/v2/form/${slug}/draft/`;
  await expecting(200, me.put(draft, { graph: translatedGraph("Large") }));
  const { page } = await visitAs(me, `/forms/${slug}/translations?language=de`, wide);
  const first = page.locator("[data-key='q0.title']");
  await first.waitFor();
  // twelve groups at first, and those beside the window
  expect(await page.getByRole("textbox").count()).toBeLessThan(100);
  await page.evaluate(() => {
    const changed = new Set<string>();
    Object.assign(window, { changed });
    const observer = new MutationObserver((records) => {
      for (const { target } of records) {
        const element = target instanceof Element ? target : target.parentElement;
        changed.add(element?.closest<HTMLElement>("[data-group]")?.dataset.group ?? "around");
      }
    });
    observer.observe(document.querySelector("section [data-group]")?.parentElement as Element, {
      subtree: true,
      childList: true,
      characterData: true,
    });
  });
  const writes: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "PUT") writes.push(new URL(request.url()).pathname);
  });
  const answered = page.waitForResponse((response) => response.request().method() === "PUT");
  await first.click();
  await first.press("End");
  await page.keyboard.type("!");
  await answered;
  await saved(page);
  expect(writes).toEqual([`${draft}translations/de/`]);
  expect(await page.evaluate(() => [...(window as unknown as { changed: Set<string> }).changed])).toEqual(["q0"]);
});

test("lets a viewer read texts and download them, and nothing else", async () => {
  const team = await newTeam();
  const slug = await createForm(team.owner, { title: "Read" });
  await saveDraft(team.owner, slug, form());
  const texts = { "name.title": "Wie heißt du?" };
  await expecting(200, team.owner.put(`/api/v2/form/${slug}/draft/translations/de/`, { texts }));
  const { page } = await visitAs(await team.join("viewer"), `/forms/${slug}/translations`, wide);
  await page.getByText("Wie heißt du?").first().waitFor();
  await page.getByRole("button", { name: "Export for translators" }).waitFor();
  expect(await page.getByRole("textbox").count()).toBe(0);
  for (const name of ["Add a language", "Import translations", "Publish", "Actions for German"])
    expect(await page.getByRole("button", { name }).count()).toBe(0);
  expect(await accessibilityProblems(page)).toEqual([]);
});
