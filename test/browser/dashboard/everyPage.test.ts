import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { type Owner, owner } from "../../support/api.ts";
import { eventually } from "../../support/eventually.ts";
import { problemsDayAndNight, visitAs } from "../support/browser.ts";
import { dashboardPages, desktop, makeScene, opened, openPage, type Scene, shownBy } from "./pages.ts";

/** Checks for every dashboard page. Console errors and policy violations fail any test (support/browser.ts). */
const phone = { width: 360, height: 740 };
const screens = join(import.meta.dirname, "../../../docs/screens");
let me: Owner;
let scene: Scene;
beforeAll(async () => {
  me = await owner();
  scene = await makeScene(me);
});

test("fits 360 px and is accessible in both color schemes, after a retry of a failed load", async () => {
  // one visit for all pages, because each visit compiles the code again
  const { page, context, expect: expectComplaint } = await visitAs(me, null, { viewport: phone });
  expectComplaint(/status of 500/);
  // the user stays signed in
  const failing = /\/api\/(?!auth\/(?!second-factor))/;
  const shown: Record<string, string> = {};
  const recorded = JSON.parse(readFileSync(join(screens, "shown.json"), "utf8"));
  for (const { name, path, heading, loadsNothing } of dashboardPages) {
    await context.route(failing, (route) => route.fulfill({ status: 500, json: { detail: "Something broke." } }));
    await page.goto(path(scene));
    if (!loadsNothing) await page.getByRole("alert").filter({ hasText: "Something broke." }).first().waitFor();
    await untilLoaded(page);
    await context.unroute(failing);
    if (!loadsNothing) await page.getByRole("button", { name: "Try again" }).first().click();
    await page.getByRole("heading", { name: heading, level: 1 }).waitFor();
    if (path(scene).startsWith("/forms/")) await page.getByRole("button", { name: /^Rename/ }).waitFor();
    await page.getByRole("alert").first().waitFor({ state: "detached" });
    await untilLoaded(page);
    await fitsPhone(page, name);
    expect([name, await problemsDayAndNight(page)]).toEqual([name, []]);
    await page.setViewportSize(desktop);
    await openPage(page, { name, path, heading }, scene);
    await page.waitForLoadState("networkidle");
    // under load, a page's parts can come later
    await eventually(async () => expect(await shownBy(page)).toBe(recorded[name]), 5).catch(() => undefined);
    shown[name] = await shownBy(page);
    await page.setViewportSize(phone);
  }
  // npm run screens
  expect(shown).toEqual(recorded);
}, 300_000);

test("the guides have a screenshot of every page, and not more than 80 or 8 MB", () => {
  const files = readdirSync(screens).filter((file) => file.endsWith(".png"));
  const dashboard = dashboardPages.flatMap(({ name }) => [`${name}-390-light.png`, `${name}-1440-light.png`]);
  const expected = [...dashboard, ...opened.map(({ name }) => `${name}-1440-light.png`)];
  expect(expected.filter((file) => !files.includes(file))).toEqual([]);
  expect(files.length).toBeLessThanOrEqual(80);
  const bytes = files.map((file) => statSync(join(screens, file)).size).reduce((sum, size) => sum + size, 0);
  expect(bytes).toBeLessThanOrEqual(8 * 2 ** 20);
});

const untilLoaded = (page: Page) => page.getByText("Loading…").first().waitFor({ state: "detached" });

async function fitsPhone(page: Page, name: string): Promise<void> {
  expect([name, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([name, 360]);
  const tabs = page.getByRole("navigation", { name: "Pages of this form" });
  for (const tab of await tabs.locator("[aria-current]").all()) {
    // the page scrolls once the form is loaded, which most headings don't wait for
    await eventually(async () => {
      const box = await tab.boundingBox();
      expect([name, (box?.x ?? 360) + (box?.width ?? 0) <= 360]).toEqual([name, true]);
    });
  }
}
