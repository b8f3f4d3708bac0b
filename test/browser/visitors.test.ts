import type { BrowserContext } from "playwright-core";
import { eventually } from "../support/eventually.ts";
import { visit } from "./support/browser.ts";

/** Whoever comes after somebody else in the same browser (support/visitors.ts) finds nothing of theirs. */
let first: BrowserContext;
const place = "/f/no-such-form";
const notFound = /status of 404/;

test("somebody leaves what they can behind", async () => {
  const { page, context, expect: expectComplaint } = await visit(place);
  expectComplaint(notFound);
  first = context;
  await context.addCookies([{ name: "left", value: "behind", url: page.url() }]);
  await page.evaluate(() => {
    localStorage.setItem("left", "behind");
    indexedDB.open("left");
    addEventListener("beforeunload", (event) => event.preventDefault());
  });
  await eventually(async () => expect(await databasesOf(page)).toHaveLength(1));
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize({ width: 500, height: 500 });
  await context.route("**/left", (route) => route.fulfill({ body: "behind" }));
  await page.route("**/left", (route) => route.fulfill({ body: "behind" }));
  page.on("request", () => {
    throw new Error("heard");
  });
  await context.newPage();
  await context.grantPermissions(["clipboard-read"]);
  await (await context.newCDPSession(page)).send("Emulation.setTimezoneOverride", { timezoneId: "Asia/Tokyo" });
  await context.setOffline(true);
});

test("the next one finds nothing of it", async () => {
  const { page, context, expect: expectComplaint } = await visit(place);
  expectComplaint(notFound);
  expect(context === first).toBe(true);
  const here = await page.evaluate(async () => ({
    cookies: document.cookie,
    storage: localStorage.length,
    width: innerWidth,
    isDark: matchMedia("(prefers-color-scheme: dark)").matches,
    left: await (await fetch("/left")).text(),
    history: history.length,
    clipboard: (await navigator.permissions.query({ name: "clipboard-read" as PermissionName })).state,
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  }));
  expect(here).toMatchObject({ cookies: "", storage: 0, width: 390, isDark: false });
  expect(here.left).not.toBe("behind");
  expect(here.clipboard).not.toBe("granted");
  expect(here.timeZone).not.toBe("Asia/Tokyo");
  expect(here.history).toBeLessThanOrEqual(2);
  expect(await databasesOf(page)).toEqual([]);
  expect(context.pages()).toHaveLength(1);
});

test("who comes next has the window and the colors that they asked for, in each of their pages", async () => {
  const viewport = { width: 700, height: 300 };
  const {
    page,
    context,
    expect: expectComplaint,
  } = await visit(place, { viewport, colorScheme: "dark", forcedColors: "active" });
  expectComplaint(notFound);
  expect(context === first).toBe(true);
  const other = await context.newPage();
  await other.goto(place);
  for (const each of [page, other])
    expect(await each.evaluate(lookOfPage)).toEqual({ width: 700, isDark: true, isForced: true });
  // stays for as long as the context
  await context.addInitScript("");
});

test("nobody comes after somebody who left what cannot be taken away", async () => {
  const { page, context, expect: expectComplaint } = await visit(place);
  expectComplaint(notFound);
  expect(context === first).toBe(false);
  await page.close();
});

const databasesOf = (page: { evaluate<T>(run: () => T): Promise<Awaited<T>> }) =>
  page.evaluate(() => indexedDB.databases());

const lookOfPage = () => ({
  width: innerWidth,
  isDark: matchMedia("(prefers-color-scheme: dark)").matches,
  isForced: matchMedia("(forced-colors: active)").matches,
});
