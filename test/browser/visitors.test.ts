import type { BrowserContext } from "playwright-core";
import { eventually } from "../support/eventually.ts";
import { visit } from "./support/browser.ts";

/** Visitors in the same browser (support/visitors.ts) are isolated from each other. */
let first: BrowserContext;
/** The first visit has ended. Until then, the page may send requests. */
let isLeft = false;
const path = "/f/no-such-form";
const notFound = /status of 404/;

test("changes everything that a visitor can change", async () => {
  const { page, context, expect: expectComplaint } = await visit(path);
  expectComplaint(notFound);
  first = context;
  await context.addCookies([{ name: "left", value: "behind", url: page.url() }]);
  await page.evaluate(() => {
    localStorage.setItem("left", "behind");
    indexedDB.open("left");
    addEventListener("beforeunload", (event) => event.preventDefault());
  });
  await eventually(async () => expect(await databasesOf(page)).toHaveLength(1));
  await page.emulateMedia({ colorScheme: "dark", forcedColors: "active" });
  await page.setViewportSize({ width: 500, height: 500 });
  await context.route("**/left", (route) => route.fulfill({ body: "behind" }));
  await page.route("**/left", (route) => route.fulfill({ body: "behind" }));
  page.on("request", () => {
    if (isLeft) throw new Error("heard");
  });
  await context.newPage();
  await context.setOffline(true);
});

test("isolates the next visitor from those changes", async () => {
  isLeft = true;
  const { page, context, expect: expectComplaint } = await visit(path);
  expectComplaint(notFound);
  expect(context).toBe(first);
  const here = await page.evaluate(async () => ({
    cookies: document.cookie,
    storage: localStorage.length,
    width: innerWidth,
    isDark: matchMedia("(prefers-color-scheme: dark)").matches,
    isForced: matchMedia("(forced-colors: active)").matches,
    left: await (await fetch("/left")).text(),
    history: history.length,
  }));
  expect(here).toMatchObject({ cookies: "", storage: 0, width: 390, isDark: false, isForced: false });
  expect(here.left).not.toBe("behind");
  expect(here.history).toBeLessThanOrEqual(2);
  expect(await databasesOf(page)).toEqual([]);
  expect(context.pages()).toHaveLength(1);
  // lasts as long as the context
  await context.addInitScript("");
});

test("refuses further visitors after changes that can't be undone", async () => {
  const { page, context, expect: expectComplaint } = await visit(path);
  expectComplaint(notFound);
  expect(context).not.toBe(first);
  await page.close();
});

const databasesOf = (page: { evaluate<T>(run: () => T): Promise<Awaited<T>> }) =>
  page.evaluate(() => indexedDB.databases());
