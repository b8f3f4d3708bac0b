import type { Failure } from "../../../../../shared/domain/api/endpoint.ts";
import { ApiError } from "../../api/apiError.ts";
import type { ExportFormat } from "./exportOptions.ts";

/** Maximum bytes held in the page. Larger exports use the browser's download, which streams to disk. */
export const exportLimitBytes = 512 * 1024 * 1024;
/** Size of Blob parts, which browsers keep outside the page's memory. */
const partBytes = 8 * 1024 * 1024;

export interface Progress {
  /** Null if they can't be counted, as in an archive. */
  records: number | null;
  bytes: number;
}

export interface ExportedFile extends Progress {
  name: string;
  content: Blob;
}

/** The export is over `exportLimitBytes`. */
export class ExportTooLarge extends Error {}

interface Asked {
  path: string;
  format: ExportFormat;
  send: typeof fetch;
  signal: AbortSignal;
  onProgress(progress: Progress): void;
  limitBytes?: number;
}

/** Reads a whole export. Throws ApiError if refused, ExportTooLarge, or the error of fetch if it is cut off or aborted. */
export async function readExport(asked: Asked): Promise<ExportedFile> {
  const { path, format, send, signal, onProgress, limitBytes = exportLimitBytes } = asked;
  const response = await send(path, { signal });
  if (!response.ok || !response.body) throw new ApiError(await refusalOf(response));
  const records = recordCounter(format);
  const parts: Blob[] = [];
  let chunks: Uint8Array<ArrayBuffer>[] = [];
  let [bytes, waiting] = [0, 0];
  const reader = response.body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    records.add(value);
    chunks.push(value);
    bytes += value.length;
    waiting += value.length;
    if (bytes > limitBytes) {
      await reader.cancel();
      throw new ExportTooLarge();
    }
    if (waiting >= partBytes) {
      parts.push(new Blob(chunks));
      [chunks, waiting] = [[], 0];
    }
    onProgress({ records: records.count(), bytes });
  }
  const type = response.headers.get("content-type") ?? "";
  const content = new Blob([...parts, ...chunks], { type });
  return { name: nameOf(response.headers), content, records: records.count(), bytes };
}

async function refusalOf(response: Response) {
  const error = (await response.json().catch(() => ({}))) as Failure;
  return { ok: false, status: response.status, error, requestId: response.headers.get("x-request-id") } as const;
}

/** The service makes the name from slug and date, so it needs no unquoting. */
const nameOf = (headers: Headers): string =>
  /filename="?([^";]+)"?/.exec(headers.get("content-disposition") ?? "")?.[1] ?? "responses";

const [quote, lineFeed] = [0x22, 0x0a];

/**
 * Counts the records of an export as bytes arrive in any chunks. The first CSV line is the header. Only CSV has line breaks
 * inside quotes (RFC 4180).
 */
export function recordCounter(format: ExportFormat): { add(bytes: Uint8Array): void; count(): number | null } {
  let isQuoted = false;
  let lines = 0;
  if (format === "xlsx") return { add: () => undefined, count: () => null };
  return {
    add(bytes) {
      // by index, because an iterator takes ten times as long per byte
      for (let at = 0; at < bytes.length; at++) {
        const byte = bytes[at];
        // a doubled quote toggles twice
        if (byte === quote && format === "csv") isQuoted = !isQuoted;
        else if (byte === lineFeed && !isQuoted) lines += 1;
      }
    },
    count: () => (format === "csv" ? Math.max(0, lines - 1) : lines),
  };
}
