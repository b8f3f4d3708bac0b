import type { Readable } from "node:stream";
import { importLimit } from "../../../shared/api/shapes/imports.ts";
import type { Action } from "../../../shared/bus/calls.ts";
import { fileTooLarge, overloaded } from "../../../shared/platform/errors.ts";
import { newUuid } from "../../../shared/platform/ids.ts";
import { withoutUnknownImages } from "../importedImages.ts";
import type { FormsService } from "../service.ts";

/** ms from the call until a conversion ends with 503, if the call has no deadline. */
const patience = 60_000;

/**
 * POST /import/: converts a foreign form (features §14). Its bytes come as a stream, because a bus message is smaller. Throws 503
 * if it hasn't ended when the caller stops waiting.
 */
export const importForm: Action<"forms.importForm", FormsService> = {
  params: {
    caller: "object",
    import_id: { type: "string", optional: true },
    hosts: { type: "array", optional: true },
    attachments: { type: "array", optional: true },
  },
  async handler(ctx) {
    const { caller, import_id = newUuid(), hosts = [], attachments = [] } = ctx.params;
    const left = new AbortController();
    this.imports.set(import_id, left);
    const leftMs = (ctx.locals.deadline ?? Date.now() + patience) - Date.now();
    const timer = setTimeout(() => left.abort(notInTime()), Math.max(0, leftMs));
    try {
      const bytes = await bytesOf(ctx.stream as Readable | null);
      const result = await this.importer.convert(caller.account_id, { bytes, attachments }, left.signal);
      return await withoutUnknownImages(this.database.read(ctx), result, hosts);
    } finally {
      clearTimeout(timer);
      this.imports.delete(import_id);
    }
  },
};

const notInTime = () =>
  overloaded("The file couldn't be converted in time, beside other files. Send fewer at a time, and try again.");

/** Ends an import whose caller has left. Copies that don't have it change nothing. */
export const cancelImport: Action<"forms.cancelImport", FormsService> = {
  params: { import_id: "string" },
  handler(ctx) {
    this.imports.get(ctx.params.import_id)?.abort(overloaded());
    return null;
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
