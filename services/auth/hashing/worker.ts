import { constants, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { hashSync, type Options, verifySync } from "@node-rs/argon2";
import { answerTo, ready } from "../../../shared/platform/workers/messages.ts";

/** Runs in the thread of thread.ts. */
export type Question = { hash: string } | { verify: string; passwordHash: string };

/** argon2id, the package's default, with OWASP's parameters (decisions §2). */
const cost: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

// only Linux has priorities per thread
if (process.platform === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

parentPort?.on("message", async (question: Question) =>
  parentPort?.postMessage(await answerTo(() => resultOf(question))),
);
parentPort?.postMessage(ready);

const resultOf = (question: Question): string | boolean =>
  "hash" in question ? hashSync(question.hash, cost) : verifySync(question.passwordHash, question.verify);
