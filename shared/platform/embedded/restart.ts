import { statfs } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import type { Server } from "./server.ts";

export interface RestartOptions {
  /** the data folder */
  folder: string;
  log: { info(message: string): void; warn(message: string): void; error(message: string): void };
  start(signal: AbortSignal): Promise<Server>;
  /** Called when PostgreSQL has failed too often. */
  giveUp(): void;
}

/** Maximum consecutive failures, crashes and failed restarts alike. */
const failureLimit = 6;
/** Uptime in ms that resets the failures. */
const stableAfter = 60_000;
/** Delays in ms. */
const firstPause = 250;
const fullDiskPause = 1_000;
/** PostgreSQL ends when it can't add a file of 16 MB to its log, and needs another one to recover. */
const spaceNeeded = 32 * 2 ** 20;

let problem: "disk" | "restart" | undefined;

/** Returns why PostgreSQL isn't running, for `/readyz`, or undefined. */
export const embeddedProblem = (): string | undefined =>
  problem && { disk: "space on the disk of DATA_DIR", restart: "PostgreSQL (restarting)" }[problem];

/** Returns whether PostgreSQL is down because its disk is full. */
export const isDownWithFullDisk = (): boolean => problem === "disk";

/**
 * Restarts PostgreSQL with exponential backoff when it ends unexpectedly. While its disk is full, it retries every second without
 * counting failures. Returns a function that stops both this and PostgreSQL.
 */
export function keepRunning(first: Server, { folder, log, start, giveUp }: RestartOptions): () => Promise<void> {
  const stopping = new AbortController();
  const { signal } = stopping;
  let server: Server | undefined = first;

  async function watch(): Promise<void> {
    for (let failures = 0; ; ) {
      const startedAt = performance.now();
      await server?.exited;
      if (signal.aborted) return;
      if (performance.now() - startedAt > stableAfter) failures = 0;
      const isFull = await isDiskFull(folder);
      if (!isFull) failures += 1;
      if (server || isFull !== (problem === "disk")) log.warn(isFull ? fullMessage : "PostgreSQL ended, restarting.");
      problem = isFull ? "disk" : "restart";
      if (failures === failureLimit) return end();
      const pause = isFull ? fullDiskPause : firstPause * 2 ** (failures - 1);
      await sleep(pause, undefined, { signal }).catch(() => undefined);
      await restart();
    }
  }

  async function restart(): Promise<void> {
    if (signal.aborted) return;
    server = await start(signal).catch((error: Error) => {
      if (!signal.aborted && problem === "restart")
        log.warn(`Failed to restart PostgreSQL, retrying: ${error.message}`);
      return undefined;
    });
    if (!server) return;
    problem = undefined;
    log.info("PostgreSQL is running again.");
    if (signal.aborted) await server.stop();
  }

  function end(): void {
    log.error(`PostgreSQL ended or failed to start ${failureLimit} times in a row. See its log next to ${folder}.`);
    giveUp();
  }

  const watched = watch();
  return async () => {
    stopping.abort();
    await server?.stop();
    await watched;
    problem = undefined;
  };
}

const fullMessage = "PostgreSQL ended because its disk is full. It restarts when there is space.";

async function isDiskFull(folder: string): Promise<boolean> {
  const disk = await statfs(folder).catch(() => null);
  return disk !== null && disk.bavail * disk.bsize < spaceNeeded;
}
