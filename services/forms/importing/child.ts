import type { AttachedPart } from "../../../shared/api/shapes/imports.ts";
import { serveTasks } from "../../../shared/platform/workers/serve.ts";
import { readForm } from "./read.ts";
import { Refusal } from "./refusal.ts";

/** A document, then its attachments, in one run of bytes. Sizes are bytes. */
export interface SentDocument {
  bytes: Uint8Array;
  attachments?: readonly AttachedPart[];
}

/** Process that converts documents (importer.ts). */
serveTasks(converted, (error) => (error instanceof Refusal ? [error.message] : null));

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
