import type { Page } from "playwright-core";
import { type Owner, owner } from "../../support/api.ts";
import { eventually } from "../../support/eventually.ts";
import { problemsDayAndNight, visitAs } from "../support/browser.ts";
import { dashboardPages, makeScene, type Scene } from "./pages.ts";

/** Checks for every dashboard page. Console errors and policy violations fail any test (support/browser.ts). */
const phone = { width: 360, height: 740 };
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
  }
}, 300_000);

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
