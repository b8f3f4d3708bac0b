import { accessibilityProblems, visit } from "../support/browser.ts";

/** What is around the pages of the dashboard. */
test.each(["light", "dark"] as const)(
  "a page has its heading and its navigation, without faults (%s)",
  async (scheme) => {
    const { page } = await visit("/", { colorScheme: scheme });
    await page.getByRole("heading", { name: "Forms", level: 1 }).waitFor();
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Forms" }).waitFor();
    expect(await page.title()).toBe("Forms · Pathform");
    expect(await accessibilityProblems(page)).toEqual([]);
  },
);

test("an address without a page says so, and leads to one", async () => {
  const { page } = await visit("/settings/none");
  await page.getByRole("heading", { name: "There is no such page" }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("link", { name: "To your forms" }).click();
  await page.getByRole("heading", { name: "Forms", level: 1 }).waitFor();
});
