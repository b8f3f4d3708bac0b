import axe, { type RunOptions } from "axe-core";
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { baseUrl, type Owner } from "../../support/api.ts";
import { launchChromium } from "./chromium.ts";

/**
 * Pages in a Chromium of the test file's own: to share one, Playwright would pass all messages on through another process.
 * Whatever a page complains of fails its test: errors, what its policy blocked, requests to anybody but the product. Nothing
 * is looked for but by its role and name, and nothing waits for a time to pass.
 */
export interface Visit {
  page: Page;
  context: BrowserContext;
  /** Complaints that match are what the test is about. */
  expect(complaint: RegExp): void;
}

let launched: Promise<Browser> | undefined;
let visits: { context: BrowserContext; complaints: string[]; expected: RegExp[] }[] = [];

afterEach(async () => {
  const complaints = visits.flatMap(({ complaints, expected }) =>
    complaints.filter((complaint) => !expected.some((pattern) => pattern.test(complaint))),
  );
  await Promise.all(visits.map(({ context }) => context.close()));
  visits = [];
  if (complaints.length > 0) throw new Error(`The page complained:\n${complaints.join("\n")}`);
});

afterAll(async () => {
  await (await launched)?.close();
  launched = undefined;
});

/** A new visitor, with nothing kept. */
export async function visit(path: string | null, options: BrowserContextOptions = {}): Promise<Visit> {
  launched ??= launchChromium();
  const browser = await launched;
  const context = await browser.newContext({ baseURL: baseUrl(), viewport: { width: 390, height: 844 }, ...options });
  context.setDefaultTimeout(30_000);
  const complaints: string[] = [];
  const expected: RegExp[] = [];
  visits.push({ context, complaints, expected });
  listen(context, complaints, new URL(options.baseURL ?? baseUrl()).origin);
  const page = await context.newPage();
  if (path !== null) await page.goto(path);
  return { page, context, expect: (complaint) => expected.push(complaint) };
}

/** The dashboard, as this owner has signed in to it. */
export async function visitAs(
  { cookie }: Owner,
  path: string | null,
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const visited = await visit(null, options);
  const [name = "", value = ""] = cookie.split(/=(.*)/s);
  await visited.context.addCookies([{ name, value, url: baseUrl() }]);
  if (path !== null) await visited.page.goto(path);
  return visited;
}

function listen(context: BrowserContext, complaints: string[], own: string): void {
  context.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning")
      complaints.push(`${message.text()} (${message.location().url})`);
  });
  context.on("weberror", (error) => complaints.push(String(error.error())));
  context.on("request", (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== own && protocol.startsWith("http")) complaints.push(`a request to ${request.url()}`);
  });
}

declare global {
  interface Window {
    axe: typeof axe;
  }
}

/** Rules that a page's colours alone decide: what another colour scheme may break. */
const colorRules = ["color-contrast", "link-in-text-block"];
const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** What breaks WCAG 2.2 AA, as far as axe can tell; empty where nothing does. What a frame shows is another page. */
export const accessibilityProblems = (page: Page): Promise<string[]> => problems(page, { type: "tag", values: tags });

/** The same, and what else the page breaks at night: nothing but its colours is other then. */
export async function problemsDayAndNight(page: Page): Promise<string[]> {
  const byDay = await accessibilityProblems(page);
  await page.emulateMedia({ colorScheme: "dark" });
  const atNight = await problems(page, { type: "rule", values: colorRules });
  await page.emulateMedia({ colorScheme: "light" });
  return [...byDay, ...atNight];
}

/** axe's 650 kB are brought to a page once. What is not reported, as selectors and passes, is not made either. */
async function problems(page: Page, runOnly: RunOptions["runOnly"]): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(`${axe.source}; undefined`);
  const options: RunOptions = { runOnly, resultTypes: ["violations"], iframes: false, selectors: false };
  const violations = await page.evaluate(async (it) => (await window.axe.run(it)).violations, options);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}
