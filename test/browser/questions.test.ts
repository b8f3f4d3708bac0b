import { join } from "node:path";
import type { Page } from "playwright-core";
import { defaults } from "../../shared/domain/questions/defaults.ts";
import { baseUrl, owner, publishForm } from "../support/api.ts";
import { runFolder } from "../support/run.ts";
import { chain, node } from "../support/sampleGraphs.ts";
import type { Shown } from "./gallery/gallery.tsx";
import { buildGallery, openGallery } from "./gallery/open.ts";
import { gallery, stateOf } from "./gallery/states.ts";
import { accessibilityProblems, visit } from "./support/browser.ts";
import { textsByLanguage } from "./support/languages.ts";
import { unreachedControls, widths } from "./support/reach.ts";

/** Every question in every state, in the gallery. */
const folder = join(runFolder(), "gallery");
beforeAll(() => buildGallery(folder));

/** Settings of a page. All pages share one browser, because each new one compiles the gallery again. */
interface Look {
  viewport: { width: number; height: number };
  colorScheme?: "dark";
  forcedColors?: "active";
}

async function galleryIn({ viewport, ...colors }: Look): Promise<Page> {
  const { page } = await visit(null);
  await page.setViewportSize(viewport);
  await page.emulateMedia(colors);
  await openGallery(page, folder, `${baseUrl()}/gallery/`);
  await page.waitForFunction("window.show");
  return page;
}

const show = (page: Page, shown: Shown) => page.evaluate((it) => window.show(it), shown);

const cities = Array.from({ length: 40 }, (_, at) => ({ value: `o${at + 1}`, label: `Option ${at + 1}` }));

const desk = { width: 1280, height: 800 };
const phone = { width: 320, height: 640 };
const looks: [name: string, look: Look, shown: Shown, states: RegExp][] = [
  ["light, on a wide screen", { viewport: desk }, {}, /./],
  ["dark, narrow, from right to left", { viewport: phone, colorScheme: "dark" }, { language: "ar" }, /./],
  ["in a low-contrast theme", { viewport: phone }, { theme: "pale" }, /filled|whole|score|limit/],
  ["in forced colors", { viewport: desk, forcedColors: "active" }, {}, /filled|whole|score|limit/],
];

test.each(looks)(
  "is accessible, %s",
  async (_, look, shown, states) => {
    const page = await galleryIn(look);
    const questions = (await page.evaluate(() => window.gallery)).filter(({ state }) => states.test(state));
    // axe takes more than twice as long for a page twice as large
    for (let at = 0; at < questions.length; at += 6) {
      await show(page, { ...shown, questions: questions.slice(at, at + 6) });
      expect(await accessibilityProblems(page)).toEqual([]);
    }
  },
  // 4 s on an idle machine
  300_000,
);

test.each([
  [320, "100%"],
  [640, "200%"],
  [320, "200%"],
])("cuts nothing off at %d px with a font size of %s", async (width, size) => {
  const page = await galleryIn({ viewport: { width, height: 800 } });
  await page.addStyleTag({ content: `html { font-size: ${size} }` });
  for (const language of ["en", "ar"]) {
    await show(page, { language });
    const wide = await page.evaluate(() => {
      const limit = document.documentElement.clientWidth;
      const linesIn = (element: Element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return range.getClientRects().length;
      };
      const isCut = (element: Element) => {
        const { left, right, width } = element.getBoundingClientRect();
        const leavesPage = width > 1 && (left < 0 || right > limit) && !element.closest(".matrix-scroll");
        return leavesPage || (element.matches("[data-characters] > *") && linesIn(element) > 1);
      };
      return [...document.querySelectorAll("main *")].filter(isCut).map((element) => element.outerHTML.slice(0, 120));
    });
    expect(wide).toEqual([]);
  }
});

test("lets a click reach every control at any width from 320 to 1,440 px", async () => {
  const page = await galleryIn({ viewport: desk });
  await show(page, {});
  const unreached: string[] = [];
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    for (const fault of await unreachedControls(page)) unreached.push(`${width}: ${fault}`);
  }
  expect(unreached).toEqual([]);
}, 300_000);

/** True for texts of neither the question nor its owner: the gallery's button, country names. */
const isNeither = (text: string) => text === "Continue" || /\+\d+\)?$/.test(text);

