import type { JsonText } from "../../../shared/domain/json.ts";
import type { ImportResult } from "../../../shared/domain/shapes/imports.ts";
import { invalid, overloaded, unavailable } from "../../../shared/platform/errors.ts";
import type { Outcome, SentDocument } from "./child.ts";
import { Converter, Exhausted } from "./converter.ts";

export interface ImportLimits {
  /** CPU time of one conversion. */
  cpuMs: number;
  /** JavaScript memory of one conversion. */
  memoryMiB: number;
  /** Conversions of an account that wait or run. */
  perAccount: number;
  /** ms without work until a process other than the first one ends. */
  idle: number;
}

const usualLimits: ImportLimits = { cpuMs: 8_000, memoryMiB: 384, perAccount: 5, idle: 60_000 };

/** The second process starts when it is needed, so that one account's conversion doesn't stop the others. */
const processes = 2;

interface Job {
  document: SentDocument;
  signal: AbortSignal;
  resolve(result: JsonText<ImportResult>): void;
  reject(error: unknown): void;
}

/**
 * Converts foreign forms (features §14) in processes of their own, because a hostile file can take any time and memory. Accounts
 * take turns, one conversion each.
 */
export class Importer {
  private readonly limits: ImportLimits;
  private readonly converters: Converter[];
  private readonly idle: Converter[];
  private readonly timers = new Map<Converter, NodeJS.Timeout>();
  /** Jobs by account, in the order of their turns. */
  private readonly waiting = new Map<string, Job[]>();
  /** Accounts with a conversion that runs. */
  private readonly running = new Set<string>();

  constructor(limits: Partial<ImportLimits> = {}) {
    this.limits = { ...usualLimits, ...limits };
    this.converters = Array.from({ length: processes }, () => new Converter(this.limits.memoryMiB));
    this.idle = [...this.converters];
  }

  /** Starts the first process and waits until it can convert. */
  async start(): Promise<void> {
    await this.converters[0]?.start();
  }

  /**
   * Converts a document. Throws 400 if it can't be imported or takes too much CPU time or memory, 503 if too many files of this
   * account wait, and the signal's reason if it aborts before.
   */
  async convert(
    accountId: string,
    document: SentDocument,
    signal = new AbortController().signal,
  ): Promise<JsonText<ImportResult>> {
    const jobs = this.waiting.get(accountId) ?? [];
    if (jobs.length + Number(this.running.has(accountId)) >= this.limits.perAccount) throw overloaded();
    return new Promise((resolve, reject) => {
      const job = { document, signal, resolve, reject };
      this.waiting.set(accountId, [...jobs, job]);
      signal.addEventListener("abort", () => this.leave(accountId, job), { once: true });
      this.next();
    });
  }

  stop(): void {
    for (const timer of this.timers.values()) clearTimeout(timer);
    for (const converter of this.converters) converter.stop(overloaded());
  }

  /** Forgets a job that waits. The converter ends one that runs. */
  private leave(accountId: string, job: Job): void {
    const others = this.waiting.get(accountId)?.filter((one) => one !== job) ?? [];
    if (others.length > 0) this.waiting.set(accountId, others);
    else this.waiting.delete(accountId);
    job.reject(job.signal.reason);
  }

  private next(): void {
    for (const [accountId, [job, ...others]] of this.waiting) {
      if (!job || this.running.has(accountId)) continue;
      const converter = this.idle.shift();
      if (!converter) return;
      // the account's next job waits behind all other accounts
      this.waiting.delete(accountId);
      if (others.length > 0) this.waiting.set(accountId, others);
      void this.run(accountId, job, converter);
    }
  }

  private async run(accountId: string, job: Job, converter: Converter): Promise<void> {
    clearTimeout(this.timers.get(converter));
    this.running.add(accountId);
    try {
      const { document, signal, resolve } = job;
      await converter.start().catch(() => {
        throw unavailable("Imports are unavailable. Try again shortly.");
      });
      resolve(resultOf(await converter.convert({ ...document, cpuMs: this.limits.cpuMs }, signal)));
    } catch (error) {
      job.reject(error instanceof Exhausted ? tooMuch() : error);
    }
    this.running.delete(accountId);
    this.rest(converter);
    this.next();
  }

  /** Keeps the first process running, and ends the others after a while. */
  private rest(converter: Converter): void {
    if (converter === this.converters[0]) {
      this.idle.unshift(converter);
      converter.start().catch(() => undefined);
      return;
    }
    this.idle.push(converter);
    this.timers.set(converter, setTimeout(() => converter.stop(overloaded()), this.limits.idle).unref());
  }
}

function resultOf(outcome: Outcome): JsonText<ImportResult> {
  if ("refusal" in outcome) throw invalid([outcome.refusal]);
  if ("failure" in outcome) throw new Error(outcome.failure);
  return outcome.result;
}

const tooMuch = () =>
  invalid(["file: takes too long or too much memory to convert; split the form into several files"]);
