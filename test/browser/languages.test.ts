import type { Page } from "playwright-core";
import { expecting, type Owner, owner, publishForm } from "../support/api.ts";
import { eventually } from "../support/eventually.ts";
import { chain, node } from "../support/sampleGraphs.ts";
import { accessibilityProblems, problemsDayAndNight, visit } from "./support/browser.ts";

/** Languages of a page: which one opens, and switching (features §13). */
let me: Owner;
beforeAll(async () => {
  me = await owner();
});

const translations = {
  de: { title: "Umfrage", "name.title": "Wie heißen Sie?", "age.title": "Wie alt sind Sie?", "end.title": "Danke" },
  ar: { "name.title": "ما اسمك؟", "age.title": "كم عمرك؟", "happy.title": "هل أنت سعيد؟" },
  fr: { "name.title": "Comment vous appelez-vous ?" },
};

const newForm = (settings: object = {}) =>
  publishForm(
    me,
    {
      ...chain(node("name", "short_text", {}, true), node("age", "number", { min: 1 }), node("happy", "yes_no")),
      translations,
    },
    { title: "Survey", ...settings },
  );

/** The switcher, whatever the page speaks. */
const switcher = (page: Page) => page.locator(".language-button");
const option = (page: Page, name: string) => page.getByRole("option", { name });
const heading = (page: Page, name: string) => page.getByRole("heading", { name, exact: false }).waitFor();
const shownLanguage = (page: Page) =>
  page.evaluate(() => `${document.documentElement.lang} ${document.documentElement.dir}`);

async function sessionsOf(slug: string) {
  const { body } = await expecting(200, me.get(`/api/v2/form/${slug}/responses/`));
  const details = body.results.map(({ id }: { id: string }) =>
    expecting(200, me.get(`/api/v2/form/${slug}/responses/${id}/`)),
  );
  const replies = (await Promise.all(details)) as {
    body: { language: string; answers: { node_id: string; answer: unknown }[] };
  }[];
  return replies.map(({ body: { language, answers } }) => ({
    language,
    answers: Object.fromEntries(answers.map(({ node_id, answer }) => [node_id, answer])),
  }));
}

test("opens in the device's language, in its words, and says so in the session", async () => {
  const slug = await newForm();
  const { page } = await visit(`/f/${slug}`, { locale: "de-AT" });
  await heading(page, "Wie heißen Sie?");
  expect(await shownLanguage(page)).toBe("de ltr");
  expect(await page.title()).toBe("Umfrage");
  await page.getByRole("button", { name: "Weiter" }).first().click();
  await page.getByRole("alert").filter({ hasText: "Geben Sie eine Antwort ein." }).waitFor();
  await page.getByRole("textbox").fill("Ada");
  await page.keyboard.press("Enter");
  await heading(page, "Wie alt sind Sie?");
  // without a translation, in the form's language
  await page.getByRole("textbox").fill("7");
  await page.keyboard.press("Enter");
  const untranslated = page.getByText("About happy");
  await untranslated.waitFor();
  expect(
    await untranslated.evaluate((it) => [
      it.closest("[lang]")?.getAttribute("lang"),
      it.closest("[dir]")?.getAttribute("dir"),
    ]),
  ).toEqual(["en", "ltr"]);
  await page.getByRole("radio", { name: "Ja" }).waitFor();
  await eventually(async () => expect((await sessionsOf(slug))[0]?.language).toBe("de"));
});

test("shows ?lang= before the device's language, in the HTML and without other words", async () => {
  const slug = await newForm();
  const { page } = await visit(null, { locale: "de-DE", isNew: true });
  const scripts: string[] = [];
  page.on("response", async (response) => {
    if (response.url().includes("/assets/page-")) scripts.push(await response.text());
  });
  await page.goto(`/f/${slug}?lang=ar`);
  await heading(page, "ما اسمك؟");
  expect(await shownLanguage(page)).toBe("ar rtl");
  await page.waitForLoadState("networkidle");
  expect(scripts).toEqual([]);
  expect(await problemsDayAndNight(page)).toEqual([]);
});

