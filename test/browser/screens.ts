/**
 * `npm run screens`: takes screenshots of every question and every dashboard page into docs/screens, at most 80. Emoji and
 * system fonts are those of this machine.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { takeDashboard } from "./dashboard/pictures.ts";
import type {} from "./gallery/gallery.tsx";
import { buildGallery, openGallery } from "./gallery/open.ts";
import { launchChromium } from "./support/chromium.ts";

interface Series {
  name: string;
  options: BrowserContextOptions;
  states: RegExp;
}

const phone: BrowserContextOptions = { viewport: { width: 390, height: 300 }, hasTouch: true, isMobile: true };
/** matches `<type>-<state>` */
const each = /-(filled|score)$|^welcome_screen-empty/;

const series: Series[] = [{ name: "390-light", options: phone, states: each }];

const wide = { viewport: { width: 1440, height: 900 } };
const dashboardSeries = [
  { name: "390-light", options: { ...phone, viewport: { width: 390, height: 844 } }, pages: /./ },
  { name: "1440-light", options: wide, pages: /./ },
  { name: "1440-dark", options: { ...wide, colorScheme: "dark" }, pages: /^canvas$/ },
] as const;

const fontFile = join(import.meta.dirname, "../../services/web/fonts/figtree.woff2");
const font = `data:font/woff2;base64,${readFileSync(fontFile, "base64")}`;

const target = join(import.meta.dirname, "../../docs/screens");
rmSync(target, { recursive: true, force: true });
mkdirSync(target);
await takeGallery(series);
await takeDashboard(dashboardSeries, target);

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

async function takeSeries(browser: Browser, { name, options, states }: Series, folder: string): Promise<void> {
  const context = await browser.newContext({ ...options, reducedMotion: "reduce" });
  const page = await context.newPage();
  await openGallery(page, folder, "http://gallery.test/");
  await page.waitForFunction("window.show");
  await page.addStyleTag({ content: `@font-face { font-family: Figtree; font-weight: 300 900; src: url(${font}) }` });
  for (const question of await page.evaluate(() => window.gallery)) {
    const file = `${question.type}-${question.state}`;
    if (!states.test(file)) continue;
    // the default theme of a new account
    await page.evaluate((it) => window.show(it), { theme: "path" as const, questions: [question] });
    await page.evaluate(() => document.fonts.load("1rem Figtree"));
    await asHighAs(page, options);
    await page.screenshot({ path: join(target, `${question.type}-${name}.png`) });
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
