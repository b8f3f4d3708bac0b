import type { Locator, Page } from "playwright-core";
import type { Owner } from "../../../support/api.ts";
import { node } from "../../../support/sampleGraphs.ts";
import { visitAs } from "../../support/browser.ts";

/** The builder as a list, found by roles and names. Shared by its tests. */
export const wide = { viewport: { width: 1280, height: 900 } };

/** Opens the form's list, and waits until it is complete. */
export async function openBuilder(me: Owner, slug: string, options: Parameters<typeof visitAs>[2] = wide) {
  const visited = await visitAs(me, `/forms/${slug}/build?view=list`, options);
  await visited.page.getByRole("button", { name: "Publish" }).waitFor();
  // also what loads beside the list, such as the inspector
  await visited.page.waitForLoadState("networkidle");
  return visited;
}

export const saved = (page: Page, text = "Saved") =>
  page.getByRole("status", { name: "Saving" }).filter({ hasText: text }).waitFor();

export const row = (page: Page, name: RegExp) =>
  page.getByRole("grid", { name: "Questions and screens" }).getByRole("row", { name });

/** Moves the focus by the tab key, forward or backward. */
export async function goTo(page: Page, target: Locator, key: "Tab" | "Shift+Tab" = "Tab"): Promise<void> {
  await target.waitFor();
  for (let presses = 0; presses < 150; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${target} is not reached by ${key}`);
}

/** Moves between rows by the arrow keys. The list is one tab stop. */
export async function goToRow(page: Page, target: Locator): Promise<void> {
  const list = page.getByRole("grid", { name: "Questions and screens" });
  const isThere = () => list.evaluate((element) => element.contains(document.activeElement));
  for (let presses = 0; presses < 50 && !(await isThere()); presses++) await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("Home");
  for (let presses = 0; presses < 50; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("ArrowDown");
  }
  throw new Error(`${target} is not reached by the arrows`);
}

/** Three questions of the same type. */
export const letters = ["a", "b", "c"].map((id) => node(id, "short_text"));
