import type { Page } from "playwright-core";
import { languages } from "../../shared/languages/languages.ts";
import { pages } from "../../shared/languages/pages.ts";
import type { PageWords } from "../../shared/languages/words.ts";
import { expecting, type Owner, owner, publishForm } from "../support/api.ts";
import { eventually } from "../support/eventually.ts";
import { sampleForm } from "../support/sampleForms.ts";
import { chain, edge, end, graphOf, node } from "../support/sampleGraphs.ts";
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

test("has the number of the question before its heading for screen readers, and else the title", async () => {
  const slug = await newForm();
  const { page } = await visit(`/f/${slug}?lang=ar`);
  const isAbove = async (text: string, lang: string) => {
    const above = page.locator("form.question:not([data-leaving]) > :first-child:has(+ h1)");
    await eventually(async () => {
      const [shown, language] = await above.evaluate((it) => [
        it.textContent,
        it.closest("[lang]")?.getAttribute("lang"),
      ]);
      // without isolates, which keep the direction of numbers
      expect([shown?.replace(/[\u2066-\u2069]/g, ""), language]).toEqual([text, lang]);
    });
  };
  await isAbove("السؤال 1 من 3 تقريبًا", "ar");
  // the same on a wide screen, in the header
  expect(await page.locator(".page-count").getAttribute("aria-hidden")).toBe("true");
  await page.getByRole("textbox").fill("Ada");
  for (const title of ["كم عمرك؟", "هل أنت سعيد؟"]) {
    await page.keyboard.press("Enter");
    await heading(page, title);
  }
  await isAbove("السؤال 3 من 3 تقريبًا", "ar");
  await page.keyboard.press("Enter");
  await heading(page, "About end");
  // the title has no translation
  await isAbove("Survey", "en");
});

test("starts an empty text field on the right in Arabic, and turns it for a Latin text", async () => {
  const slug = await newForm();
  const { page } = await visit(`/f/${slug}?lang=ar`);
  const field = page.getByRole("textbox", { name: "ما اسمك؟" });
  const direction = () => field.evaluate((it) => getComputedStyle(it).direction);
  expect(await direction()).toBe("rtl");
  await field.fill("Ada");
  expect(await direction()).toBe("ltr");
  await field.fill("ليلى");
  expect(await direction()).toBe("rtl");
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

test("gives the focus back to the field that a pointer left for the switcher", async () => {
  const slug = await newForm();
  const { page } = await visit(`/f/${slug}`, { locale: "en-US" });
  await page.getByRole("textbox", { name: "About name" }).fill("Ad");
  await switcher(page).click();
  await option(page, "Deutsch").click();
  await heading(page, "Wie heißen Sie?");
  await page.locator("input:focus").waitFor();
  await page.keyboard.type("a");
  expect(await page.getByRole("textbox").inputValue()).toBe("Ada");
});

test("keeps the language of a switch through the browser's Back and a reload, also where ?lang= names another", async () => {
  const slug = await newForm();
  const { page } = await visit(`/f/${slug}?lang=de`);
  await page.getByRole("textbox").fill("Ada");
  await page.keyboard.press("Enter");
  await heading(page, "Wie alt sind Sie?");
  await switcher(page).click();
  await option(page, "العربية").click();
  await heading(page, "كم عمرك؟");
  await page.goBack();
  await heading(page, "ما اسمك؟");
  await page.reload();
  await heading(page, "ما اسمك؟");
  expect(page.url()).toContain("lang=ar");
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
    "Dieses Formular nimmt keine Antworten mehr an.",
  );
  await page.goto("/f/no-such-form?lang=ja");
  await page.getByRole("heading", { name: "フォームが見つかりません" }).waitFor();
  expect(await shownLanguage(page)).toBe("ja ltr");
});

/** Presses the letter of an option and Enter on each question, as on a keyboard of a phone or tablet. */
async function answerByKeyboard(page: Page, ids: readonly string[], key: string): Promise<void> {
  for (const id of ids) {
    await page.locator(`[id="${id}-title"]`).waitFor();
    await page.waitForFunction((it) => document.querySelector("[data-heading]")?.id === `${it}-title`, id);
    await page.locator("[data-focus]").first().focus();
    await page.keyboard.press(key);
    await page.keyboard.press("Enter");
  }
}

const cells = (csv: string) =>
  csv
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(","));

/** The column `language` of the export, sorted. */
async function exportedLanguages(slug: string): Promise<(string | undefined)[]> {
  const { body } = await expecting(200, me.get(`/api/v2/form/${slug}/responses/export/`));
  const [head = [], ...rows] = cells(body);
  return rows.map((row) => row[head.indexOf("language")]).sort();
}

