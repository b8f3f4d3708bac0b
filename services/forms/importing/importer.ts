import { join } from "node:path";
import type { ImportResult } from "../../../shared/api/shapes/imports.ts";
import type { JsonText } from "../../../shared/domain/json.ts";
import { invalid, overloaded, tooManyRequests, unavailable } from "../../../shared/platform/errors.ts";
import { type InTurn, openTurns } from "../../../shared/platform/turns.ts";
import { childOf } from "../../../shared/platform/workers/child.ts";
import { Exhausted, Worker } from "../../../shared/platform/workers/worker.ts";
import type { SentDocument } from "./child.ts";

export interface ImportLimits {
  /** CPU time of one conversion. */
  cpuMs: number;
  /** Time of one conversion on a machine that gives it no CPU. */
  wallMs: number;
  /** JavaScript memory of one conversion. */
  memoryMiB: number;
  /** Conversions of an account that wait. Their files are in memory, which the gateway limits (files/document.ts). */
  waiting: number;
  /** ms without work until a process other than the first one ends. */
  idle: number;
}

const usualLimits: ImportLimits = { cpuMs: 8_000, wallMs: 120_000, memoryMiB: 384, waiting: 100, idle: 60_000 };

/** The second process starts when it is needed, so that one account's conversion doesn't stop the others. */
const processes = 2;

/**
 * Converts foreign forms (features §14) in processes of their own, because a hostile file can take any time and memory. Accounts
 * take turns, one conversion each.
 */
export class Importer {
  private readonly limits: ImportLimits;
  private readonly inTurn: InTurn;
  private readonly workers: Converter[];
  private readonly idle: Converter[];
  private readonly timers = new Map<Converter, NodeJS.Timeout>();

  constructor(limits: Partial<ImportLimits> = {}) {
    this.limits = { ...usualLimits, ...limits };
    const { cpuMs, wallMs, memoryMiB, waiting } = this.limits;
    const child = childOf<SentDocument, string>(join(import.meta.dirname, "child.ts"), memoryMiB, [String(cpuMs)]);
    this.inTurn = openTurns({ perAccount: 1, total: processes, waiting, refuse: tooManyWaiting });
    this.workers = Array.from({ length: processes }, () => new Worker(child, { cpuMs, wallMs }));
    this.idle = [...this.workers];
  }

  /** Starts the first process and waits until it can convert. */
  async start(): Promise<void> {
    await this.workers[0]?.start();
  }

  /**
   * Converts a document. Throws 400 if it can't be imported or takes too much CPU time or memory, 429 if too many files of this
   * account wait, and the signal's reason if it aborts before.
   */
  async convert(
    accountId: string,
    document: SentDocument,
    signal = new AbortController().signal,
  ): Promise<JsonText<ImportResult>> {
    const left = Promise.withResolvers<never>();
    signal.addEventListener("abort", () => left.reject(signal.reason), { once: true });
    return Promise.race([left.promise, this.inTurn(accountId, () => this.run(document, signal))]);
  }

  async stop(): Promise<void> {
    for (const timer of this.timers.values()) clearTimeout(timer);
    await Promise.all(this.workers.map((worker) => worker.stop()));
  }

  private async run(document: SentDocument, signal: AbortSignal): Promise<JsonText<ImportResult>> {
    signal.throwIfAborted();
    // a turn is a free process
    const worker = this.idle.shift();
    if (!worker) throw overloaded();
    clearTimeout(this.timers.get(worker));
    try {
      await worker.start().catch(() => {
        throw unavailable("Imports are unavailable. Try again shortly.");
      });
      return await worker.ask(document, signal);
    } catch (error) {
      throw error instanceof Exhausted ? tooMuch() : error;
    } finally {
      this.rest(worker);
    }
  }

  /** Keeps the first process running, and ends the others after a while. */
  private rest(worker: Converter): void {
    if (worker === this.workers[0]) this.idle.unshift(worker);
    else {
      this.idle.push(worker);
      this.timers.set(worker, setTimeout(() => worker.stop(), this.limits.idle).unref());
    }
  }
}

type Converter = Worker<SentDocument, string>;

const tooManyWaiting = () => tooManyRequests(2, "Too many files of your workspace wait. Try again in 2 seconds.");

const tooMuch = () =>
  invalid(["file: takes too long or too much memory to convert; split the form into several files"]);
