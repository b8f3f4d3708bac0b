import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { AttachedPart } from "../../../shared/domain/shapes/imports.ts";
import { readForm } from "./read.ts";
import { Refusal } from "./refusal.ts";

/** A document, then its attachments, in one run of bytes. Sizes are bytes. */
export interface SentDocument {
  bytes: Uint8Array;
  attachments?: readonly AttachedPart[];
}

/** A document to convert within so much CPU time. */
export interface Task extends SentDocument {
  cpuMs: number;
}

/** Message of the child: it has loaded its modules, or the outcome of a task. `failure` is an internal error. */
export type Message = "ready" | Outcome;
export type Outcome = { result: string } | { refusal: string } | { failure: string };

/** Process that converts one document at a time (converter.ts). Without a parent it ends. */
const guard = new Worker(join(import.meta.dirname, "cpuGuard.ts"));
// the parent decides, also if a signal reaches the whole process group
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => undefined);
process.on("disconnect", () => process.exit());
process.on("message", async ({ cpuMs, ...document }: Task) => {
  guard.postMessage(cpuMs);
  const outcome = await outcomeOf(document);
  guard.postMessage(null);
  process.send?.(outcome satisfies Message);
});
process.send?.("ready" satisfies Message);

async function outcomeOf({ bytes, attachments = [] }: SentDocument): Promise<Outcome> {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = whole.length - attachments.reduce((sum, { size }) => sum + size, 0);
  const document = whole.subarray(0, at);
  const files = attachments.map(({ name, size }) => {
    at += size;
    return { name, bytes: whole.subarray(at - size, at) };
  });
  try {
    return { result: await readForm(document, files) };
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error.message };
    return { failure: (error as Error).stack ?? String(error) };
  }
}
