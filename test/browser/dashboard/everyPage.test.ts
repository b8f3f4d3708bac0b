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
