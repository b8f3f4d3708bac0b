import axe, { type RunOptions } from "axe-core";
import type { BrowserContext, BrowserContextOptions, ConsoleMessage, Page, Request, WebError } from "playwright-core";
import { baseUrl, type Owner } from "../../support/api.ts";
import { eventually } from "../../support/eventually.ts";
import { giveBack, runProgram, takeVisitor, type Visitor } from "./visitors.ts";

/**
 * Pages in a Chromium of the test process's own: to share one, Playwright would pass all messages on through another process.
 * Whatever a page complains of fails its test: errors, what its policy blocked, requests to anybody but the product. Nothing
 * is looked for but by its role and name, and nothing waits for a time to pass.
 */
export interface Visit {
  page: Page;
  context: BrowserContext;
  /** Complaints that match are what the test is about. */
  expect(complaint: RegExp): void;
  /** Its cookies are gone, while no answer is on its way: each renews the sign-in, and would bring it back. */
  loseSignIn(): Promise<void>;
}
export interface VisitOptions extends BrowserContextOptions {
  /** in a browser that has cached nothing */
  isNew?: boolean;
}

let visits: { visitor: Visitor; stopListening(): void; complaints: string[]; expected: RegExp[] }[] = [];

afterEach(async () => {
  const ended = visits;
  visits = [];
  for (const { stopListening } of ended) stopListening();
  await Promise.all(ended.map(({ visitor }) => giveBack(visitor)));
  const complaints = ended.flatMap(({ complaints, expected }) =>
    complaints.filter((complaint) => !expected.some((pattern) => pattern.test(complaint))),
  );
  if (complaints.length > 0) throw new Error(`The page complained:\n${complaints.join("\n")}`);
});

/** A visitor with nothing kept. */
export async function visit(path: string | null, { isNew = false, ...options }: VisitOptions = {}): Promise<Visit> {
  const wanted = { baseURL: baseUrl(), viewport: { width: 390, height: 844 }, ...options };
  const visitor = await takeVisitor(wanted, isNew);
  const { context, page } = visitor;
  const complaints: string[] = [];
  const expected: RegExp[] = [];
  const stopListening = listen(context, complaints, new URL(wanted.baseURL).origin);
  visits.push({ visitor, stopListening, complaints, expected });
  if (path !== null) await page.goto(path);
  return {
    page,
    context,
    expect: (complaint) => expected.push(complaint),
    async loseSignIn() {
      await eventually(() => expect(visitor.pending.size).toBe(0));
      await context.clearCookies();
    },
  };
}

/** The dashboard, as this owner has signed in to it. */
export async function visitAs({ cookie }: Owner, path: string | null, options: VisitOptions = {}): Promise<Visit> {
  const visited = await visit(null, options);
  const [name = "", value = ""] = cookie.split(/=(.*)/s);
  await visited.context.addCookies([{ name, value, url: baseUrl() }]);
  if (path !== null) await visited.page.goto(path);
  return visited;
}

/** Until what it gives is called. */
function listen(context: BrowserContext, complaints: string[], own: string): () => void {
  const onConsole = (message: ConsoleMessage) => {
    if (message.type() === "error" || message.type() === "warning")
      complaints.push(`${message.text()} (${message.location().url})`);
  };
  const onError = (error: WebError) => complaints.push(String(error.error()));
  const onRequest = (request: Request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== own && protocol.startsWith("http")) complaints.push(`a request to ${request.url()}`);
  };
  context.on("console", onConsole).on("weberror", onError).on("request", onRequest);
  return () => context.off("console", onConsole).off("weberror", onError).off("request", onRequest);
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
  if (!(await page.evaluate(() => "axe" in window))) await runProgram(page, `${axe.source}; undefined`);
  // a color on its way to another is neither
  await page.evaluate(async () => {
    const finite = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(finite.map(({ finished }) => finished));
  });
  const options: RunOptions = { runOnly, resultTypes: ["violations"], iframes: false, selectors: false };
  const violations = await page.evaluate(async (it) => (await window.axe.run(it)).violations, options);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}
