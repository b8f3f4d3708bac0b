import type { FileApi } from "./device.ts";
import type { Kept } from "./kept.ts";
import type { Respondent, UploadedFile, UploadResult } from "./state.ts";
import { shownOf } from "./view.ts";
import type { WalkEvent, WalkState } from "./walkState.ts";

interface Context {
  files: FileApi;
  walkState(): WalkState;
  subscribe(listener: () => void): () => void;
  happen(walkEvent: WalkEvent): void;
}

/** Uploads a file once earlier answers are sent, because the session must have reached its node. Fails immediately if offline. */
export async function uploading(context: Context, ...upload: Parameters<Respondent["upload"]>): Promise<UploadResult> {
  const [nodeId, file, onProgress, signal] = upload;
  const { path: passed, ids } = shownOf(context.walkState());
  if (![...passed, ...ids].includes(nodeId)) return { ok: false, reason: "failed" };
  context.happen({ type: "touched" });
  const kept = await whenSent(context, signal);
  if (!kept) return { ok: false, reason: "failed" };
  const path = `session/${kept.session}/upload/?node_id=${encodeURIComponent(nodeId)}`;
  const result = await context.files.upload(path, file, onProgress, signal, kept.resumeKey);
  if (result.ok) context.happen({ type: "uploaded", file: result.file });
  return result;
}

/**
 * Resolves to the session when all is sent, whose start may have joined another device's. Resolves to null as soon as sending fails or
 * the upload is aborted.
 */
function whenSent({ walkState, subscribe }: Context, signal: AbortSignal): Promise<Kept | null> {
  return new Promise((resolve) => {
    const look = () => {
      const { kept, isHeld, request } = walkState();
      const isSent = kept?.queue.length === 0;
      const mayCome = isHeld && !signal.aborted;
      if (!isSent && mayCome && request?.id !== null) return;
      end();
      resolve(isSent && mayCome ? kept : null);
    };
    const end = subscribe(look);
    look();
  });
}

type Reason = Extract<UploadResult, { ok: false }>["reason"];

/** by status (decisions §5) */
const reasons: Record<number, Reason> = { 400: "empty", 409: "count", 413: "size", 415: "type", 429: "rate" };

/** Uses XMLHttpRequest, because `fetch` doesn't report the progress of an upload. */
export function sendFile(
  url: string,
  file: File,
  onProgress: (part: number) => void,
  signal: AbortSignal,
  key?: string,
): Promise<UploadResult> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("POST", url);
    if (key) request.setRequestHeader("Resume-Key", key);
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
