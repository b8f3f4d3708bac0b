/**
 * `npm run screens`: takes screenshots of every question in every state and every dashboard page, on a phone and a wide
 * screen, in both color schemes, into docs/screens. `npm run screens -- dashboard` takes only the series whose names start
 * with it. Emoji and fonts are those of this machine.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { takeDashboard } from "./dashboard/pictures.ts";
import type { Shown } from "./gallery/gallery.tsx";
import { buildGallery, openGallery } from "./gallery/open.ts";
import { launchChromium } from "./support/chromium.ts";

interface Series {
  name: string;
  options: BrowserContextOptions;
  shown: Shown;
  states: RegExp;
}

const phone: BrowserContextOptions = { viewport: { width: 390, height: 300 }, hasTouch: true, isMobile: true };
const desk: BrowserContextOptions = { viewport: { width: 1280, height: 300 } };
/** matches `<type>-<state>` */
const each = /-(filled|score)$|^welcome_screen-empty/;
const some = /^(multiple_choice|matrix|opinion_scale|long_text|ranking)-filled$/;

const series: Series[] = [
  { name: "390-light", options: phone, shown: {}, states: /./ },
  { name: "390-dark", options: { ...phone, colorScheme: "dark" }, shown: {}, states: each },
  { name: "1280-light", options: desk, shown: {}, states: /-(empty|error)$|-search|-other/ },
  { name: "1280-dark", options: { ...desk, colorScheme: "dark" }, shown: {}, states: each },
  { name: "390-rtl", options: phone, shown: { language: "ar" }, states: each },
  { name: "390-pale", options: phone, shown: { theme: "pale" }, states: some },
  { name: "1280-night", options: desk, shown: { theme: "night" }, states: some },
  { name: "1280-square", options: desk, shown: { theme: "square" }, states: some },
  { name: "390-picture", options: phone, shown: { theme: "picture" }, states: some },
  { name: "1280-forced", options: { ...desk, forcedColors: "active" }, shown: {}, states: some },
];

const dashboardSeries = [
  { name: "dashboard-390-light", options: { ...phone, viewport: { width: 390, height: 844 } } },
  { name: "dashboard-390-dark", options: { ...phone, viewport: { width: 390, height: 844 }, colorScheme: "dark" } },
  { name: "dashboard-1280-light", options: { viewport: { width: 1280, height: 800 } } },
  { name: "dashboard-1280-dark", options: { viewport: { width: 1280, height: 800 }, colorScheme: "dark" } },
] as const;

const target = join(import.meta.dirname, "../../docs/screens");
const [only = ""] = process.argv.slice(2);
const isAsked = ({ name }: { name: string }) => name.startsWith(only);
const asked = { gallery: series.filter(isAsked), dashboard: dashboardSeries.filter(isAsked) };
if (asked.gallery.length > 0) await takeGallery(asked.gallery);
if (asked.dashboard.length > 0) await takeDashboard(asked.dashboard, target);

async function takeGallery(asked: Series[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "pathform-screens-"));
  const browser = await launchChromium();
  try {
    await buildGallery(folder);
    for (const it of asked) await takeSeries(browser, it, folder);
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true });
  }
}

async function takeSeries(browser: Browser, { name, options, shown, states }: Series, folder: string): Promise<void> {
  const context = await browser.newContext({ ...options, reducedMotion: "reduce" });
  const page = await context.newPage();
  await openGallery(page, folder, "http://gallery.test/");
  await page.waitForFunction("window.show");
  const pictures = join(target, name);
  rmSync(pictures, { recursive: true, force: true });
  mkdirSync(pictures, { recursive: true });
  for (const question of await page.evaluate(() => window.gallery)) {
    const file = `${question.type}-${question.state}`;
    if (!states.test(file)) continue;
    await page.evaluate((it) => window.show(it), { ...shown, questions: [question] });
    await asHighAs(page, options);
    await page.screenshot({ path: join(pictures, `${file}.png`) });
  }
  await context.close();
}

/** Fits the viewport to the content, because a stitched screenshot differs from what a phone shows. */
async function asHighAs(page: Page, { viewport }: BrowserContextOptions): Promise<void> {
  const width = viewport?.width ?? 0;
  await page.setViewportSize({ width, height: 300 });
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  await page.setViewportSize({ width, height });
}