test("marks its own texts as English, and the owner's as the form's language", async () => {
  const page = await galleryIn({ viewport: phone });
  await show(page, { language: "sv" });
  const { en = [], sv = [] } = await textsByLanguage(page);
  const states = gallery.map(({ type, state }) => stateOf(type, state));
  const files = states.flatMap(({ sending }) => sending.map(({ name }) => name));
  const given = JSON.stringify([states, files, defaults]);
  const isOwners = (text: string) => given.includes(JSON.stringify(text.replace(/^\d+ – /, "")).slice(1, -1));
  expect(sv.filter((text) => !isOwners(text) && !isNeither(text))).toEqual([]);
  expect(en.filter((text) => given.includes(JSON.stringify(text)))).toEqual([]);
  expect(en).toContain("Clear answer");
});

type Row = [question: string, keys: string, value: unknown];

/** Keys pressed from the first tab stop, and the resulting answer. */
const byKeyboard: Row[] = [
  ["short_text empty", "A d a", "Ada"],
  ["long_text empty", "a Enter b", "a\nb"],
  ["number empty", "1 2", 12],
  ["number open", "Control+a - 1 , 5", -1.5],
  // a half-typed date is refused, not treated as empty
  ["date empty", "1 2", "?"],
  ["date empty", "1 Backspace", null],
  ["date empty", "0 2 2 9 2 0 2 8", "2028-02-29"],
  ["date empty", "0 2 3 0 2 0 2 8", "?"],
  ["multiple_choice empty", "b", "o2"],
  ["multiple_choice empty", "ArrowDown ArrowDown Space", "o3"],
  ["multiple_choice empty", "ArrowUp Space q u i n c e", "quince"],
  ["multiple_choice other", "Tab Control+a b", "b"],
  ["yes_no empty", "n", "no"],
  ["yes_no empty", "ArrowDown ArrowDown Space", "yes"],
  ["checkbox empty", "Space ArrowDown ArrowDown Space", ["o1", "o3"]],
  ["checkbox empty", "a b e", ["none"]],
  ["checkbox exclusive", "d", ["o4"]],
  ["checkbox limit", "c", ["o1", "o2", "o4"]],
  ["checkbox empty", "a f x y", ["o1", "xy"]],
  ["picture_choice empty", "c", ["o3"]],
  ["picture_choice several", "b", ["o1", "o2", "o3"]],
  ["star_rating empty", "4", 4],
  ["number_scale empty", "End Space", 7],
  ["opinion_scale empty", "7", 7],
  ["emoji_rating empty", "ArrowLeft Space", "great"],
  ["ranking empty", "Space ArrowDown Space", ["o1", "o2"]],
  ["ranking empty", "End 1 Alt+ArrowDown", ["o4"]],
  ["ranking whole", "Alt+ArrowDown", ["o1", "o2", "o4", "o3"]],
  ["ranking whole", "End 1", ["o3", "o2", "o1", "o4"]],
  ["ranking whole", "Delete", ["o1", "o4", "o3"]],
  ["ranking whole", "Tab Tab Enter Enter", ["o1", "o4", "o2", "o3"]],
  ["matrix empty", "ArrowRight Space Tab Space", { r1: "o2", r2: "o1" }],
  ["dropdown search", "w a r Enter", "o25"],
  ["dropdown search", "ArrowDown ArrowDown Enter", "o2"],
  ["phone empty", "Tab 0 2 0 7 9 4 6 0 9 5 8", "+442079460958"],
];

test("answers by keys that work only inside the focused group", async () => {
  const page = await galleryIn({ viewport: desk });
  for (const [question, keys, value] of byKeyboard) {
    const [type, state] = question.split(" ") as ["short_text", string];
    await show(page, { questions: [{ type, state }] });
    await page.keyboard.press("Tab");
    for (const key of keys.split(" ")) await page.keyboard.press(key);
    const given = await page.evaluate(() => window.value);
    expect([question, keys, given]).toEqual([question, keys, value]);
  }
});

