import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { Answer, Question } from "./worker.ts";

/**
 * Hashes passwords in its own low-priority thread. A flood of sign-ins then takes idle CPU, or a tenth of a busy CPU,
 * and libuv's threads stay free for files.
 */
let thread: Worker | null = null;

/** Sends one question to the thread. Callers wait for their turn in passwords.ts. */
export async function askThread<T extends Answer["result"]>(question: Question): Promise<T> {
  thread ??= startThread();
  const worker = thread;
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const answered = (answer: Answer) =>
    "failure" in answer ? reject(new Error(answer.failure)) : resolve(answer.result as T);
  const ended = () => reject(new Error("The password hashing thread has ended."));
  worker.on("message", answered).on("error", ended).on("exit", ended);
  // keep the process alive only while a question is pending
  worker.ref();
  worker.postMessage(question);
  try {
    return await promise;
  } finally {
    worker.off("message", answered).off("error", ended).off("exit", ended);
    worker.unref();
  }
}

function startThread(): Worker {
  const worker = new Worker(join(import.meta.dirname, "worker.ts"));
  const forget = () => {
    if (thread === worker) thread = null;
  };
  return worker.on("error", forget).on("exit", forget);
}

/** Ends the thread. The next question starts a new one. */
export async function endThread(): Promise<void> {
  await thread?.terminate();
}
