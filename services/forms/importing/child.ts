import { join } from "node:path";
import { Worker } from "node:worker_threads";
import type { AttachedPart } from "../../../shared/api/shapes/imports.ts";
import { answerTo, ready } from "../../../shared/platform/workers/messages.ts";
import { readForm } from "./read.ts";
import { Refusal } from "./refusal.ts";

/** A document, then its attachments, in one run of bytes. Sizes are bytes. */
export interface SentDocument {
  bytes: Uint8Array;
  attachments?: readonly AttachedPart[];
}

/** Process that converts one document at a time, each within so many ms of CPU time (importer.ts). Without a parent it ends. */
const cpuMs = Number(process.argv[2]);
const guard = new Worker(join(import.meta.dirname, "cpuGuard.ts"));
// the parent decides, also if a signal reaches the whole process group
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => undefined);
process.on("disconnect", () => process.exit());
process.on("message", async (document: SentDocument) => {
  guard.postMessage(cpuMs);
  const answer = await answerTo(() => converted(document), refusalOf);
  guard.postMessage(null);
  process.send?.(answer);
});
process.send?.(ready);

const refusalOf = (error: unknown): string[] | null => (error instanceof Refusal ? [error.message] : null);

function converted({ bytes, attachments = [] }: SentDocument): Promise<string> {
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = whole.length - attachments.reduce((sum, { size }) => sum + size, 0);
  const document = whole.subarray(0, at);
  const files = attachments.map(({ name, size }) => {
    at += size;
    return { name, bytes: whole.subarray(at - size, at) };
  });
  return readForm(document, files);
}
