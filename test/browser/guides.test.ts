import { globSync } from "node:fs";
import { join } from "node:path";
import { owner } from "../support/api.ts";
import { accessibilityProblems, visit, visitAs } from "./support/browser.ts";

/** The guides at /docs with their scripts, and the ways to them. */
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
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press("ArrowDown");
  expect(await first.evaluate((it) => it === document.activeElement)).toBe(true);
  await page.keyboard.press("Escape");
  await page.locator(".suggestions").waitFor({ state: "hidden" });
});

test("code is copied or selected, and the reference is dark on a dark device", async () => {
  const { page } = await visit("/docs/webhooks");
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Copy" }).first().click();
  await page.getByRole("button", { name: /Copied|Selected/ }).waitFor();
  await page.emulateMedia({ colorScheme: "dark" });
  await page.goto("/api/docs");
  await page.locator("html.dark-mode").waitFor();
  await page.getByRole("link", { name: "Guides" }).waitFor();
});

test("no page is wider than a phone", async () => {
  const { page } = await visit("/docs");
  const docs = join(import.meta.dirname, "../../docs");
  const paths = globSync("**/*.md", { cwd: docs }).filter((path) => !/^(adr\/|words|README)/.test(path));
  const wide: string[] = [];
  for (const path of paths) {
    await page.goto(`/docs/${path.replace(/\.md$/, "")}`);
    if (await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)) wide.push(path);
  }
  expect(wide).toEqual([]);
}, 120_000);

test("the sign-in page and the account menu lead to the guides", async () => {
  const { page } = await visit("/sign-in");
  expect(await page.getByRole("link", { name: "Help" }).getAttribute("href")).toBe("/docs");
  const mine = await visitAs(await owner(), "/", { viewport: { width: 1440, height: 900 } });
  await mine.page.getByRole("button", { name: "Account menu" }).click();
  const opened = mine.context.waitForEvent("page");
  await mine.page.getByRole("menuitem", { name: "Help" }).click();
  const guides = await opened;
  expect(new URL(guides.url()).pathname).toBe("/docs");
  await guides.close();
});
