import type { Readable } from "node:stream";
import type { Action } from "../../../shared/bus/calls.ts";
import { importLimit } from "../../../shared/domain/shapes/imports.ts";
import { fileTooLarge } from "../../../shared/platform/errors.ts";
import type { FormsService } from "../service.ts";

/** POST /import/: converts a foreign form (features §14). Its bytes come as a stream, because a bus message is smaller. */
export const importForm: Action<"forms.importForm", FormsService> = {
  params: { caller: "object" },
  async handler(ctx) {
    const bytes = await bytesOf(ctx.stream as Readable | null);
    return this.importer.convert(ctx.params.caller.account_id, { bytes });
  },
};

async function bytesOf(stream: Readable | null): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream ?? []) {
    size += chunk.length;
    if (size > importLimit) throw fileTooLarge(importLimit);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
