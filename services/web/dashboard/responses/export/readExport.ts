import type { Failure } from "../../../../../shared/api/endpoints/endpoint.ts";
import { backoffMs } from "../../../../../shared/domain/backoff.ts";
import { ApiError } from "../../../ui/apiError.ts";
import type { ExportFormat } from "./exportOptions.ts";

/** Maximum bytes held in the page. Larger exports use the browser's download, which streams to disk. */
export const exportLimitBytes = 512 * 1024 * 1024;
/** Size of Blob parts, which browsers keep outside the page's memory. */
const partBytes = 8 * 1024 * 1024;

export interface Progress {
  /** Null if they can't be counted, as in an archive or in a table of rows. */
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
  /** whether responses can be counted (`isCounted`) */
  isCounted: boolean;
  send: typeof fetch;
  signal: AbortSignal;
  onProgress(progress: Progress): void;
  limitBytes?: number;
  /** Waits before the given retry, or until the signal aborts. */
  pause?: (retry: number, signal: AbortSignal) => Promise<unknown>;
}

const retryLimit = 5;
const backoff = { first: 1_000, longest: 10_000 };
const pauseBefore = (retry: number, signal: AbortSignal) =>
  new Promise((done) => {
    setTimeout(done, backoffMs(retry, backoff, Math.random()));
    signal.addEventListener("abort", done);
  });

/**
 * Reads a whole export. If the connection is cut, continues after the last whole record (docs/develop/responses.md). Throws ApiError if refused,
 * ExportTooLarge, or the error of fetch if it is aborted or doesn't come back.
 */
export async function readExport(asked: Asked): Promise<ExportedFile> {
  const { path, format, isCounted, send, signal, pause = pauseBefore } = asked;
  const received = new ReceivedRecords(format, isCounted);
  let version: string | null = null;
  let head: Headers | null = null;
  for (let retries = 0; ; ) {
    const before = received.progress().records;
    try {
      const response: Response = await send(await received.restOf(path, version), { signal });
      if (!response.ok || !response.body) throw new ApiError(await refusalOf(response));
      head ??= response.headers;
      version ??= response.headers.get("export-version");
      await receive(response.body, received, asked);
      const content = received.content(head.get("content-type") ?? "");
      return { name: nameOf(head), content, ...received.progress() };
    } catch (error) {
      retries = received.progress().records !== before ? 1 : retries + 1;
      if (signal.aborted || !isCounted || !version || !isTemporary(error) || retries > retryLimit) throw error;
    }
    received.dropIncomplete();
    await pause(retries, signal);
    signal.throwIfAborted();
  }
}

const isTemporary = (error: unknown): boolean =>
  error instanceof ApiError ? error.status === 429 || error.status >= 502 : error instanceof TypeError;

async function receive(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  received: ReceivedRecords,
  { onProgress, limitBytes = exportLimitBytes }: Asked,
): Promise<void> {
  const reader = body.getReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    received.add(value);
    if (received.bytes > limitBytes) {
      await reader.cancel();
      throw new ExportTooLarge();
    }
    onProgress(received.progress());
  }
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
 * Collects an export and counts its records as bytes arrive in any chunks. The first CSV line is the header. Only CSV has line
 * breaks inside quotes (RFC 4180).
 */
export class ReceivedRecords {
  bytes = 0;
  private readonly format: ExportFormat;
  private readonly isCounted: boolean;
  private parts: Blob[] = [];
  private chunks: Uint8Array<ArrayBuffer>[] = [];
  private waiting = 0;
  private isQuoted = false;
  private lines = 0;
  /** start of the last whole line, and of the line after it */
  private last = 0;
  private end = 0;

  constructor(format: ExportFormat, isCounted: boolean) {
    this.format = format;
    this.isCounted = isCounted;
  }

  add(chunk: Uint8Array<ArrayBuffer>): void {
    if (this.isCounted) this.count(chunk);
    this.bytes += chunk.length;
    this.waiting += chunk.length;
    this.chunks.push(chunk);
    if (this.waiting >= partBytes) this.pack();
  }

  private count(chunk: Uint8Array): void {
    // by index, because an iterator takes ten times as long per byte
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at];
      // a doubled quote toggles twice
      if (byte === quote && this.format === "csv") this.isQuoted = !this.isQuoted;
      else if (byte === lineFeed && !this.isQuoted) {
        this.lines += 1;
        [this.last, this.end] = [this.end, this.bytes + at + 1];
      }
    }
  }

  progress(): Progress {
    const records = this.format === "csv" ? Math.max(0, this.lines - 1) : this.lines;
    return { records: this.isCounted ? records : null, bytes: this.bytes };
  }

  content(type: string): Blob {
    return new Blob([...this.parts, ...this.chunks], { type });
  }

  /** Returns the path for the records that are missing. */
  async restOf(path: string, version: string | null): Promise<string> {
    if (version === null || !this.progress().records) return path;
    const line = await this.content("").slice(this.last, this.end).text();
    const after = this.format === "csv" ? line.slice(0, line.indexOf(",")) : String(JSON.parse(line).id);
    return `${path}${path.includes("?") ? "&" : "?"}export_after=${after}&export_version=${version}`;
  }

  /** Drops an incomplete record at the end, or everything if no record is complete. */
  dropIncomplete(): void {
    if (!this.progress().records) [this.lines, this.last, this.end] = [0, 0, 0];
    this.parts = [this.content("").slice(0, this.end)];
    this.chunks = [];
    this.waiting = 0;
    this.bytes = this.end;
    this.isQuoted = false;
  }

  private pack(): void {
    this.parts.push(new Blob(this.chunks));
    this.chunks = [];
    this.waiting = 0;
  }
}
