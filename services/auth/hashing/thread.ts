import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { Answer, Question } from "./worker.ts";

/**
 * Passwords are hashed in a thread of their own, whose priority is lower than that of what serves respondents: a flood of
 * sign-ins takes the processors' idle time, and a tenth where there is none. libuv's threads stay free for files.
 */
let thread: Worker | null = null;

/** One question at a time: whoever asks waits for its turn (passwords.ts). */
export async function askThread<T extends Answer["result"]>(question: Question): Promise<T> {
  thread ??= startThread();
  const worker = thread;
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const answered = (answer: Answer) =>
    "failure" in answer ? reject(new Error(answer.failure)) : resolve(answer.result as T);
  const ended = () => reject(new Error("The thread that hashes passwords has ended."));
  worker.on("message", answered).on("error", ended).on("exit", ended);
  // it keeps no process alive but while it is asked
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

/** The next question starts another. */
export async function endThread(): Promise<void> {
  await thread?.terminate();
}
