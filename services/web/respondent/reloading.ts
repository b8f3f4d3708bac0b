import { backoffMs } from "../../../shared/domain/backoff.ts";

const pauses = { first: 2_000, longest: 30_000 };

/** Retries until loaded. If the files may belong to another build than the gateway's (docs/adr/0007), reloads the page. */
export async function untilLoaded<T>(load: () => Promise<T>, mayReload: () => boolean): Promise<T> {
  for (let failures = 1; ; failures += 1) {
    try {
      return await load();
    } catch {
      await pause(failures);
      // at most once: another reload wouldn't help
      if (failures > 1 && !wasReloaded() && mayReload() && (await hasPage())) location.reload();
    }
  }
}

/** Reloads a page that couldn't be rendered once the service has it. */
export async function reloadWhenServed(): Promise<void> {
  for (let failures = 1; ; failures += 1) {
    await pause(failures);
    if (await hasPage()) return location.reload();
  }
}

/** True if the service can serve this page now. A 404 counts, because it is a page too. */
async function hasPage(): Promise<boolean> {
  const asked = fetch(location.href, { method: "HEAD", credentials: "omit", cache: "no-store" });
  return asked.then(({ status }) => status === 200 || status === 404).catch(() => false);
}

const wasReloaded = (): boolean =>
  performance.getEntriesByType("navigation").some((entry) => (entry as PerformanceNavigationTiming).type === "reload");

const pause = (failures: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, backoffMs(failures, pauses, Math.random())));
