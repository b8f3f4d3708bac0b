import { join } from "node:path";
import { threadOf } from "../../../shared/platform/workers/thread.ts";
import { Worker } from "../../../shared/platform/workers/worker.ts";
import type { Question, Result } from "./worker.ts";

/**
 * Hashes passwords in its own low-priority thread. A flood of sign-ins then takes idle CPU, or a tenth of a busy CPU,
 * and libuv's threads stay free for files.
 */
const thread = new Worker<Question, Result>(threadOf(join(import.meta.dirname, "worker.ts")), {
  // a hash takes about 30 ms
  cpuMs: 5_000,
  wallMs: 60_000,
});

/** Sends one question to the thread. passwords.ts limits how many wait. */
export const askThread = (question: Question): Promise<Result> => thread.ask(question);

/** Ends the thread. The next question starts a new one. */
export const endThread = (): Promise<void> => thread.stop();
