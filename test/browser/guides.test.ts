import { visit } from "./support/browser.ts";

/** Scripts of the guides at /docs. */
test("results follow while typing, with arrows and Escape", async () => {
  const { page } = await visit("/docs");
  const requested: string[] = [];
  page.on("request", (request) => requested.push(new URL(request.url()).pathname));
  const input = page.getByRole("searchbox", { name: "Search the guides" });
  await page.keyboard.press("/");
  expect(await input.evaluate((it) => it === document.activeElement)).toBe(true);
  expect(requested).toEqual([]);
  await input.pressSequentially("recoveri codes");
  const first = page.locator(".suggestions a").first();
  await first.waitFor();
  expect(requested).toEqual(expect.arrayContaining(["/docs/search.js", "/docs/sections"]));
  expect(await first.getAttribute("href")).toMatch(/^\/docs\/guide\/security/);
  await page.keyboard.press("ArrowDown");
  expect(await first.evaluate((it) => it === document.activeElement)).toBe(true);
  await page.keyboard.press("Escape");
  await page.locator(".suggestions").waitFor({ state: "hidden" });
});

test("code is copied or selected, and the reference is dark on a dark device", async () => {
  const { page } = await visit("/docs/webhooks");
  await page.getByRole("button", { name: "Copy" }).first().click();
  await page.getByRole("button", { name: /Copied|Selected/ }).waitFor();
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/api/docs");
  await page.locator("html.dark-mode").waitFor();
  await page.getByRole("link", { name: "Guides" }).waitFor();
});
