import { limitConcurrency } from "../concurrency.ts";
import { invalid, overloaded } from "../errors.ts";
import { type Answer, ready } from "./messages.ts";

/** A task that ended with its worker: it used too much CPU time or memory, or the worker crashed. */
export class Exhausted extends Error {}

/** A thread (thread.ts) or a process (child.ts) that has been started. */
export interface Started<T> {
  send(task: T): void;
  end(): Promise<unknown>;
  /** Whether this process waits for it. */
  hold(isHeld: boolean): void;
  /** Returns its CPU time in ms, also while it is busy. Absent if it limits itself. */
  cpuMs?(): Promise<number>;
}

/** Starts a worker. It calls `ended` when the worker can no longer answer. */
export type Start<T, R> = (
  heard: (message: Answer<R> | typeof ready) => void,
  ended: (error: Error) => void,
) => Started<T>;

/** Limits of a task. */
export interface WorkerLimits {
  /** CPU time, which doesn't depend on other processes. */
  cpuMs: number;
  /** Time on a machine that gives the worker no CPU. */
  wallMs: number;
  /** Time to load the worker's modules. */
  loadMs?: number;
}

/** Maximum ms between looks at a task's CPU time. */
const interval = 100;
const usualLoadMs = 120_000;

/** A task whose caller waits. */
interface Asked<T, R> {
  task: T;
  reply: PromiseWithResolvers<Answer<R>>;
  isSent: boolean;
  /** Ends what watches it. */
  release(): void;
}

/**
 * Does tasks in a thread or a process, because they could block this process or fill its memory. It does one at a time in the order
 * of the calls, so that a reply belongs to the only task that was sent. It doesn't limit how many callers wait. The worker keeps
 * running, because loading its modules takes seconds on a busy machine. A worker that doesn't answer in its limits is ended, and the
 * next one starts.
 */
export class Worker<T, R> {
  private readonly startOne: Start<T, R>;
  private readonly limits: WorkerLimits;
  private readonly inTurn = limitConcurrency({ running: 1, waiting: Number.POSITIVE_INFINITY });
  private started: Started<T> | null = null;
  /** Settles when the worker has loaded its modules, or can't. */
  private loaded = Promise.withResolvers<void>();
  /** Resolves when ended workers are gone. */
  private ending: Promise<unknown> = Promise.resolve();
  /** Tasks without a result or an error. */
  private readonly open = new Set<Asked<T, R>>();
  /** The task that the worker does, or begins. */
  private current: Asked<T, R> | null = null;

  constructor(start: Start<T, R>, limits: WorkerLimits) {
    this.startOne = start;
    this.limits = limits;
  }

  /** Starts the worker if it isn't running. Resolves when it can take a task. */
  start(): Promise<void> {
    if (!this.started) this.openWorker();
    return this.loaded.promise;
  }

  /**
   * Returns the worker's result. Throws 400 for a refusal, 503 if the worker gets no CPU or stops, `Exhausted`, or the signal's
   * reason. A worker that does the task of an aborted signal is ended.
   */
  async ask(task: T, signal?: AbortSignal): Promise<R> {
    signal?.throwIfAborted();
    const asked: Asked<T, R> = { task, reply: Promise.withResolvers(), isSent: false, release: () => undefined };
    this.open.add(asked);
    const leave = () => this.leave(asked, signal?.reason);
    signal?.addEventListener("abort", leave, { once: true });
    void this.inTurn(() => this.take(asked));
    try {
      return resultOf(await asked.reply.promise);
    } finally {
      signal?.removeEventListener("abort", leave);
    }
  }

  /** Ends the worker, and waits for it and for earlier ones. All tasks throw the error. A task that is asked later starts a new worker. */
  async stop(error: unknown = overloaded()): Promise<void> {
    for (const asked of this.open) this.refuse(asked, error);
    await this.end(error);
  }

  /** Does a task if its caller still waits. Resolves when it has a result or an error. */
  private async take(asked: Asked<T, R>): Promise<void> {
    if (!this.open.has(asked)) return;
    this.current = asked;
    this.send(asked).catch((error) => this.refuse(asked, error));
    await asked.reply.promise.catch(() => undefined);
    asked.release();
    this.current = null;
  }

  private async send(asked: Asked<T, R>): Promise<void> {
    // loading modules doesn't count
    await this.start();
    const { started } = this;
    if (!started || !this.open.has(asked)) return;
    const usedBefore = cpuOf(started);
    const watch = this.watch(started, asked, usedBefore);
    started.hold(true);
    asked.release = () => {
      clearInterval(watch);
      started.hold(false);
    };
    await usedBefore;
    if (!this.open.has(asked)) return;
    asked.isSent = true;
    started.send(asked.task);
  }

  private watch(started: Started<T>, asked: Asked<T, R>, usedBefore: Promise<number>): NodeJS.Timeout {
    const { cpuMs, wallMs } = this.limits;
    const end = performance.now() + wallMs;
    const endWith = (error: Error) => this.open.has(asked) && this.giveUp(error);
    const look = async () => {
      // a worker that doesn't tell its CPU time ends, too
      if (performance.now() > end) return endWith(overloaded());
      const used = (await cpuOf(started)) - (await usedBefore);
      return used > cpuMs && endWith(new Exhausted());
    };
    return setInterval(look, Math.min(interval, cpuMs));
  }

  private openWorker(): void {
    const loaded = Promise.withResolvers<void>();
    // the next caller gets the error
    loaded.promise.catch(() => undefined);
    this.loaded = loaded;
    const isCurrent = () => this.started === started;
    const ended = (error: Error) => {
      clearTimeout(loading);
      loaded.reject(error);
      if (isCurrent()) this.lost(error);
    };
    const loading = setTimeout(() => ended(overloaded()), this.limits.loadMs ?? usualLoadMs).unref();
    const started = this.startOne((message) => {
      if (message === ready) {
        clearTimeout(loading);
        loaded.resolve();
      } else if (isCurrent()) this.answer(message);
    }, ended);
    this.started = started;
  }

  private answer(message: Answer<R>): void {
    if (!this.current?.isSent) return;
    this.open.delete(this.current);
    this.current.reply.resolve(message);
  }

  private leave(asked: Asked<T, R>, reason: unknown): void {
    if (!this.open.has(asked)) return;
    if (asked.isSent) this.giveUp(reason);
    else this.refuse(asked, reason);
  }

  private refuse(asked: Asked<T, R>, error: unknown): void {
    this.open.delete(asked);
    asked.reply.reject(error);
  }

  /** The worker can no longer answer. */
  private lost(error: Error): void {
    if (this.current?.isSent) this.giveUp(new Exhausted());
    else {
      if (this.current) this.refuse(this.current, error);
      void this.end(error);
    }
  }

  /** Ends the worker with its task, and starts the next one. */
  private giveUp(error: unknown): void {
    if (this.current) this.refuse(this.current, error);
    void this.end(error);
    void this.start();
  }

  private async end(error: unknown): Promise<void> {
    const { started } = this;
    this.started = null;
    if (started) this.loaded.reject(error);
    this.ending = Promise.all([this.ending, started?.end()]);
    await this.ending;
  }
}

const cpuOf = async <T>(started: Started<T>): Promise<number> => (await started.cpuMs?.()) ?? 0;

function resultOf<R>(answer: Answer<R>): R {
  if ("result" in answer) return answer.result;
  throw "refusal" in answer ? invalid(answer.refusal) : new Error(answer.failure);
}
