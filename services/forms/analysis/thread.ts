import { Worker } from "node:worker_threads";
import { invalid, overloaded } from "../../../shared/platform/errors.ts";

/** Limits of a thread. */
export interface ThreadLimits {
  /** ms */
  timeout: number;
  memoryMiB: number;
  /** Maximum waiting jobs per account. */
  waiting: number;
  /** ms without work until the thread ends. */
  idle: number;
}

/** First message of a thread, sent when its modules are loaded. */
export const ready = "ready";

/** Reply of a thread. `refusal` has errors of the request, `failure` is an internal error. */
export type ThreadAnswer<R> = { result: R } | { refusal: string[] } | { failure: string };

export interface Job<Q, R> {
  question: Q;
  resolve(result: R): void;
  reject(error: Error): void;
}

/**
 * Does work that could block this process or fill its memory in a thread. The timeout and memory limit catch what the work
 * itself doesn't limit. Accounts take turns, one job each.
 */
export class Thread<Q, R> {
  private readonly file: string;
  private readonly limits: ThreadLimits;
  /** Settles a job that took too long or too much memory. */
  private readonly abandon: (job: Job<Q, R>) => void;
  /** Jobs by account, in the order of their turns. */
  private readonly waiting = new Map<string, Job<Q, R>[]>();
  /** Resolves when abandoned threads have ended. */
  private ending: Promise<unknown> = Promise.resolve();
  private worker: Worker | null = null;
  private current: Job<Q, R> | null = null;
  private isReady = false;
  private whenReady: () => unknown = () => {};
  private timer: NodeJS.Timeout | undefined;

  constructor(file: string, limits: ThreadLimits, abandon: (job: Job<Q, R>) => void) {
    this.file = file;
    this.limits = limits;
    this.abandon = abandon;
  }

  /** Returns the thread's result. Throws 400 for a refusal, 503 if too many jobs of this account wait. */
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
    if (this.current) return;
    clearTimeout(this.timer);
    const [turn] = this.waiting;
    if (!turn) {
      this.timer = setTimeout(() => this.stop(), this.limits.idle).unref();
      return;
    }
    const [accountId, [job, ...others]] = turn;
    // the account's next job waits behind all other accounts
    this.waiting.delete(accountId);
    if (others.length > 0) this.waiting.set(accountId, others);
    if (job) this.begin(job);
  }

  private begin(job: Job<Q, R>): void {
    this.current = job;
    const deadline = () => {
      this.timer = setTimeout(() => this.giveUp(), this.limits.timeout);
    };
    // on a busy machine a thread takes seconds to load its modules, which doesn't count
    if (this.worker && this.isReady) deadline();
    else this.whenReady = () => this.current === job && deadline();
    this.worker ??= this.start();
    this.worker.postMessage(job.question);
  }

  private start(): Worker {
    const worker = new Worker(this.file, {
      resourceLimits: { maxOldGenerationSizeMb: this.limits.memoryMiB, maxYoungGenerationSizeMb: 32 },
    });
    this.isReady = false;
    worker.on("message", (answer: ThreadAnswer<R> | typeof ready) => {
      if (answer !== ready) this.end((job) => settle(job, answer));
      else if (this.worker === worker) {
        this.isReady = true;
        this.whenReady();
      }
    });
    // it ran out of memory or crashed
    worker.on("error", () => this.lose(worker));
    worker.on("exit", () => this.lose(worker));
    worker.unref();
    return worker;
  }

  private lose(worker: Worker): void {
    if (this.worker !== worker) return;
    this.worker = null;
    this.end(this.abandon);
  }

  private giveUp(): void {
    const { worker } = this;
    this.worker = null;
    this.ending = Promise.all([this.ending, worker?.terminate()]);
    this.end(this.abandon);
  }

  private end(answer: (job: Job<Q, R>) => void): void {
    clearTimeout(this.timer);
    const job = this.current;
    this.current = null;
    if (job) answer(job);
    this.next();
  }
}

function settle<Q, R>(job: Job<Q, R>, answer: ThreadAnswer<R>): void {
  if ("result" in answer) job.resolve(answer.result);
  else job.reject("refusal" in answer ? invalid(answer.refusal) : new Error(answer.failure));
}
