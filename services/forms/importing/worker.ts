import { parentPort } from "node:worker_threads";
import { ready, type ThreadAnswer } from "../analysis/thread.ts";
import { readForm } from "./read.ts";
import { Refusal } from "./refusal.ts";

/** A document to import. */
export interface ImportedFile {
  bytes: Uint8Array;
}

/** Thread that converts one document at a time (importer.ts). */
parentPort?.on("message", async ({ bytes }: ImportedFile) => parentPort?.postMessage(await answerTo(bytes)));
parentPort?.postMessage(ready);

async function answerTo(bytes: Uint8Array): Promise<ThreadAnswer<string>> {
  try {
    return { result: await readForm(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)) };
  } catch (error) {
    if (error instanceof Refusal) return { refusal: [error.message] };
    return { failure: (error as Error).stack ?? String(error) };
  }
}
