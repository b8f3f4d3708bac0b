import { Gauge } from "prom-client";
import type { Log } from "../database/open.ts";
import { registry } from "../ops/registry.ts";
import { readForScrapes } from "../ops/scrapedGauges.ts";
import { type FileStore, isStoreFull } from "./store.ts";

/** ms between two warnings of a process. */
const warnInterval = 60_000;
/** ms after the last refused file until the store no longer counts as full. */
const staleAfter = 10 * 60_000;

/** Times (`performance.now()`) of the last file that didn't fit, until one is stored. */
let fullAt: number | undefined;
let warnedAt = Number.NEGATIVE_INFINITY;

new Gauge({
  name: "pathform_file_store_full",
  help: "1 if the file store refused a file as full within ten minutes, and took none since",
  registers: [registry],
  collect() {
    this.set(fullAt !== undefined && performance.now() - fullAt < staleAfter ? 1 : 0);
  },
});

/** Returns the store, with a warning once a minute while it is full, and with metrics of that and of a directory's free space. */
export function watchStore(store: FileStore, log: Pick<Log, "warn">): FileStore {
  const { freeBytes } = store;
  if (freeBytes) {
    readForScrapes({
      name: "files",
      gauges: { pathform_file_store_free_bytes: "Free space on the disk of UPLOADS, if it is a directory" },
      read: async () => ({ pathform_file_store_free_bytes: await freeBytes() }),
    });
  }
  return {
    ...store,
    async write(key, bytes) {
      try {
        await store.write(key, bytes);
        fullAt = undefined;
      } catch (error) {
        if (isStoreFull(error)) noteFull(error, log);
        throw error;
      }
    },
  };
}

function noteFull(error: unknown, log: Pick<Log, "warn">): void {
  fullAt = performance.now();
  if (fullAt - warnedAt < warnInterval) return;
  warnedAt = fullAt;
  const { code, name } = error as { code?: string; name?: string };
  log.warn(`The file store is full, so uploads are refused: ${code ?? name}`);
}
