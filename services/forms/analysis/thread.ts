import { Worker } from "node:worker_threads";
import { invalid, overloaded } from "../../../shared/platform/errors.ts";
import { ready, type ThreadAnswer } from "./messages.ts";

/** Limits of a thread. */
export interface ThreadLimits {
  /** CPU time of a job, which doesn't depend on other processes. */
  cpuMs: number;
  /** Time of a job on a machine that gives the thread no CPU. */
  wallMs: number;
  memoryMiB: number;
  /** Maximum waiting jobs per account. */
  waiting: number;
}

/** Maximum ms between looks at a job's CPU time. */
const interval = 100;

export interface Job<Q, R> {
  question: Q;
  resolve(result: R): void;
  reject(error: Error): void;
}

/**
 * Does work that could block this process or fill its memory in a thread. The limits of CPU time and memory catch what the work
 * itself doesn't limit. Accounts take turns, one job each. The thread keeps running, because loading its modules takes seconds on
 * a busy machine.
 */
export class Thread<Q, R> {
  private readonly file: string;
  private readonly limits: ThreadLimits;
  /** Settles a job that took too much CPU time or memory. */
  private readonly abandon: (job: Job<Q, R>) => void;
  /** Jobs by account, in the order of their turns. */
  private readonly waiting = new Map<string, Job<Q, R>[]>();
  /** Resolves when abandoned threads have ended. */
  private ending: Promise<unknown> = Promise.resolve();
  private worker: Worker | null = null;
  /** Resolves when the thread has loaded its modules. */
  private loaded: Promise<void> = Promise.resolve();
  private current: Job<Q, R> | null = null;
  private timer: NodeJS.Timeout | undefined;

  constructor(file: string, limits: ThreadLimits, abandon: (job: Job<Q, R>) => void) {
    this.file = file;
    this.limits = limits;
    this.abandon = abandon;
  }

  /** Starts the thread if it isn't running. Resolves when it can take a job. */
  start(): Promise<void> {
    this.worker ??= this.open();
    return this.loaded;
  }

  /** Returns the thread's result. Throws 400 for a refusal, 503 if too many jobs of this account wait or one gets no CPU. */
  ask(accountId: string, question: Q): Promise<R> {
    const jobs = this.waiting.get(accountId) ?? [];
    if (jobs.length >= this.limits.waiting) throw overloaded();
    return new Promise((resolve, reject) => {
      this.waiting.set(accountId, [...jobs, { question, resolve, reject }]);
      this.next();
    });
  }

  /** Ends the thread and waits for abandoned ones. A new thread answers the jobs that wait. */
  async stop(): Promise<void> {
    clearTimeout(this.timer);
    const { worker } = this;
    this.worker = null;
    await Promise.all([this.ending, worker?.terminate()]);
  }

  private next(): void {
    const [turn] = this.waiting;
    if (this.current || !turn) return;
    const [accountId, [job, ...others]] = turn;
    // the account's next job waits behind all other accounts
    this.waiting.delete(accountId);
    if (others.length > 0) this.waiting.set(accountId, others);
    if (job) void this.begin(job);
  }

  private async begin(job: Job<Q, R>): Promise<void> {
    this.current = job;
    // loading modules doesn't count
    await this.start();
    const { worker } = this;
    if (!worker || this.current !== job) return;
    const usedBefore = await cpuOf(worker);
    if (this.current !== job) return;
    worker.postMessage(job.question);
    const end = performance.now() + this.limits.wallMs;
    const pause = Math.min(interval, this.limits.cpuMs);
    const look = async () => {
      const used = (await cpuOf(worker)) - usedBefore;
      if (this.current !== job) return;
      if (used > this.limits.cpuMs) this.giveUp(this.abandon);
      else if (performance.now() > end) this.giveUp(({ reject }) => reject(overloaded()));
      else this.timer = setTimeout(look, pause);
    };
    this.timer = setTimeout(look, pause);
  }

  private open(): Worker {
    const worker = new Worker(this.file, {
      resourceLimits: { maxOldGenerationSizeMb: this.limits.memoryMiB, maxYoungGenerationSizeMb: 32 },
    });
    const { promise, resolve } = Promise.withResolvers<void>();
    this.loaded = promise;
    worker.on("message", (answer: ThreadAnswer<R> | typeof ready) => {
      if (answer === ready) resolve();
      else if (this.worker === worker) this.end((job) => settle(job, answer));
    });
    const lose = () => {
      resolve();
      // it ran out of memory or crashed
      if (this.worker === worker) this.giveUp(this.abandon);
    };
    worker.on("error", lose);
    worker.on("exit", lose);
    worker.unref();
    return worker;
  }

  /** Ends the thread with its job, and starts the next one. */
  private giveUp(answer: (job: Job<Q, R>) => void): void {
    const { worker } = this;
    this.worker = null;
    this.ending = Promise.all([this.ending, worker?.terminate()]);
    this.end(answer);
    void this.start();
  }

  private end(answer: (job: Job<Q, R>) => void): void {
    clearTimeout(this.timer);
    const job = this.current;
    this.current = null;
    if (job) answer(job);
    this.next();
  }
}

/** Returns the CPU time of a thread in ms, also while it is busy. */
async function cpuOf(worker: Worker): Promise<number> {
  // it fails if the thread has ended
  const { user, system } = await worker.cpuUsage().catch(() => ({ user: 0, system: 0 }));
  return (user + system) / 1000;
}

function settle<Q, R>(job: Job<Q, R>, answer: ThreadAnswer<R>): void {
  if ("result" in answer) job.resolve(answer.result);
  else job.reject("refusal" in answer ? invalid(answer.refusal) : new Error(answer.failure));
}
