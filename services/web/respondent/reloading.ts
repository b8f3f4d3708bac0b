import { backoffMs } from "../../../shared/domain/backoff.ts";

const pauses = { first: 2_000, longest: 30_000 };

/**
 * What is asked for until it is there. A network is away for a moment; or this page is of another build than the gateway
 * that is asked, which has only files of its own (docs/adr/0007): then the page is loaded again.
 */
export async function untilLoaded<T>(load: () => Promise<T>, mayReload: () => boolean): Promise<T> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await load();
    } catch {
      await pause(failures);
      // once: a page that has just been loaded would be no better for it
      if (failures > 1 && !wasReloaded() && mayReload() && (await hasPage())) location.reload();
    }
  }
}

/** In place of a page that could not be sent. */
export async function reloadWhenServed(): Promise<void> {
  for (let failures = 1; ; failures += 1) {
    await pause(failures);
    if (await hasPage()) return location.reload();
  }
}

/** Does the service have this page now? A 404 is one too: there is no such form any more. */
async function hasPage(): Promise<boolean> {
  const asked = fetch(location.href, { method: "HEAD", credentials: "omit", cache: "no-store" });
  return asked.then(({ status }) => status === 200 || status === 404).catch(() => false);
}

const wasReloaded = (): boolean =>
  performance.getEntriesByType("navigation").some((entry) => (entry as PerformanceNavigationTiming).type === "reload");

const pause = (failures: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, backoffMs(failures, pauses, Math.random())));
