import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import type { Message, Outcome, Task } from "./child.ts";

/** A conversion that ended with its process: it used too much CPU time or memory. */
export class Exhausted extends Error {}

/**
 * A process that converts one document at a time. One large allocation ends a whole process, even if a thread makes it, and a
 * process also ends without waiting for what it does.
 */
export class Converter {
  private readonly memoryMiB: number;
  private child: ChildProcess | null = null;
  private started: Promise<void> = Promise.resolve();
  private outcome: PromiseWithResolvers<Outcome> | null = null;

  constructor(memoryMiB: number) {
    this.memoryMiB = memoryMiB;
  }

  /** Starts the process if it isn't running. Resolves when it has loaded its modules. */
  start(): Promise<void> {
    if (!this.child) this.started = this.spawn();
    return this.started;
  }

  /** Converts a document in the started process. Throws `Exhausted`, or the signal's reason after it has ended the process. */
  async convert(task: Task, signal: AbortSignal): Promise<Outcome> {
    signal.throwIfAborted();
    const outcome = Promise.withResolvers<Outcome>();
    this.outcome = outcome;
    const leave = () => this.stop(signal.reason);
    signal.addEventListener("abort", leave, { once: true });
    this.child?.send(task, (error) => error && outcome.reject(new Exhausted()));
    return outcome.promise.finally(() => signal.removeEventListener("abort", leave));
  }

  /** Ends the process. A conversion that runs throws the error. */
  stop(error: unknown): void {
    this.outcome?.reject(error);
    this.child?.kill("SIGKILL");
    this.child = null;
  }

  private spawn(): Promise<void> {
    const child = fork(join(import.meta.dirname, "child.ts"), {
      serialization: "advanced",
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      execArgv: [`--max-old-space-size=${this.memoryMiB}`, "--max-semi-space-size=16"],
      // a document needs none of the service's secrets
      env: {},
    });
    this.child = child;
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    child.on("message", (message: Message) => {
      if (message === "ready") resolve();
      else if (this.child === child) this.outcome?.resolve(message);
    });
    const end = (error: Error) => {
      reject(error);
      if (this.child !== child) return;
      this.child = null;
      this.outcome?.reject(new Exhausted());
    };
    child.on("error", end);
    child.on("exit", (code, signal) => end(new Error(`The process for imports ended (${signal ?? code}).`)));
    // the service's process doesn't wait for it
    child.unref();
    child.channel?.unref();
    return promise;
  }
}