test.each([
  ["de", "… war ich froh und guter Laune", "Die ganze Zeit"],
  ["ja", "明るく、楽しい気分で過ごした。", "いつも"],
])("completes WHO-5 in its published translation %s by keyboard on a phone", async (language, title, first) => {
  const { graph } = sampleForm("who-5");
  const slug = await publishForm(me, graph);
  const { page } = await visit(`/f/${slug}?lang=${language}`, { locale: "en-US" });
  await page.getByRole("button", { name: language === "de" ? "Starten" : "開始" }).focus();
  await page.keyboard.press("Enter");
  await heading(page, title);
  expect(await page.getByRole("radio").first().textContent()).toContain(first);
  expect(await accessibilityProblems(page)).toEqual([]);
  await answerByKeyboard(page, ["who1", "who2", "who3", "who4", "who5"], "a");
  await page.locator(".score strong").waitFor();
  expect(await page.locator(".score strong").textContent()).toBe("25");
  expect(await exportedLanguages(slug)).toEqual([language]);
});

test("puts answers in several languages into one table", async () => {
  const options = ["calm", "tense"].map((value) => ({ value, label: value }));
  const mood = node("mood", "multiple_choice", { options }, true);
  const texts = {
    de: { "mood.title": "Wie fühlen Sie sich?", "mood.options.calm": "Ruhig", "mood.options.tense": "Angespannt" },
    fr: { "mood.title": "Comment vous sentez-vous ?", "mood.options.calm": "Calme", "mood.options.tense": "Tendu" },
    ar: { "mood.title": "كيف تشعر؟", "mood.options.calm": "هادئ", "mood.options.tense": "متوتر" },
    ja: {
      "mood.title": "気分はいかがですか？",
      "mood.options.calm": "落ち着いている",
      "mood.options.tense": "緊張している",
    },
  };
  const slug = await publishForm(me, { ...chain(mood), translations: texts });
  for (const [language, words] of Object.entries(texts)) {
    const { page } = await visit(`/f/${slug}?kiosk=1`, { locale: language });
    await heading(page, words["mood.title"]);
    expect(await page.getByRole("radio").first().textContent()).toContain(words["mood.options.calm"]);
    await answerByKeyboard(page, ["mood"], "b");
    await page.getByRole("heading", { name: "About end" }).waitFor();
  }
  await eventually(async () => expect(await exportedLanguages(slug)).toEqual(["ar", "de", "fr", "ja"]));
  const sessions = await sessionsOf(slug);
  expect(sessions.map(({ answers }) => answers.mood)).toEqual(["tense", "tense", "tense", "tense"]);
});

/** Texts on buttons that are alone in a line of a phone. */
const onButtons = ({ page, notices, end, files }: PageWords) => [
  ...[page.continue, page.start, page.saving, page.startAgain, page.retry, page.back, page.next],
  ...[notices.continueHere, end.redirect, end.stay, files.again],
];

test("keeps the texts of buttons on one line at 360 px, in every language", async () => {
  const slug = await publishForm(me, chain(node("name", "short_text")));
  const { page } = await visit(`/f/${slug}`, { viewport: { width: 360, height: 740 } });
  const rows = languages.map(async (language) => [language, onButtons((await pages[language]()).page)] as const);
  const wrapped = await page.evaluate(
    (words) => {
      const button = document.querySelector(".page-actions .button") as HTMLElement;
      const height = button.offsetHeight;
      return words.flatMap(([language, texts]) => {
        button.lang = language;
        return texts.filter((text) => {
          button.textContent = text;
          // other scripts are higher, and a second line is half as high again
          return button.offsetHeight > 1.4 * height || button.scrollWidth > button.clientWidth;
        });
      });
    },
    await Promise.all(rows),
  );
  expect(wrapped).toEqual([]);
});

test("opens a kiosk in its first language for the next person", async () => {
  const slug = await publishForm(me, { ...chain(node("name", "short_text")), translations });
  const { page } = await visit(`/f/${slug}?kiosk=1`, { locale: "en-US" });
  await switcher(page).click();
  await option(page, "Deutsch").click();
  await heading(page, "Wie heißen Sie?");
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  await page.getByRole("textbox").fill("Ada");
  await page.keyboard.press("Enter");
  await heading(page, "Danke");
  await page.getByRole("button", { name: "Neu beginnen" }).click();
  await heading(page, "About name");
  expect(await shownLanguage(page)).toBe("en ltr");
  expect(await page.getByRole("textbox").inputValue()).toBe("");
});

