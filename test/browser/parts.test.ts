import { join } from "node:path";
import { baseUrl } from "../support/api.ts";
import { runFolder } from "../support/run.ts";
import { buildGallery, openGallery } from "./gallery/open.ts";
import { accessibilityProblems, visit } from "./support/browser.ts";

/** The parts of services/web/ui, as their gallery shows them. */
const folder = join(runFolder(), "parts");
beforeAll(() => buildGallery(folder, "parts"));

it.each([
  ["light", 1440],
  ["dark", 360],
] as const)("shows every part without accessibility problems, %s at %i px", async (colorScheme, width) => {
  const { page } = await visit(null);
  await page.setViewportSize({ width, height: 900 });
  await page.emulateMedia({ colorScheme });
  await openGallery(page, folder, `${baseUrl()}/parts/`);
  await page.getByRole("heading", { name: "Pathform" }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
  await page.getByRole("button", { name: "Row menu" }).click();
  await page.getByRole("menuitem", { name: "Duplicate" }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Open dialog" }).click();
  await page.getByRole("dialog", { name: "Delete “Lunch”?" }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

it("draws what is off as off: a radio is round, and a switch has a track and a knob", async () => {
  const { page } = await visit(null);
  await openGallery(page, folder, `${baseUrl()}/parts/`);
  const off = page.getByRole("switch", { name: "Off", exact: true });
  const look = await off.evaluate((input) => {
    const knob = getComputedStyle(input, "::before");
    return [getComputedStyle(input).backgroundColor, getComputedStyle(input).inlineSize, knob.inlineSize];
  });
  // --control
  expect(look).toEqual(["rgb(139, 137, 159)", "34px", "16px"]);
  const radio = page.getByRole("radio", { name: "Canvas" });
  expect(await radio.evaluate((input) => getComputedStyle(input).borderRadius)).toBe("50%");
});
