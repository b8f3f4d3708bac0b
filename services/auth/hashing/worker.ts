import { constants, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { hashSync, type Options, verifySync } from "@node-rs/argon2";

/** Runs in the thread of thread.ts. */
export type Question = { hash: string } | { verify: string; passwordHash: string };
export type Answer = { result: string | boolean; failure?: never } | { result?: never; failure: string };

/** argon2id, the package's default, with OWASP's parameters (decisions §2). */
const cost: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// only Linux has priorities per thread
if (process.platform === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

parentPort?.on("message", (question: Question) => parentPort?.postMessage(answerTo(question)));

function answerTo(question: Question): Answer {
  try {
    if ("hash" in question) return { result: hashSync(question.hash, cost) };
    return { result: verifySync(question.passwordHash, question.verify) };
  } catch (error) {
    return { failure: (error as Error).stack ?? String(error) };
  }
}
