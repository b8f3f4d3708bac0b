import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page } from "playwright-core";
import { launchChromium } from "./chromium.ts";

/**
 * Those who visit pages, each a context of Chromium with its page. A new one compiles the dashboard anew, which is most of
 * what a visit costs: so whoever is done with one gives it back, and the next who wants one like it finds nothing in it but
 * what the browser has cached. This module stays while a process runs one test file after the other
 * (test/support/runner/modules.mts), and with it Chromium, which ends with the process.
 */
export interface Visitor {
  context: BrowserContext;
  page: Page;
  /** where it may go, how large its window is: what it began with */
  options: BrowserContextOptions;
  devtools: CDPSession;
  /** of requests that nothing has come of so far */
  pending: Set<unknown>;
  /** There is something in its context that lasts as long as that does. */
  isSpent: boolean;
}

let launched: Promise<Browser> | undefined;
let idle: Visitor[] = [];
/** Each holds a process. */
const idleLimit = 4;

const sessions = new WeakMap<Page, CDPSession>();
const compiled = new WeakMap<CDPSession, Map<string, string>>();

/** Runs a program in a page, and compiles it once for all that its visitor looks at: the process of the page stays. */
export async function runProgram(page: Page, program: string): Promise<void> {
  const devtools = sessions.get(page);
  if (!devtools) return page.evaluate(program);
  const known = compiled.get(devtools) ?? new Map<string, string>();
  compiled.set(devtools, known);
  const scriptId = known.get(program);
  const isRun = scriptId !== undefined && (await run(devtools, scriptId).catch(() => false));
  if (isRun) return;
  await devtools.send("Runtime.enable");
  const script = { expression: program, sourceURL: "", persistScript: true };
  const made = await devtools.send("Runtime.compileScript", script);
  if (!made.scriptId) throw new Error(`The program cannot be compiled: ${made.exceptionDetails?.text}`);
  known.set(program, made.scriptId);
  await run(devtools, made.scriptId);
}

async function run(devtools: CDPSession, scriptId: string): Promise<true> {
  const { exceptionDetails } = await devtools.send("Runtime.runScript", { scriptId, returnByValue: true });
  if (exceptionDetails) throw new Error(exceptionDetails.text);
  return true;
}

/** A visitor with nothing kept; `isNew` is one whose browser has cached nothing either. */
export async function takeVisitor(options: BrowserContextOptions, isNew: boolean): Promise<Visitor> {
  const wanted = JSON.stringify(options);
  const found = isNew ? undefined : idle.find((visitor) => JSON.stringify(visitor.options) === wanted);
  if (!found) return newVisitor(options, isNew);
  idle = idle.filter((visitor) => visitor !== found);
  await forget(found);
  return found;
}

async function newVisitor(options: BrowserContextOptions, isNew: boolean): Promise<Visitor> {
  launched ??= launchChromium();
  const context = await (await launched).newContext(options);
  context.setDefaultTimeout(30_000);
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  const visitor = { context, page, options, devtools, pending: new Set(), isSpent: isNew };
  context.on("request", (request) => visitor.pending.add(request));
  for (const end of ["requestfinished", "requestfailed"] as const)
    context.on(end as "requestfinished", (request) => visitor.pending.delete(request));
  sessions.set(page, devtools);
  noteWhatLasts(visitor);
  page.once("crash", () => {
    visitor.isSpent = true;
  });
  return visitor;
}

/** What nothing takes out of a context again. */
function noteWhatLasts(visitor: Visitor): void {
  const { context, page } = visitor;
  const places: [object, string[]][] = [
    [context, ["addInitScript", "exposeFunction", "grantPermissions", "newCDPSession"]],
    [page, ["addInitScript", "exposeFunction"]],
    [context.clock, ["install", "setFixedTime", "pauseAt"]],
  ];
  for (const [place, names] of places) {
    const methods = place as Record<string, (...parameters: unknown[]) => unknown>;
    for (const name of names) {
      const method = methods[name]?.bind(place);
      if (!method) throw new Error(`Playwright has no ${name} any more.`);
      methods[name] = (...parameters) => {
        visitor.isSpent = true;
        return method(...parameters);
      };
    }
  }
}

/** For the next one. */
export async function giveBack(visitor: Visitor): Promise<void> {
  const isFine = !visitor.isSpent && (await leave(visitor).catch(() => false));
  if (isFine) idle.push(visitor);
  else await visitor.context.close();
  if (idle.length > idleLimit) await idle.shift()?.context.close();
}

/** All that a test has done to a context and its page is undone; false where a page has gone. */
async function leave({ context, page, options, pending }: Visitor): Promise<boolean> {
  if (page.isClosed()) return false;
  // first: once it has a network again, a page asks once more for what it could not get
  for (const event of ["dialog", "filechooser", "request"] as const) page.removeAllListeners(event);
  await Promise.all([context, page].map((it) => it.unrouteAll({ behavior: "ignoreErrors" })));
  await context.setOffline(false);
  await Promise.all(context.pages().map((it) => it !== page && it.close()));
  await page.goto("about:blank");
  const { colorScheme = "light", forcedColors = "none" } = options;
  await page.emulateMedia({ colorScheme, forcedColors });
  if (options.viewport) await page.setViewportSize(options.viewport);
  // an answer on its way could still set a cookie
  return pending.size === 0;
}

async function forget({ context, options, devtools }: Visitor): Promise<void> {
  await context.clearCookies();
  const kept = { origin: new URL(options.baseURL ?? "").origin, storageTypes: "local_storage,indexeddb,cache_storage" };
  await devtools.send("Storage.clearDataForOrigin", kept);
  await devtools.send("Page.resetNavigationHistory");
}
