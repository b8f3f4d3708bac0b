import type { FileApi } from "./device.ts";
import type { Happening, Situation } from "./situation.ts";
import type { Respondent, UploadResult } from "./state.ts";
import { shownOf } from "./view.ts";

interface Context {
  files: FileApi;
  situation(): Situation;
  subscribe(listener: () => void): () => void;
  happen(happening: Happening): void;
}

/** Uploads a file once earlier answers are sent, because the session must have reached its node. Fails at once if offline. */
export async function uploading(context: Context, ...upload: Parameters<Respondent["upload"]>): Promise<UploadResult> {
  const [nodeId, file, onProgress, signal] = upload;
  const { kept } = context.situation();
  if (!kept || !shownOf(context.situation()).path.includes(nodeId)) return { ok: false, reason: "failed" };
  context.happen({ type: "touched" });
  if (!(await allSent(context, signal))) return { ok: false, reason: "failed" };
  const path = `session/${kept.session}/upload/?node_id=${encodeURIComponent(nodeId)}`;
  const result = await context.files.upload(path, file, onProgress, signal);
  if (result.ok) context.happen({ type: "uploaded", file: result.file });
  return result;
}

/** Resolves to false as soon as sending fails or the upload is aborted. */
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
