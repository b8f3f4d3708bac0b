import type { Page } from "playwright-core";
import { expecting, type Owner, owner, publishForm } from "../support/api.ts";
import { pngOf } from "../support/images.ts";
import { chain, edge, end, graphOf, node } from "../support/sampleGraphs.ts";
import { problemsDayAndNight, visit } from "./support/browser.ts";

/** The look of the respondent page: fonts, layouts, and what surrounds a question. */
let me: Owner;
let themes: { id: string; name: string }[];
beforeAll(async () => {
  me = await owner();
  themes = (await expecting(200, me.get("/api/v2/theme/"))).body.results;
});

const desktop = { viewport: { width: 1440, height: 900 } };
const themed = (name: string) => ({ theme_id: themes.find((theme) => theme.name === name)?.id });
const wordy = () => ({
  ...node("q", "short_text"),
  data: {
    title: "How likely are you to recommend us to a friend or a colleague at work?",
    description: "Think of the last four weeks. A few words are plenty, and we read every one of them. ".repeat(6),
    config: {},
  },
});

declare global {
  interface Window {
    /** the elements that moved, and from where to where */
    shifts: string[];
  }
}

interface LayoutShift extends PerformanceEntry {
  value: number;
  sources: { node: Element | null; previousRect: DOMRect; currentRect: DOMRect }[];
}

const noteShifts = () => {
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries() as LayoutShift[])
      if (value > 0.01)
        window.shifts.push(
          ...sources.map(({ node, previousRect: from, currentRect: to }) =>
            [node?.nodeName, node?.className, value, JSON.stringify(from), JSON.stringify(to)].join(" "),
          ),
        );
  }).observe({ type: "layout-shift", buffered: true });
};

test.each([
  ["Path", "Figtree", 390],
  ["Path", "Figtree", 1440],
  ["Clay", "Fraunces", 390],
  ["Midnight", "Bricolage Grotesque", 1440],
])("moves nothing when the late font of %s (%s) shows at %i px", async (name, font, width) => {
  const slug = await publishForm(me, chain(wordy()), themed(name));
  const { page } = await visit(null, { isNew: true, viewport: { width, height: 844 } });
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.addInitScript(noteShifts);
  await page.route("**/*.woff2", async (route) => {
    await isReleased;
    await route.continue();
  });
  // the load event waits for the font
  await page.goto(`/f/${slug}`, { waitUntil: "commit" });
  // to fill reads the layout, which would be of a page without its styles before the first paint
  await page.waitForFunction(() => performance.getEntriesByType("paint").length > 0);
  await page.getByRole("textbox").fill("never blocked");
  await painted(page);
  expect(await isShown(page, font)).toBe(false);
  release();
  await page.evaluate(() => document.fonts.ready);
  await painted(page);
  expect(await isShown(page, font)).toBe(true);
  expect(await page.evaluate(() => window.shifts)).toEqual([]);
});

const painted = (page: Page) =>
  page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done)))),
  );

const isShown = (page: Page, font: string) =>
  page.evaluate(
    (name) =>
      [...document.fonts].some(({ family, status }) => family.replaceAll('"', "") === name && status === "loaded"),
    font,
  );

test("preloads only the theme's own font", async () => {
  const slug = await publishForm(me, chain(wordy()), themed("Harbor"));
  const fonts: string[] = [];
  const { page } = await visit(null, { isNew: true });
  page.on("request", (request) => request.resourceType() === "font" && fonts.push(request.url()));
  await page.goto(`/f/${slug}`, { waitUntil: "networkidle" });
  expect(fonts).toEqual([expect.stringMatching(/\/assets\/instrument-sans-[\w-]+\.woff2$/)]);
});

test("counts the questions, and goes back and on with the buttons at the foot", async () => {
  const screen = node("hello", "welcome_screen");
  const slug = await publishForm(me, chain(screen, node("one", "short_text"), node("two", "short_text")));
  const { page } = await visit(`/f/${slug}`, desktop);
  const count = (text: string) => page.locator("header").getByText(text).waitFor();
  expect(await page.getByText("Question").count()).toBe(0);
  await page.getByRole("button", { name: "Start" }).click();
  await count("Question 1 of about 2");
  await page.getByRole("textbox", { name: "About one" }).fill("a");
  await page.getByRole("button", { name: "Next" }).click();
  await count("Question 2 of about 2");
  await page.getByRole("button", { name: "Back" }).click();
  await count("Question 1 of about 2");
  expect(await page.getByRole("textbox", { name: "About one" }).inputValue()).toBe("a");
  expect(await problemsDayAndNight(page)).toEqual([]);
});