test("continues on Enter only, and on a click on a single answer", async () => {
  const page = await galleryIn({ viewport: desk });
  const continued = () => page.evaluate(() => window.continued);
  await show(page, { questions: [{ type: "multiple_choice", state: "empty" }] });
  await page.keyboard.press("Tab");
  await page.keyboard.press("b");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  // longer than a click would need
  await page.waitForTimeout(500);
  expect(await continued()).toBe(0);
  await page.keyboard.press("Enter");
  expect(await continued()).toBe(1);

  await show(page, { questions: [{ type: "multiple_choice", state: "empty" }] });
  await page.getByText("Click or tap an answer to continue.").waitFor();
  await page.getByRole("radio", { name: "Other" }).click();
  // a screen reader's click has no pointer
  await page.getByRole("radio", { name: "Apples" }).dispatchEvent("click");
  await page.waitForTimeout(500);
  expect(await continued()).toBe(0);
  await page.getByRole("radio", { name: "Pears" }).click();
  await page.waitForFunction(() => window.continued === 1);
  expect(await page.evaluate(() => window.value)).toBe("o2");
});

const matrixPhone = { width: 390, height: 844 };

test("opens one row of a matrix at a time on a phone", async () => {
  const page = await galleryIn({ viewport: matrixPhone });
  await show(page, { questions: [{ type: "matrix", state: "empty" }] });
  const row = (name: string) => page.getByRole("radiogroup", { name });
  // a second group with its name would be read twice
  expect(await page.getByRole("group", { name: "The venue" }).count()).toBe(0);
  await row("The venue").getByRole("radio", { name: "Rather", exact: true }).click();
  await row("The talks").getByRole("radio").first().waitFor();
  expect(await page.getByRole("radio").count()).toBe(5);
  await page.getByRole("button", { name: "The venue Rather", expanded: false }).click();
  await row("The venue").getByRole("radio", { name: "Very" }).click();
  await row("The talks").getByRole("radio", { name: "So-so" }).click();
  expect(await accessibilityProblems(page)).toEqual([]);
  await row("The food and the drinks").getByRole("radio", { name: "Very" }).click();
  expect(await page.getByRole("radio").count()).toBe(0);
  expect(await page.evaluate(() => window.value)).toEqual({ r1: "o5", r2: "o3", r3: "o5" });
});

test("keeps the columns' names in sight in a matrix that is taller than the window", async () => {
  const rows = Array.from({ length: 12 }, (_, at) => ({ key: `r${at}`, label: `Row ${at}` }));
  const columns = ["Rather", "Very"].map((label) => ({ value: label.toLowerCase(), label }));
  const slug = await publishForm(await owner(), chain(node("grid", "matrix", { rows, columns })));
  const { page } = await visit(`/f/${slug}`, { viewport: { width: 768, height: 400 } });
  const cell = page.getByRole("radio", { name: "Row 6 Very" });
  await cell.evaluate((it) => it.scrollIntoView({ block: "start" }));
  const head = page.getByRole("columnheader", { name: "Very" });
  const [names, answer] = await Promise.all([head.boundingBox(), cell.boundingBox()]);
  expect(names?.y).toBe(0);
  expect(answer?.y).toBeGreaterThanOrEqual(names?.height ?? 0);
  const onTop = await head.evaluate((it) =>
    it.contains(document.elementFromPoint(it.getBoundingClientRect().x + 9, 9)),
  );
  expect(onTop).toBe(true);
});

test("answers a matrix on a phone by keyboard, and reaches every row by Tab", async () => {
  const page = await galleryIn({ viewport: matrixPhone });
  await show(page, { questions: [{ type: "matrix", state: "empty" }] });
  const press = async (keys: string) => {
    for (const key of keys.split(" ")) await page.keyboard.press(key);
  };
  await press("Tab Tab Tab Space");
  await page.getByRole("radiogroup", { name: "The food and the drinks" }).getByRole("radio").first().waitFor();
  await press("End Space");
  await page.getByRole("button", { name: "The food and the drinks Very" }).waitFor();
  await press("Shift+Tab Shift+Tab ArrowDown Space Tab Space Enter");
  expect(await page.evaluate(() => window.value)).toEqual({ r1: "o2", r2: "o1", r3: "o5" });
  expect(await page.evaluate(() => window.continued)).toBe(1);
});

