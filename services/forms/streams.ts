import type { Readable } from "node:stream";
import { draftBytesLimit } from "../../shared/domain/limits.ts";
import { fileTooLarge, invalid } from "../../shared/platform/errors.ts";
import { bodySlices } from "../../shared/platform/timeSlices.ts";

/** Returns the text of a stream that came instead of a message. Throws 413 above `limit` bytes, 400 for a text that isn't UTF-8. */
export async function textIn(stream: Readable | null, limit: number): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream ?? []) {
    size += chunk.length;
    if (size > limit) throw fileTooLarge(limit);
    chunks.push(chunk);
  }
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw invalid(["file: must be UTF-8"]);
  }
}

/** Returns a body that came as a message, or as a stream if it is large. */
export async function bodyIn<Body>(body: Body | null, stream: Readable | null): Promise<Body> {
  if (body) return body;
  const text = await textIn(stream, draftBytesLimit);
  return bodySlices.run(() => JSON.parse(text));
}
