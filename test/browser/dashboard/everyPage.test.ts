import { type Owner, owner } from "../../support/api.ts";
import { problemsDayAndNight, visitAs } from "../support/browser.ts";
import { dashboardPages, makeScene, openPage, type Scene } from "./pages.ts";

/** What holds for each page of the dashboard; complaints of the console and of its policy fail any test (support/browser.ts). */
let me: Owner;
let scene: Scene;
beforeAll(async () => {
  me = await owner();
  scene = await makeScene(me);
});

test.each(dashboardPages)(
  "$name: fits a phone of 360 px, and is without faults by day and at night",
  async (dashboardPage) => {
    const { page } = await visitAs(me, null, { viewport: { width: 360, height: 740 } });
    await openPage(page, dashboardPage, scene);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    const tabs = page.getByRole("navigation", { name: "Pages of this form" });
    for (const tab of await tabs.locator("[aria-current]").all()) {
      const box = await tab.boundingBox();
      expect((box?.x ?? 360) + (box?.width ?? 0)).toBeLessThanOrEqual(360);
    }
    expect(await problemsDayAndNight(page)).toEqual([]);
  },
);

test.each(dashboardPages)(
  "$name: where the service fails, that is said, and another try brings all of the page",
  async (dashboardPage) => {
    const { page, context, expect: expectComplaint } = await visitAs(me, null);
    expectComplaint(/status of 500/);
    const failing = /\/api\/(?!auth)/;
    await context.route(failing, (route) => route.fulfill({ status: 500, json: { detail: "Something broke." } }));
    const path = dashboardPage.path(scene);
    await page.goto(path);
    await page.getByRole("alert").filter({ hasText: "Something broke." }).first().waitFor();
    await page.getByText("Loading …").first().waitFor({ state: "detached" });
    await context.unroute(failing);
    await page.getByRole("button", { name: "Try again" }).first().click();
    await page.getByRole("heading", { name: dashboardPage.heading, level: 1 }).waitFor();
    if (path.startsWith("/forms/")) await page.getByRole("button", { name: /^Rename/ }).waitFor();
    await page.getByRole("alert").first().waitFor({ state: "detached" });
  },
);
