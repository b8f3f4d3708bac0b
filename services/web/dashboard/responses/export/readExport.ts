import type { Failure } from "../../../../../shared/domain/api/endpoint.ts";
import { ApiError } from "../../api/apiError.ts";
import { recordCounter } from "./recordCounter.ts";

/** A page holds no more than that: a larger export is for the browser's own download, which writes as it reads. */
export const exportLimitBytes = 512 * 1024 * 1024;
/** What has arrived is handed over in so large parts, which a browser keeps outside the page's memory. */
const partBytes = 8 * 1024 * 1024;

export interface Progress {
  records: number;
  bytes: number;
}

export interface ExportedFile extends Progress {
  name: string;
  content: Blob;
}

/** It is over what a page can hold. */
export class ExportTooLarge extends Error {}

interface Asked {
  path: string;
  format: "csv" | "json";
  send: typeof fetch;
  signal: AbortSignal;
  onProgress(progress: Progress): void;
  limitBytes?: number;
}

/**
 * A whole export or none. Throws ApiError where it is refused, ExportTooLarge, and what fetch throws where it breaks off or
 * is aborted.
 */
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

/** Made of the form's slug and the day by the service: nothing in it has to be quoted. */
const nameOf = (headers: Headers): string =>
  /filename="?([^";]+)"?/.exec(headers.get("content-disposition") ?? "")?.[1] ?? "responses";
