import axe, { type RunOptions } from "axe-core";
import type { BrowserContext, BrowserContextOptions, ConsoleMessage, Page, Request, WebError } from "playwright-core";
import { baseUrl, type Owner } from "../../support/api.ts";
import { eventually } from "../../support/eventually.ts";
import { giveBack, runProgram, takeVisitor, type Visitor } from "./visitors.ts";

/**
 * Pages in a Chromium of the test process, because a shared one would pass all messages through another process. Any
 * complaint of a page fails its test: errors, policy violations, requests to other servers. Tests find elements by role and
 * name, and never wait for a fixed time.
 */
export interface Visit {
  page: Page;
  context: BrowserContext;
  /** Allows complaints that match. */
  expect(complaint: RegExp): void;
  /** Waits until the page asks for nothing. Names the requests that it still waits for if that takes too long. */
  idle(): Promise<void>;
  /** Deletes the cookies while no request is in flight, because each response renews the sign-in. */
  loseSignIn(): Promise<void>;
}
export interface VisitOptions extends BrowserContextOptions {
  /** uses a browser without a cache */
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

/** Opens a page as a new visitor. */
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
    async idle() {
      const left = () => [...visitor.pending].map((request) => request.url());
      await page.waitForLoadState("networkidle").catch((error: Error) => {
        throw new Error(`${page.url()} waits for ${left().join(", ") || "nothing"}`, { cause: error });
      });
    },
    async loseSignIn() {
      await eventually(() => expect(visitor.pending.size).toBe(0));
      await context.clearCookies();
    },
  };
}

/** Opens the dashboard signed in as this owner. */
export async function visitAs(
  { cookie }: Pick<Owner, "cookie">,
  path: string | null,
  options: VisitOptions = {},
): Promise<Visit> {
  const visited = await visit(null, options);
  const [name = "", value = ""] = cookie.split(/=(.*)/s);
  await visited.context.addCookies([{ name, value, url: baseUrl() }]);
  if (path !== null) await visited.page.goto(path);
  return visited;
}

/** Chromium's note on each preview, whose frame is sandboxed against navigation only: it runs this server's own page. */
const sandboxNote = "An iframe which has both allow-scripts and allow-same-origin";

/** Collects complaints until the returned function is called. */
function listen(context: BrowserContext, complaints: string[], own: string): () => void {
  const onConsole = (message: ConsoleMessage) => {
    if (message.text().includes(sandboxNote)) return;
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

/** Rules that depend only on colors, so another color scheme may break them. */
const colorRules = ["color-contrast", "link-in-text-block"];
const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** Returns violations of WCAG 2.2 AA that axe finds. Leaves out frames, because they are other pages. */
export const accessibilityProblems = (page: Page): Promise<string[]> => problems(page, { type: "tag", values: tags });

/** The same, plus the color rules in dark mode. */
export async function problemsDayAndNight(page: Page): Promise<string[]> {
  const byDay = await accessibilityProblems(page);
  await page.emulateMedia({ colorScheme: "dark" });
  const atNight = await problems(page, { type: "rule", values: colorRules });
  await page.emulateMedia({ colorScheme: "light" });
  return [...byDay, ...atNight];
}

/** Injects axe (650 kB) once per page. Leaves out results that aren't reported. */
async function problems(page: Page, runOnly: RunOptions["runOnly"]): Promise<string[]> {
  if (!(await page.evaluate(() => "axe" in window))) await runProgram(page, `${axe.source}; undefined`);
  // waits for color transitions; animations by scrolling never end
  await page.evaluate(async () => {
    const timed = document.getAnimations().filter(({ timeline }) => timeline === document.timeline);
    const finite = timed.filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity);
    await Promise.allSettled(finite.map(({ finished }) => finished));
  });
  const options: RunOptions = { runOnly, resultTypes: ["violations"], iframes: false, selectors: false };
  const violations = await page.evaluate(async (it) => (await window.axe.run(it)).violations, options);
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary}`),
  );
}
