import type { FileApi, FileReply } from "./device.ts";
import type { Happening, Situation } from "./situation.ts";
import type { Respondent, UploadResult } from "./state.ts";
import { shownOf } from "./view.ts";

type Reason = Extract<UploadResult, { ok: false }>["reason"];

/** decisions §5, what each status says of an upload */
const reasons: Record<number, Reason> = { 400: "empty", 409: "count", 413: "size", 415: "type", 429: "rate" };

interface Context {
  files: FileApi;
  situation(): Situation;
  subscribe(listener: () => void): () => void;
  happen(happening: Happening): void;
}

/** Only to a session that stands where the respondent is: what is unsent goes first. Without a network it fails at once. */
export async function uploading(context: Context, ...upload: Parameters<Respondent["upload"]>): Promise<UploadResult> {
  const [nodeId, file, onProgress, signal] = upload;
  const { kept } = context.situation();
  if (!kept || !shownOf(context.situation()).path.includes(nodeId)) return { ok: false, reason: "failed" };
  context.happen({ type: "touched" });
  if (!(await allSent(context, signal))) return { ok: false, reason: "failed" };
  const path = `session/${kept.session}/upload/?node_id=${encodeURIComponent(nodeId)}`;
  return resultOf(context, await context.files.upload(path, file, onProgress, signal));
}

function resultOf({ happen }: Context, { status, file }: FileReply): UploadResult {
  if (!file) return { ok: false, reason: reasons[status] ?? "failed" };
  happen({ type: "uploaded", file });
  return { ok: true, file };
}

/** False as soon as it fails, or nobody wants it any more. */
function allSent({ situation, subscribe }: Context, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const look = () => {
      const { kept, isHeld, request } = situation();
      const isSent = kept?.queue.length === 0;
      const mayCome = isHeld && !signal.aborted;
      if (!isSent && mayCome && request?.id !== null) return;
      end();
      resolve(isSent && mayCome);
    };
    const end = subscribe(look);
    look();
  });
}
