import { join } from "node:path";
import { threadOf } from "../../../shared/platform/workers/thread.ts";
import { Worker } from "../../../shared/platform/workers/worker.ts";
import type { Question } from "./worker.ts";

/**
 * Hashes passwords in its own low-priority thread. A flood of sign-ins then takes idle CPU, or a tenth of a busy CPU,
 * and libuv's threads stay free for files.
 */
const thread = new Worker<Question, string | boolean>(threadOf(join(import.meta.dirname, "worker.ts")));

/** Sends one question to the thread. Callers wait for their turn in passwords.ts. */
export const askThread = <T extends string | boolean>(question: Question): Promise<T> =>
  // the thread returns the result type of the question
  thread.ask(question) as Promise<T>;

/** Ends the thread. The next question starts a new one. */
export const endThread = (): Promise<void> => thread.stop();