test("shows the score in a ring that fills up to the maximum", async () => {
  const scale = node("scale", "number_scale", { min: 0, max: 10, scoring: { mode: "value" } });
  const open = node("open", "number", { scoring: { mode: "value" } });
  const last = end("end", { show_score: true });
  const graphs = [scale, open].map((question) => graphOf([question, last], [edge(question.id, "end")]));
  const [withMaximum = "", without = ""] = await Promise.all(graphs.map((graph) => publishForm(me, graph)));
  const part = (page: Page) => page.locator("circle").nth(1).getAttribute("stroke-dasharray");

  const { page } = await visit(`/f/${withMaximum}`, desktop);
  await page.getByRole("radio", { name: "4" }).click();
  await page.getByText("Your score 4 of 10").waitFor();
  expect(await part(page)).toBe("40 100");
  expect(await problemsDayAndNight(page)).toEqual([]);

  await page.goto(`/f/${without}`);
  await page.getByRole("textbox").fill("7");
  await page.keyboard.press("Enter");
  await page.getByText(/^Your score 7\s*$/).waitFor();
  expect(await part(page)).toBe("100 100");
});

test("keeps Continue in view on a phone, and a focused field above it", async () => {
  const options = Array.from({ length: 30 }, (_, index) => ({ value: `v${index}`, label: `Option ${index}` }));
  const question = node("many", "multiple_choice", { options, allow_other: true });
  const slug = await publishForm(me, chain(question));
  const { page } = await visit(`/f/${slug}`, { viewport: { width: 320, height: 600 }, hasTouch: true });
  const go = page.getByRole("button", { name: "Continue" });
  const box = async () => (await go.boundingBox()) ?? { y: Number.NaN, height: 0, width: 0 };
  expect((await box()).width).toBe(280);
  expect((await box()).y + (await box()).height).toBeLessThanOrEqual(600);
  const card = page.getByRole("radio", { name: "Option 20" });
  await card.focus();
  const { y = 0, height = 0 } = (await card.boundingBox()) ?? {};
  expect(y + height).toBeLessThanOrEqual((await box()).y);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

test("shows the image of a split theme beside the question, and as a band on phones", async () => {
  const url = "https://images.example.com/sea.png";
  const fields = { name: "Split", layout: "split", background_image_url: url };
  const { body: theme } = await expecting(201, me.post("/api/v2/theme/", fields));
  const slug = await publishForm(me, chain(node("one", "short_text")), { theme_id: theme.id });
  const { page, context, expect: expectComplaint } = await visit(null, desktop);
  expectComplaint(/images\.example\.com/);
  await context.route(url, (route) => route.fulfill({ contentType: "image/png", body: pngOf(8, 8) }));
  await page.goto(`/f/${slug}`);
  const field = page.getByRole("textbox", { name: "About one" });
  const box = async () => (await field.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const beside = await box();
  expect(beside.x + beside.width).toBeLessThan(1440 * 0.55);
  await page.setViewportSize({ width: 390, height: 844 });
  expect((await box()).y).toBeGreaterThan(170);
  expect((await box()).width).toBe(350);
  const progressTop = async () => (await page.getByRole("progressbar").boundingBox())?.y;
  expect(await progressTop()).toBe(166);
  await page.setViewportSize({ width: 390, height: 300 });
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await page.waitForFunction(() => document.querySelector("progress")?.getBoundingClientRect().top === 0);
});

const towns = Array.from({ length: 14 }, (_, index) => ({ value: `v${index}`, label: `Town ${index}` }));

test.each([
  [390, 844],
  [800, 600],
  [1440, 900],
])("keeps Back and Next in view on a question higher than a window of %i × %i px", async (width, height) => {
  const slug = await publishForm(
    me,
    chain(node("one", "short_text"), node("many", "multiple_choice", { options: towns })),
  );
  const { page } = await visit(`/f/${slug}`, { viewport: { width, height }, hasTouch: width < 600 });
  await page.getByRole("textbox").fill("a");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("radio").first().waitFor();
  await page.evaluate(() => scrollTo(0, 100));
  const box = async (name: string) =>
    (await page.getByRole("button", { name, exact: true }).boundingBox()) ?? { y: Number.NaN, height: 0 };
  for (const name of ["Back", "Next"]) {
    const { y, height: tall } = await box(name);
    expect(y + tall).toBeLessThanOrEqual(height);
  }
  const go = await box("Continue");
  if (width < 600) expect(go.y + go.height).toBeLessThanOrEqual((await box("Back")).y);
  const last = page.getByRole("radio").last();
  await last.focus();
  const { y = 0, height: tall = 0 } = (await last.boundingBox()) ?? {};
  expect(y + tall).toBeLessThanOrEqual((await box(width < 600 ? "Continue" : "Back")).y);
});

const windows = [
  [390, 844],
  [1440, 900],
] as const;

test.each(
  ["centered", "split", "cover"].flatMap((layout) =>
    windows.map(([width, height]) => [layout, width, height] as const),
  ),
)("keeps progress, Back and Next in view wherever a long question is scrolled (%s, %i × %i px)", async (...row) => {
  const [layout, width, height] = row;
  const url = "https://images.example.com/sea.png";
  const fields = { name: `Long ${layout} ${width}`, layout, background_image_url: url };
  const { body: theme } = await expecting(201, me.post("/api/v2/theme/", fields));
  const options = [1, 2, 3].flatMap((part) => towns.map(({ value, label }) => ({ value: `${value}-${part}`, label })));
  const form = chain(node("one", "short_text"), node("many", "multiple_choice", { options }));
  const slug = await publishForm(me, form, { theme_id: theme.id });
  const { page, context, expect: expectComplaint } = await visit(null, { viewport: { width, height } });
  expectComplaint(/images\.example\.com/);
  await context.route(url, (route) => route.fulfill({ contentType: "image/png", body: pngOf(8, 8) }));
  await page.goto(`/f/${slug}`);
  await page.getByRole("textbox").fill("a");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("radio").first().waitFor();
  for (const part of [0, 0.5, 1]) {
    await page.evaluate((at) => scrollTo(0, at * (document.body.scrollHeight - innerHeight)), part);
    await painted(page);
    expect({ part, seen: await page.evaluate(seenWhole) }).toEqual({
      part,
      seen: { ".page-progress": true, "[title=Back]": true, "[title=Next]": true },
    });
  }
});

/** Returns whether each is inside the window, with nothing over it. */
function seenWhole(): Record<string, boolean> {
  const isSeen = (selector: string): boolean => {
    const found = document.querySelector(selector);
    if (!found) return false;
    const { left, right, top, bottom } = found.getBoundingClientRect();
    const isInside = left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight;
    return isInside && document.elementFromPoint((left + right) / 2, (top + bottom) / 2) === found;
  };
  const selectors = [".page-progress", "[title=Back]", "[title=Next]"];
  return Object.fromEntries(selectors.map((selector) => [selector, isSeen(selector)]));
}

test.each([
  [390, ["28px", "24px", "21px"]],
  [1440, ["40px", "32px", "26px"]],
])("steps long titles down at %i px", async (width, sizes) => {
  const titles = [60, 120, 121].map((length) =>
    "a "
      .repeat(61)
      .slice(0, length - 1)
      .concat("?"),
  );
  const nodes = titles.map((title, index) => ({ ...node(`q${index}`, "welcome_screen"), data: { title, config: {} } }));
  const slug = await publishForm(me, chain(...nodes));
  const { page } = await visit(`/f/${slug}`, { viewport: { width, height: 900 } });
  const found: string[] = [];
  for (const title of titles) {
    const heading = page.getByRole("heading", { name: title, exact: true });
    found.push(await heading.evaluate((it) => getComputedStyle(it).fontSize));
    await page.getByRole("button", { name: "Start" }).click();
  }
  expect(found).toEqual(sizes);
});

test("shows a question's image in its own ratio, up to a part of the window's height", async () => {
  const url = (name: string) => `https://images.example.com/${name}.svg`;
  const sized = (width: number, height: number) => ({
    contentType: "image/svg+xml",
    body: `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"/>`,
  });
  const pictured = (name: string) => {
    const it = node(name, "welcome_screen");
    return { ...it, data: { ...it.data, image: { url: url(name), alt: "" } } };
  };
  const slug = await publishForm(me, chain(pictured("wide"), pictured("tall")));
  const { page, context, expect: expectComplaint } = await visit(null, desktop);
  expectComplaint(/images\.example\.com/);
  await context.route(url("wide"), (route) => route.fulfill(sized(800, 200)));
  await context.route(url("tall"), (route) => route.fulfill(sized(200, 800)));
  await page.goto(`/f/${slug}`);
  const image = page.locator(".question:not([data-leaving]) .question-image");
  const size = () =>
    image.evaluate(async (it: HTMLImageElement) => {
      await it.decode();
      return [it.clientWidth, it.clientHeight];
    });
  expect(await size()).toEqual([660, 240]);
  expect(await image.evaluate((it) => getComputedStyle(it).borderRadius)).toBe("14px");
  await page.getByRole("button", { name: "Start" }).click();
  await page.getByRole("heading", { name: "About tall" }).waitFor();
  const [width = 0, height = 0] = await size();
  expect([width, height]).toEqual([60, 240]);
  // a frame has the height of its content, so no size depends on it
  await page.goto(`/f/${slug}?embed=inline`);
  // the page first shows the form's start, then where this respondent was
  await page.getByRole("heading", { name: "About tall" }).waitFor();
  const sizes = [];
  for (const frame of [400, 1_600]) {
    await page.setViewportSize({ width: 800, height: frame });
    sizes.push(await size());
  }
  expect(sizes[0]).toEqual(sizes[1]);
});

test("shows the image of a cover behind everything, and a centered one above the question", async () => {
  const url = "https://images.example.com/sea.png";
  const { page, context, expect: expectComplaint } = await visit(null, desktop);
  expectComplaint(/images\.example\.com/);
  await context.route(url, (route) => route.fulfill({ contentType: "image/png", body: pngOf(8, 8) }));
  const layers = async (layout: string) => {
    const fields = { name: `With ${layout}`, layout, background_image_url: url };
    const { body: theme } = await expecting(201, me.post("/api/v2/theme/", fields));
    await page.goto(`/f/${await publishForm(me, chain(node("one", "short_text")), { theme_id: theme.id })}`);
    return page.evaluate(() => {
      const hasSea = (selector: string, pseudo?: string) =>
        getComputedStyle(document.querySelector(selector) as Element, pseudo).backgroundImage.includes("sea.png");
      const [heading, page] = [".question-title", ".page-main"].map((it) => document.querySelector(it) as Element);
      const gap = (heading?.getBoundingClientRect().top ?? 0) - (page?.getBoundingClientRect().top ?? 0);
      return { behind: hasSea("body"), above: hasSea(".page-main", "::before"), hasRoom: gap > 150 };
    });
  };
  expect(await layers("cover")).toEqual({ behind: true, above: false, hasRoom: false });
  expect(await problemsDayAndNight(page)).toEqual([]);
  expect(await layers("centered")).toEqual({ behind: false, above: true, hasRoom: true });
  expect(await problemsDayAndNight(page)).toEqual([]);
});

test("shows an end screen's own text on its button", async () => {
  const last = end("end", {
    redirect_url: "https://shop.example/",
    redirect_delay_s: 600,
    button_text: "See the menu",
  });
  const slug = await publishForm(me, graphOf([node("one", "short_text"), last], [edge("one", "end")]), {
    language: "de",
  });
  const { page } = await visit(`/f/${slug}`);
  await page.getByRole("button", { name: "Weiter" }).click();
  const button = page.getByRole("button", { name: "See the menu" });
  expect(await button.evaluate((it) => it.closest("[lang]")?.getAttribute("lang"))).toBe("de");
  // hundreds of seconds say little
  await page.getByText("Weiterleitung in 10 Minuten.").first().waitFor();
});

test("shows the buttons of a ranked item with the focus or the pointer only", async () => {
  const question = node("rank", "ranking", { options: towns.slice(0, 3) });
  const { page } = await visit(`/f/${await publishForm(me, chain(question))}`, desktop);
  const item = (name: string) => page.locator(".rank").filter({ hasText: name });
  const shown = async (name: string) =>
    (await item(name)
      .locator(".rank-buttons")
      .evaluate((it) => getComputedStyle(it).opacity)) === "1";
  await item("Town 0").getByRole("button").first().click();
  await item("Town 1").getByRole("button").first().click();
  await page.mouse.move(0, 0);
  expect([await shown("Town 0"), await shown("Town 1")]).toEqual([false, true]);
  await item("Town 0").hover();
  expect(await shown("Town 0")).toBe(true);
});

test("prints a dark form and its end in black on white, on one sheet", async () => {
  const question = node("q", "multiple_choice", { options: towns.slice(0, 4) });
  const slug = await publishForm(me, chain(question), themed("Midnight"));
  const { page } = await visit(`/f/${slug}`, { ...desktop, colorScheme: "dark" });
  const printed = async () => {
    const sheets = await Promise.all(["A4", "Letter"].map((format) => page.pdf({ format, printBackground: true })));
    await page.emulateMedia({ media: "print" });
    const colors = await page.evaluate(() => {
      const { color } = getComputedStyle(document.querySelector(".question-title") as Element);
      const card = document.querySelector(".card");
      const { backgroundColor } = getComputedStyle(document.documentElement);
      return { color, backgroundColor, torn: card && getComputedStyle(card).breakInside };
    });
    const buttons = await page.getByRole("button", { name: /Continue|Back|Next/ }).count();
    await page.emulateMedia({ media: null });
    const count = (pdf: Buffer) => pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)?.length;
    return { ...colors, buttons, sheets: sheets.map(count) };
  };
  const white = { color: "rgb(0, 0, 0)", backgroundColor: "rgb(255, 255, 255)", buttons: 0, sheets: [1, 1] };
  await page.getByRole("radio").first().waitFor();
  expect(await printed()).toEqual({ ...white, torn: "avoid" });
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("heading", { name: "About end" }).waitFor();
  expect(await printed()).toEqual({ ...white, torn: null });
});

test("keeps the sticky buttons of a phone within the round corners of the card over an image", async () => {
  const url = "https://images.example.com/sea.png";
  const fields = { name: "Round", layout: "cover", border_radius: 24, background_image_url: url };
  const { body: theme } = await expecting(201, me.post("/api/v2/theme/", fields));
  const slug = await publishForm(me, chain(wordy()), { theme_id: theme.id });
  const { page, context, expect: expectComplaint } = await visit(null);
  expectComplaint(/images\.example\.com/);
  await context.route(url, (route) => route.fulfill({ contentType: "image/png", body: pngOf(8, 8) }));
  await page.goto(`/f/${slug}`);
  const { radius, right, below } = await page.evaluate(() => {
    window.scrollTo(0, document.body.scrollHeight);
    const card = document.querySelector(".page-main") as Element;
    const inner = document.querySelector(".page-actions")?.getBoundingClientRect() ?? new DOMRect();
    const outer = card.getBoundingClientRect();
    const radius = parseFloat(getComputedStyle(card).borderEndEndRadius);
    return { radius, right: outer.right - inner.right, below: outer.bottom - inner.bottom };
  });
  expect(radius).toBe(32);
  expect(Math.hypot(radius - right, radius - below)).toBeLessThanOrEqual(radius);
});

test.each(["no-preference", "reduce"] as const)(
  "fades the left question unless motion is %s",
  async (reducedMotion) => {
    const slug = await publishForm(me, chain(node("one", "short_text"), node("two", "short_text")));
    const { page } = await visit(`/f/${slug}`, { reducedMotion });
    await page.waitForLoadState("networkidle");
    await page.evaluate(() => {
      new MutationObserver(() => {
        const left = document.querySelector<HTMLElement>("[data-leaving]");
        if (left?.inert) document.documentElement.dataset.faded = "";
      }).observe(document, { childList: true, subtree: true });
    });
    await page.getByRole("textbox", { name: "About one" }).press("Enter");
    const next = page.getByRole("textbox", { name: "About two" }).and(page.locator(":focus"));
    await next.waitFor();
    await page.keyboard.type("typed at once");
    await page.waitForFunction(() => !document.querySelector("[data-leaving]"));
    expect(await next.inputValue()).toBe("typed at once");
    expect(await page.evaluate(() => "faded" in document.documentElement.dataset)).toBe(reducedMotion !== "reduce");
  },
);

test.each(["Harbor", "Clay", "Meadow", "Midnight", "Citrus"])("stays readable in the preset %s", async (name) => {
  const options = ["one", "two"].map((value) => ({ value, label: `Option ${value}` }));
  const slug = await publishForm(me, chain(node("q", "multiple_choice", { options }, true)), themed(name));
  const { page } = await visit(`/f/${slug}`, desktop);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("alert").filter({ hasText: /\.$/ }).waitFor();
  expect(await problemsDayAndNight(page)).toEqual([]);
});

test("breaks no word of a scale's labels, and keeps them on the page", async () => {
  const labels = { left: "Overwhelmingly unlikely", center: "Neutral", right: "Extraordinarily likely" };
  const scale = node("q", "opinion_scale", { min: 0, max: 10, labels });
  const slug = await publishForm(me, chain(scale), themed("Path"));
  for (const width of [320, 390]) {
    const { page } = await visit(`/f/${slug}`, { viewport: { width, height: 844 } });
    await page.getByText("Extraordinarily likely").waitFor();
    const broken = await page.evaluate(() => {
      const ends = [...document.querySelectorAll(".scale-ends > span")];
      const texts = ends.map(({ lastChild }) => lastChild).filter((child) => child instanceof Text);
      return texts.flatMap((text) =>
        [...text.data.matchAll(/\S+/g)].flatMap(({ 0: word, index }) => {
          const range = new Range();
          range.setStart(text, index);
          range.setEnd(text, index + word.length);
          return range.getClientRects().length > 1 ? [word] : [];
        }),
      );
    });
    expect(broken).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  }
});