test("switches by keyboard, and keeps the place, the half-typed text and the focus", async () => {
  const slug = await newForm();
  const { page } = await visit(`/f/${slug}`, { locale: "en-US" });
  await page.getByRole("textbox", { name: "About name" }).fill("Ada");
  await page.keyboard.press("Enter");
  await page.getByRole("textbox", { name: "About age" }).fill("1-");
  await switcher(page).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("listbox").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  const names = await page
    .getByRole("option")
    .evaluateAll((all) => all.map((it) => [it.textContent, ...["lang", "dir"].map((name) => it.getAttribute(name))]));
  expect(names).toEqual([
    ["English", "en", "ltr"],
    ["Deutsch", "de", "ltr"],
    ["العربية", "ar", "rtl"],
    ["Français", "fr", "ltr"],
  ]);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await heading(page, "كم عمرك؟");
  expect(await page.getByRole("textbox").inputValue()).toBe("1-");
  // the focus reads the new language, and no live region says it again
  await eventually(async () => expect(await switcher(page).evaluate((it) => it === document.activeElement)).toBe(true));
  expect(await switcher(page).getAttribute("aria-label")).toBe("اللغة: \u2068العربية\u2069");
  expect(await page.locator("[role=status]").allTextContents()).not.toContain("العربية");
  expect(await shownLanguage(page)).toBe("ar rtl");
  expect((await sessionsOf(slug))[0]?.language).toBe("en");
  // native digits are numbers
  await page.getByRole("textbox").fill("٤٢");
  await page.keyboard.press("Enter");
  await heading(page, "هل أنت سعيد؟");
  await eventually(async () => {
    const [session] = await sessionsOf(slug);
    expect([session?.language, session?.answers.age]).toEqual(["ar", 42]);
  });
  await page.reload();
  await heading(page, "هل أنت سعيد؟");
});

test("switches offline to what was loaded ahead, and disables the rest", async () => {
  const many = { ...translations, it: { "name.title": "Come ti chiami?" }, pl: { "name.title": "Jak się nazywasz?" } };
  const slug = await publishForm(me, { ...chain(node("name", "short_text")), translations: many });
  const { page, context, expect: expectComplaint } = await visit(`/f/${slug}`, { locale: "en-US" });
  expectComplaint(/ERR_INTERNET_DISCONNECTED/);
  await switcher(page).click();
  await page.waitForLoadState("networkidle");
  await page.keyboard.press("Escape");
  await page.getByRole("textbox").fill("Ad");
  await context.setOffline(true);
  await switcher(page).click();
  const disabled = page.locator("[role=option][aria-disabled=true]");
  await eventually(async () => expect(await disabled.allTextContents()).toEqual(["Italiano", "Polski"]));
  await option(page, "Deutsch").click();
  await heading(page, "Wie heißen Sie?");
  expect(await page.getByRole("textbox").inputValue()).toBe("Ad");
  await context.setOffline(false);
  await page.getByRole("textbox").fill("Ada");
  await page.keyboard.press("Enter");
  await heading(page, "Danke");
  await eventually(async () => expect((await sessionsOf(slug))[0]?.language).toBe("de"));
});

test("has a list of 44 px rows, and on phones a sheet of 48 px rows", async () => {
  const slug = await newForm();
  const heights = async (width: number) => {
    const { page } = await visit(`/f/${slug}`, { locale: "en-US", viewport: { width, height: 844 } });
    await switcher(page).click();
    const [button, row, list] = await Promise.all(
      [switcher(page), option(page, "Deutsch"), page.locator(".language-list")].map((it) => it.boundingBox()),
    );
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
    return [button?.height, row?.height, Math.round(844 - (list?.y ?? 0) - (list?.height ?? 0)) === 12];
  };
  expect(await heights(390)).toEqual([40, 48, true]);
  expect(await heights(1440)).toEqual([40, 44, false]);
});

test("says in its language why a form can't be answered", async () => {
  const closed = await newForm({ is_accepting_responses: false });
  const { page, expect: expectComplaint } = await visit(null, { locale: "en-US" });
  expectComplaint(/status of 404/);
  await page.goto(`/f/${closed}?lang=de`);
  await page.getByText("Dieses Formular ist geschlossen").waitFor();
  expect(await page.locator("meta[name=description]").getAttribute("content")).toBe(
    "Es nimmt keine Antworten mehr an.",
  );
  await page.goto("/f/no-such-form?lang=ja");
  await page.getByRole("heading", { name: "フォームが見つかりません" }).waitFor();
  expect(await shownLanguage(page)).toBe("ja ltr");
});
