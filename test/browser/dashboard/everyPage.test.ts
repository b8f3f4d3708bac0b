import { type Owner, owner } from "../../support/api.ts";
import { eventually } from "../../support/eventually.ts";
import { problemsDayAndNight, visitAs } from "../support/browser.ts";
import { dashboardPages, makeScene, openPage, type Scene } from "./pages.ts";

/** What holds for each page of the dashboard; complaints of the console and of its policy fail any test (support/browser.ts). */
let me: Owner;
let scene: Scene;
beforeAll(async () => {
  me = await owner();
  scene = await makeScene(me);
});

// one visit for all pages: each visit of its own compiles the same code anew
const everyPage = 300_000;

test(
  "each fits a phone of 360 px, and is without faults by day and at night",
  async () => {
    const { page } = await visitAs(me, null, { viewport: { width: 360, height: 740 } });
    for (const dashboardPage of dashboardPages) {
      const { name } = dashboardPage;
      await openPage(page, dashboardPage, scene);
      expect([name, await page.evaluate(() => document.documentElement.scrollWidth)]).toEqual([name, 360]);
      const tabs = page.getByRole("navigation", { name: "Pages of this form" });
      for (const tab of await tabs.locator("[aria-current]").all()) {
        // it is scrolled there once the form is loaded, which the heading of most pages does not wait for
        await eventually(async () => {
          const box = await tab.boundingBox();
          expect([name, (box?.x ?? 360) + (box?.width ?? 0) <= 360]).toEqual([name, true]);
        });
      }
      expect([name, await problemsDayAndNight(page)]).toEqual([name, []]);
    }
  },
  everyPage,
);

test(
  "where the service fails, that is said, and another try brings all of the page",
  async () => {
    const { page, context, expect: expectComplaint } = await visitAs(me, null);
    expectComplaint(/status of 500/);
    const failing = /\/api\/(?!auth)/;
    for (const dashboardPage of dashboardPages) {
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
    }
  },
  everyPage,
);
