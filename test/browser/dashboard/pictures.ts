import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContextOptions, Page } from "playwright-core";
import { baseUrl, owner } from "../../support/api.ts";
import startProduct from "../../support/setup/one.mts";
import stopAll from "../../support/setup/teardown.mts";
import { launchChromium } from "../support/chromium.ts";
import { dashboardPages, makeScene, openPage } from "./pages.ts";

export interface PictureSeries {
  /** its folder */
  name: string;
  options: BrowserContextOptions;
}

/** Takes screenshots of every dashboard page, in a folder of `target` per series, each with its own server. */
export async function takeDashboard(series: readonly PictureSeries[], target: string): Promise<void> {
  // tells api.ts which setup to use (test/jest.config.js)
  Object.assign(globalThis, { way: "one" });
  await startProduct();
  try {
    const me = await owner();
    const scene = await makeScene(me);
    const browser = await launchChromium();
    for (const { name, options } of series) {
      const context = await browser.newContext({ ...options, baseURL: baseUrl(), reducedMotion: "reduce" });
      const [cookie = "", value = ""] = me.cookie.split(/=(.*)/s);
      await context.addCookies([{ name: cookie, value, url: baseUrl() }]);
      const pictures = join(target, name);
      rmSync(pictures, { recursive: true, force: true });
      mkdirSync(pictures, { recursive: true });
      const page = await context.newPage();
      for (const it of dashboardPages) {
        await openPage(page, it, scene);
        await settled(page);
        await page.screenshot({ path: join(pictures, `${it.name}.png`), fullPage: true });
      }
      await context.close();
    }
    await browser.close();
  } finally {
    await stopAll();
  }
}

/** Waits for what a page loads after its first view, such as a preview. */
const settled = (page: Page): Promise<void> => page.waitForLoadState("networkidle");
