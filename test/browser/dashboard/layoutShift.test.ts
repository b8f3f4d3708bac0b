import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { crc32 } from "node:zlib";
import type { Page } from "playwright-core";
import { type Owner, owner } from "../../support/api.ts";
import { visitAs } from "../support/browser.ts";
import { dashboardPages, makeScene, type Scene } from "./pages.ts";

/** Pages keep their places while their data arrives after 300 ms. */
const latency = 300;
/** Sum of the scores of layout shifts (web-vitals CLS) */
const limit = 0.05;
/** It is asked for early, and must come after the form to be late. */
const early = "dashboard/builder/list/listView.tsx";
/** ms by path. Parts of a page that load on demand arrive in another order than they are asked for, the same one in each run. */
const latencies = new Map(
  Object.values<{ src?: string; file: string }>(
    JSON.parse(readFileSync(join(import.meta.dirname, "../../../services/web/dist/dashboard.json"), "utf8")),
  ).map(({ src = "", file }) => [`/${file}`, src === early ? 1_500 : crc32(src) % 400]),
);
let me: Owner;
let scene: Scene;
beforeAll(async () => {
  me = await owner();
  scene = await makeScene(me);
});

interface Shift {
  value: number;
  /** beginnings of elements that moved */
  moved: string[];
}

declare global {
  interface Window {
    layoutShifts: Shift[];
  }
}

test.each([
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
])(
  "no page moves while it loads, $width px wide",
  async (viewport) => {
    const { page, context, idle } = await visitAs(me, null, { viewport });
    await context.route(/\/api\/|\.js$/, async (route) => {
      await sleep(latencies.get(new URL(route.request().url()).pathname) ?? latency);
      // the page may be gone
      await route.continue().catch(() => undefined);
    });
    await observeShifts(page);
    const found: string[] = [];
    for (const { name, path } of dashboardPages) {
      await page.goto(path(scene));
      await page.getByRole("heading", { level: 1 }).first().waitFor();
      await page.getByText("Loading…").first().waitFor({ state: "detached" });
      await idle();
      const shifts = await page.evaluate(() => window.layoutShifts);
      const sum = shifts.reduce((total, { value }) => total + value, 0);
      if (sum > limit) found.push(`${name}: ${sum.toFixed(3)}`, ...shifts.flatMap(({ moved }) => moved));
    }
    expect(found).toEqual([]);
  },
  300_000,
);

const observeShifts = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    interface Entry extends PerformanceEntry {
      value: number;
      hadRecentInput: boolean;
      sources: { node: Element | null; previousRect: DOMRect; currentRect: DOMRect }[];
    }
    window.layoutShifts = [];
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Entry[]) {
        if (hadRecentInput) continue;
        const moved = sources.map(
          ({ node, previousRect: was, currentRect: is }) =>
            `${Math.round(was.y)}+${Math.round(was.height)} to ${Math.round(is.y)}+${Math.round(is.height)}: ${node?.textContent?.slice(0, 60) ?? ""}`,
        );
        window.layoutShifts.push({ value, moved });
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
