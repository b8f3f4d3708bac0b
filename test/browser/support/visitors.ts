import type { Browser, BrowserContext, BrowserContextOptions, CDPSession, Page, Request } from "playwright-core";
import { launchChromium } from "./chromium.ts";

/**
 * Visitors, each a Chromium context with its page. A new one compiles the dashboard again, which is most of a visit's cost,
 * so tests return visitors for reuse, with nothing left but the cache. This module and Chromium stay loaded for all test
 * files of a process (test/support/runner/modules.mts).
 */
export interface Visitor {
  context: BrowserContext;
  page: Page;
  /** initial options, such as window size and allowed origins */
  options: BrowserContextOptions;
  devtools: CDPSession;
  /** requests without a response yet */
  pending: Set<Request>;
  /** Its context has changes that can't be undone. */
  isSpent: boolean;
}

let launched: Promise<Browser> | undefined;
let idle: Visitor[] = [];
/** Maximum number of idle visitors. Each holds a process. */
const idleLimit = 4;

const sessions = new WeakMap<Page, CDPSession>();
const compiled = new WeakMap<CDPSession, Map<string, string>>();

/** Runs a script in a page, compiled once per visitor, because the page's process stays. */
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

/** Takes a visitor without stored data. `isNew`: also without a cache. */
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
  const visitor = { context, page, options, devtools, pending: new Set<Request>(), isSpent: isNew };
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

/** Records changes to a context that can't be undone. */
function noteWhatLasts(visitor: Visitor): void {
  const { context, page } = visitor;
  const targets: [object, string[]][] = [
    [context, ["addInitScript", "exposeFunction", "grantPermissions", "newCDPSession"]],
    [page, ["addInitScript", "exposeFunction"]],
    [context.clock, ["install", "setFixedTime", "pauseAt"]],
  ];
  for (const [target, names] of targets) {
    const methods = target as Record<string, (...parameters: unknown[]) => unknown>;
    for (const name of names) {
      const method = methods[name]?.bind(target);
      if (!method) throw new Error(`Playwright no longer has ${name}.`);
      methods[name] = (...parameters) => {
        visitor.isSpent = true;
        return method(...parameters);
      };
    }
  }
}

/** Returns a visitor for reuse. */
export async function giveBack(visitor: Visitor): Promise<void> {
  const isFine = !visitor.isSpent && (await leave(visitor).catch(() => false));
  if (isFine) idle.push(visitor);
  else await visitor.context.close();
  if (idle.length > idleLimit) await idle.shift()?.context.close();
}

/** Undoes what a test did to a context and its page. Returns false if a page is gone. */
async function leave({ context, page, options, pending }: Visitor): Promise<boolean> {
  if (page.isClosed()) return false;
  // first, because a page retries failed requests once it is back online
  for (const event of ["dialog", "filechooser", "request"] as const) page.removeAllListeners(event);
  await Promise.all([context, page].map((it) => it.unrouteAll({ behavior: "ignoreErrors" })));
  await context.setOffline(false);
  await Promise.all(context.pages().map((it) => it !== page && it.close()));
  await page.goto("about:blank");
  const { colorScheme = "light", forcedColors = "none" } = options;
  await page.emulateMedia({ colorScheme, forcedColors });
  if (options.viewport) await page.setViewportSize(options.viewport);
  // a response in flight could still set a cookie
  return pending.size === 0;
}

async function forget({ context, options, devtools }: Visitor): Promise<void> {
  await context.clearCookies();
  const kept = { origin: new URL(options.baseURL ?? "").origin, storageTypes: "local_storage,indexeddb,cache_storage" };
  await devtools.send("Storage.clearDataForOrigin", kept);
  await devtools.send("Page.resetNavigationHistory");
}
