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
}

/** Maximum ms between looks at a task's CPU time. */
const interval = 100;

/**
 * Does tasks one at a time in a thread or a process, because they could block this process or fill its memory. Callers wait for
 * their turn (turns.ts). The worker keeps running, because loading its modules takes seconds on a busy machine. A worker that
 * doesn't answer in its limits is ended, and the next one starts.
 */
export class Worker<T, R> {
  private readonly startOne: Start<T, R>;
  private readonly limits: WorkerLimits | null;
  private started: Started<T> | null = null;
  /** Resolves when the worker has loaded its modules. */
  private loaded: Promise<void> = Promise.resolve();
  /** Resolves when ended workers are gone. */
  private ending: Promise<unknown> = Promise.resolve();
  private reply: PromiseWithResolvers<Answer<R>> | null = null;

  constructor(start: Start<T, R>, limits: WorkerLimits | null = null) {
    this.startOne = start;
    this.limits = limits;
  }

  /** Starts the worker if it isn't running. Resolves when it can take a task. */
  start(): Promise<void> {
    if (!this.started) {
      this.loaded = this.open();
      // whoever asks next gets the error
      this.loaded.catch(() => undefined);
    }
    return this.loaded;
  }

  /**
   * Returns the worker's result. Throws 400 for a refusal, 503 if the worker gets no CPU, `Exhausted`, or the signal's reason after
   * it has ended the worker.
   */
  async ask(task: T, signal?: AbortSignal): Promise<R> {
    // loading modules doesn't count
    await this.start();
    const { started } = this;
    const usedBefore = await started?.cpuMs?.();
    signal?.throwIfAborted();
    if (!started || this.started !== started) throw new Exhausted();
    const reply = Promise.withResolvers<Answer<R>>();
    this.reply = reply;
    const leave = () => this.giveUp(signal?.reason);
    signal?.addEventListener("abort", leave, { once: true });
    started.hold(true);
    started.send(task);
    const watch = this.watch(started, usedBefore ?? 0);
    try {
      return resultOf(await reply.promise);
    } finally {
      clearInterval(watch);
      if (this.reply === reply) this.reply = null;
      started.hold(false);
      signal?.removeEventListener("abort", leave);
    }
  }

  /** Ends the worker, and waits for it and for earlier ones. Its task throws the error. The next task starts a new worker. */
  async stop(error: unknown = overloaded()): Promise<void> {
    const { started } = this;
    this.started = null;
    this.reply?.reject(error);
    this.reply = null;
    this.ending = Promise.all([this.ending, started?.end()]);
    await this.ending;
  }

  private open(): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const isCurrent = () => this.started === started;
    const started = this.startOne(
      (message) => {
        if (message === ready) resolve();
        else if (isCurrent()) this.reply?.resolve(message);
      },
      (error) => {
        reject(error);
        if (!isCurrent()) return;
        if (this.reply) this.giveUp(new Exhausted());
        else this.started = null;
      },
    );
    this.started = started;
    return promise;
  }

  private watch(started: Started<T>, usedBefore: number): NodeJS.Timeout | undefined {
    const { limits } = this;
    if (!limits) return undefined;
    const { reply } = this;
    const end = performance.now() + limits.wallMs;
    const look = async () => {
      const used = ((await started.cpuMs?.()) ?? 0) - usedBefore;
      if (this.reply !== reply) return;
      if (used > limits.cpuMs) this.giveUp(new Exhausted());
      else if (performance.now() > end) this.giveUp(overloaded());
    };
    return setInterval(look, Math.min(interval, limits.cpuMs));
  }

  /** Ends the worker with its task, and starts the next one. */
  private giveUp(error: unknown): void {
    void this.stop(error);
    void this.start();
  }
}

function resultOf<R>(answer: Answer<R>): R {
  if ("result" in answer) return answer.result;
  throw "refusal" in answer ? invalid(answer.refusal) : new Error(answer.failure);
}
