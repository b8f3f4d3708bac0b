import { constants, setPriority } from "node:os";
import { parentPort } from "node:worker_threads";
import { hashSync, verifySync } from "@node-rs/argon2";
import { answerTo, ready } from "../../../shared/platform/workers/messages.ts";
import { cost } from "./cost.ts";

/** Runs in the thread of thread.ts. */
export type Question = { hash: string } | { verify: string; passwordHash: string };

/** A password's hash, or whether it has this hash. */
export type Result = { hash: string } | { matches: boolean };

// only Linux has priorities per thread
if (process.platform === "linux") setPriority(constants.priority.PRIORITY_BELOW_NORMAL);

parentPort?.on("message", async (question: Question) =>
  parentPort?.postMessage(await answerTo(() => resultOf(question))),
);
parentPort?.postMessage(ready);

const resultOf = (question: Question): Result =>
  "hash" in question
    ? { hash: hashSync(question.hash, cost) }
    : { matches: verifySync(question.passwordHash, question.verify) };
