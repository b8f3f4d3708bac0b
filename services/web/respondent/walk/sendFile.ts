import type { UploadedFile, UploadResult } from "./state.ts";

type Reason = Extract<UploadResult, { ok: false }>["reason"];

/** by status (decisions §5) */
const reasons: Record<number, Reason> = { 400: "empty", 409: "count", 413: "size", 415: "type", 429: "rate" };

/** Uses XMLHttpRequest, because `fetch` doesn't report the progress of an upload. */
export function sendFile(
  url: string,
  file: File,
  onProgress: (part: number) => void,
  signal: AbortSignal,
): Promise<UploadResult> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("POST", url);
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onloadend = () => resolve(resultOf(request));
    signal.addEventListener("abort", () => request.abort());
    const form = new FormData();
    form.append("file", file);
    request.send(form);
  });
}

function resultOf({ status, responseText }: XMLHttpRequest): UploadResult {
  try {
    const body = JSON.parse(responseText) as UploadedFile & { is_storage_full?: true; current_node_id?: string };
    const { url, name, size } = body;
    if (status === 201) return { ok: true, file: { url, name, size } };
    if (body.is_storage_full) return { ok: false, reason: "storage" };
    // a session at another node may be back after a retry
    return { ok: false, reason: (!body.current_node_id && reasons[status]) || "failed" };
  } catch {
    // no reply, or a proxy's
    return { ok: false, reason: "failed" };
  }
}