test("opens a form that is too large for the HTML in the device's language", async () => {
  const long = Array.from({ length: 60 }, (_, at) => {
    const text = node(`text${at}`, "short_text");
    return { ...text, data: { ...text.data, description: "A long description. ".repeat(100) } };
  });
  const slug = await publishForm(me, { ...chain(node("name", "short_text"), ...long), translations });
  const { page } = await visit(`/f/${slug}`, { locale: "de-DE" });
  await heading(page, "Wie heißen Sie?");
  await page.getByRole("button", { name: "Weiter" }).first().waitFor();
  expect(await shownLanguage(page)).toBe("de ltr");
  await switcher(page).click();
  await option(page, "English").click();
  await heading(page, "About name");
  await page.getByRole("button", { name: "Continue" }).waitFor();
});

test("recalls answers with default labels, numbers and days in its language", async () => {
  const last = end();
  const told = "{{answer:happy}} / {{answer:mood}} / {{answer:size}} / {{answer:day}}";
  const asked = [
    node("happy", "yes_no", { default: "yes" }),
    node("mood", "emoji_rating", { default: "good" }),
    node("size", "number", { default: 12345.5 }),
    node("day", "date", { default: "2026-03-04" }),
  ];
  const ids = [...asked.map(({ id }) => id), "end"];
  const slug = await publishForm(me, {
    ...graphOf(
      [...asked, { ...last, data: { ...last.data, title: told } }],
      ids.slice(1).map((to, at) => edge(ids[at] ?? "", to)),
    ),
    translations: { de: { "end.title": `R: ${told}` } },
  });
  const { page } = await visit(`/f/${slug}?lang=de`, {
    locale: "en-US",
  });
  for (const id of ids.slice(0, -1)) {
    await page.locator(`[id="${id}-title"]`).waitFor();
    await page.locator(".question:not([data-leaving]) .page-actions .button").click();
  }
  await page.locator("#end-title").waitFor();
  expect(await page.locator("#end-title").textContent()).toBe("R: Ja / Gut / 12.345,5 / 4. März 2026");
});

test("asks to rank at least one option in the singular", async () => {
  const options = ["a", "b", "c"].map((value) => ({ value, label: value }));
  const slug = await publishForm(me, {
    ...chain(node("order", "ranking", { options, min_ranked: 1 }, true)),
    translations,
  });
  const { page } = await visit(`/f/${slug}`, { locale: "en-US" });
  await page.getByText("Rank at least 1 option: select options in order or drag them.").waitFor();
  await switcher(page).click();
  await option(page, "Deutsch").click();
  await page.getByText("Ordnen Sie mindestens 1 Option: Wählen Sie").waitFor();
});

test("says its own words in English in a language without them, also in the heading of an untitled page", async () => {
  const sample = chain(node("name", "short_text"), node("age", "number"));
  const slug = await publishForm(me, {
    ...sample,
    pages: [{ id: "both", node_ids: ["name", "age"] }],
    translations: { ur: { "name.title": "آپ کا نام کیا ہے؟" } },
  });
  const { page } = await visit(`/f/${slug}?lang=ur`, { locale: "en-US" });
  const title = page.getByRole("heading", { level: 1, name: "Questions" });
  await title.waitFor();
  const said = title.getByText("Questions");
  expect(await said.evaluate((it) => it.closest("[lang]")?.getAttribute("lang"))).toBe("en");
});

test("shows the logo beside the switcher on a phone, without the title and within the page", async () => {
  const logo = "https://cdn.example/logo.svg";
  const { body: theme } = await expecting(201, me.post("/api/v2/theme/", { name: "Branded", logo_url: logo }));
  const slug = await newForm({ theme_id: theme.id });
  const {
    page,
    context,
    expect: expectComplaint,
  } = await visit(null, {
    locale: "en-US",
    viewport: { width: 320, height: 640 },
  });
  expectComplaint(/a request to https:\/\/cdn\.example/);
  const body = '<svg xmlns="http://www.w3.org/2000/svg" width="157" height="36"><rect width="157" height="36"/></svg>';
  await context.route(logo, (route) => route.fulfill({ body, contentType: "image/svg+xml" }));
  await page.goto(`/f/${slug}`);
  await switcher(page).waitFor();
  await page.waitForFunction(() => (document.querySelector(".page-logo") as HTMLImageElement).naturalWidth > 0);
  expect(await page.locator(".page-name").isVisible()).toBe(false);
  const button = await switcher(page).boundingBox();
  expect((button?.x ?? 0) + (button?.width ?? 0)).toBeLessThanOrEqual(300);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});