test("names an open list and the option that Enter chooses", async () => {
  const page = await galleryIn({ viewport: desk });
  await show(page, { questions: [{ type: "dropdown", state: "search" }] });
  await page.keyboard.press("Tab");
  await page.keyboard.type("ma");
  await page.getByRole("option", { name: "Madrid" }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  const active = await page.getByRole("combobox").getAttribute("aria-activedescendant");
  expect(await page.locator(`[id="${active}"]`).textContent()).toBe("Madrid");
  await page.keyboard.press("Escape");
  await page.keyboard.type("x");
  await page.getByText("No options match.").waitFor();
});

test("draws 50 of 300 options when their list opens, and the others as it scrolls", async () => {
  const options = Array.from({ length: 300 }, (_, at) => ({ value: `o${at}`, label: `Option ${at}` }));
  const form = chain(node("city", "dropdown", { options }, true));
  const { page } = await visit(`/f/${await publishForm(await owner(), form)}`, { isNew: true, viewport: desk });
  await page.waitForLoadState("networkidle");
  const field = page.getByRole("combobox");
  await field.click();
  const list = page.getByRole("listbox");
  const last = list.getByRole("option").last();
  expect(await list.getByRole("option").count()).toBe(50);
  for (const drawn of [50, 100]) {
    await last.scrollIntoViewIfNeeded();
    await list.getByRole("option", { name: `Option ${drawn}`, exact: true }).waitFor();
  }
  await field.press("ArrowUp");
  await page.getByRole("option", { name: "Option 299" }).waitFor();
  await field.press("Enter");
  expect(await field.inputValue()).toBe("Option 299");
});

test("chooses from an open list above the sticky buttons of a phone", async () => {
  const form = chain(node("city", "dropdown", { options: cities }, true));
  const { page } = await visit(`/f/${await publishForm(await owner(), form)}`, {
    viewport: { width: 390, height: 500 },
    hasTouch: true,
    isMobile: true,
  });
  await page.waitForLoadState("networkidle");
  await page.getByRole("combobox").tap();
  await page.getByRole("combobox").fill("Option 17");
  // fails if another element is above it
  await page.getByRole("option", { name: "Option 17" }).tap();
  expect(await page.getByRole("combobox").inputValue()).toBe("Option 17");
  await page.getByRole("combobox").tap();
  const [field, list] = [await page.getByRole("combobox").boundingBox(), await page.getByRole("listbox").boundingBox()];
  expect(list?.y).toBeGreaterThanOrEqual((field?.y ?? 0) + (field?.height ?? 0));
  const last = page.getByRole("option").last();
  await last.scrollIntoViewIfNeeded();
  await last.tap();
  expect(await page.getByRole("combobox").inputValue()).toBe("Option 40");
});

test("ranks by dragging with a mouse, in both directions", async () => {
  const page = await galleryIn({ viewport: desk });
  await show(page, { questions: [{ type: "ranking", state: "whole" }] });
  const handleAt = async (index: number) => {
    const box = await page.locator(".rank-handle").nth(index).boundingBox();
    return { x: (box?.x ?? 0) + 5, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 };
  };
  const [first, last] = [await handleAt(0), await handleAt(3)];
  await page.mouse.move(first.x, first.y);
  await page.mouse.down();
  await page.mouse.move(last.x, last.y + 15, { steps: 8 });
  await page.mouse.up();
  expect(await page.evaluate(() => window.value)).toEqual(["o1", "o4", "o3", "o2"]);
  // stays there after the drag
  await page.mouse.move(first.x, first.y, { steps: 3 });
  expect(await page.evaluate(() => window.value)).toEqual(["o1", "o4", "o3", "o2"]);
});

test("cancels an upload, and explains refused files", async () => {
  const page = await galleryIn({ viewport: desk });
  await show(page, { questions: [{ type: "file_upload", state: "sending" }] });
  await page.getByRole("progressbar", { name: "drawing-of-the-harbour.png: 40% uploaded" }).waitFor();
  await page.getByRole("button", { name: "Remove drawing-of-the-harbour.png" }).click();
  expect(await page.getByRole("progressbar").count()).toBe(0);
  expect(await page.evaluate(() => window.isAborted)).toBe(true);
  const files = ["a.png", "b.png", "c.png", "d.png", "e.mp4"].map((name) => ({
    name,
    mimeType: name.endsWith("mp4") ? "video/mp4" : "image/png",
    buffer: Buffer.from("x"),
  }));
  await page.locator("input[type=file]").setInputFiles(files);
  await page.getByRole("alert").filter({ hasText: "d.png: This file wasn’t added." }).waitFor();
  await page.getByRole("alert").filter({ hasText: "e.mp4: This file type isn’t accepted." }).waitFor();
  expect(await page.getByRole("progressbar").count()).toBe(3);
});
