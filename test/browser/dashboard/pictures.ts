import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContextOptions, Page } from "playwright-core";
import { baseUrl, owner } from "../../support/api.ts";
import startProduct from "../../support/setup/one.mts";
import stopAll from "../../support/setup/teardown.mts";
import { launchChromium } from "../support/chromium.ts";
import { dashboardPages, makeScene, opened, openPage, shownBy } from "./pages.ts";

export interface PictureSeries {
  /** ends the names of its screenshots */
  name: string;
  /** matches names of pages */
  pages: RegExp;
  options: BrowserContextOptions;
}

/** The series with the viewport of `desktop` (pages.ts). */
const desktopSeries = "1440-light";

/** Takes screenshots of dashboard pages into a folder, with `shown.json`: what each page showed (`shownBy`). */
export async function takeDashboard(series: readonly PictureSeries[], target: string): Promise<void> {
  // tells api.ts which setup to use (test/jest.config.js)
  Object.assign(globalThis, { way: "one" });
  await startProduct();
  try {
    const me = await owner();
    const scene = await makeScene(me);
    const browser = await launchChromium();
    const shown: Record<string, string> = {};
    for (const { name, options, pages } of series) {
      const context = await browser.newContext({ ...options, baseURL: baseUrl(), reducedMotion: "reduce" });
      const [cookie = "", value = ""] = me.cookie.split(/=(.*)/s);
      await context.addCookies([{ name: cookie, value, url: baseUrl() }]);
      const page = await context.newPage();
      for (const it of dashboardPages.filter((page) => pages.test(page.name))) {
        await openPage(page, it, scene);
        await settled(page);
        await page.screenshot({ path: join(target, `${it.name}-${name}.png`) });
        if (name === desktopSeries) shown[it.name] = await shownBy(page);
      }
      for (const it of opened.filter(() => name === desktopSeries)) {
        await page.goto(it.path(scene));
        await it.open(page);
        await settled(page);
        await page.screenshot({ path: join(target, `${it.name}-${name}.png`) });
      }
      await context.close();
    }
    await browser.close();
    writeFileSync(join(target, "shown.json"), `${JSON.stringify(shown, null, 2)}\n`);
  } finally {
    await stopAll();
  }
}

/** Waits for what a page loads after its first view, such as a preview. */
const settled = (page: Page): Promise<void> => page.waitForLoadState("networkidle");
