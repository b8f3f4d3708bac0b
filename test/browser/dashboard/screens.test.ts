import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { owner } from "../../support/api.ts";
import { eventually } from "../../support/eventually.ts";
import { visitAs } from "../support/browser.ts";
import { dashboardPages, desktop, makeScene, opened, openPage, shownBy } from "./pages.ts";

/** The screenshots of the guides show the pages as they are (npm run screens). */
const screens = join(import.meta.dirname, "../../../docs/screens");

test("the screenshots show every page as it is", async () => {
  const me = await owner();
  const scene = await makeScene(me);
  const { page } = await visitAs(me, null, { viewport: desktop });
  const shown: Record<string, string> = {};
  const recorded = JSON.parse(readFileSync(join(screens, "shown.json"), "utf8"));
  for (const one of dashboardPages) {
    await openPage(page, one, scene);
    await page.waitForLoadState("networkidle");
    // under load, a page's parts can come later
    await eventually(async () => expect(await shownBy(page)).toBe(recorded[one.name]), 5).catch(() => undefined);
    shown[one.name] = await shownBy(page);
  }
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
