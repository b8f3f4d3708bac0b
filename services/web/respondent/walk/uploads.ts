import type { Device, FileReply } from "./device.ts";
import type { Sender } from "./sender.ts";
import type { Session } from "./session.ts";
import type { Respondent, UploadResult } from "./state.ts";
import { begun } from "./steps.ts";

type Reason = Extract<UploadResult, { ok: false }>["reason"];

/** decisions §5, what each status says of an upload */
const reasons: Record<number, Reason> = { 400: "empty", 409: "count", 413: "size", 415: "type", 429: "rate" };

/** Only to a session that stands where the respondent is: what is unsent goes first. Without a network it fails at once. */
export function uploading(
  { files, clock }: Device,
  session: Session,
  sender: Sender,
  run: () => void,
): Respondent["upload"] {
  return async (nodeId, file, onProgress, signal) => {
    const { kept } = session.situation;
    if (!kept || !session.state().path.includes(nodeId)) return { ok: false, reason: "failed" };
    session.keep(begun(kept, clock.now()));
    run();
    if (!(await allSent(session, sender, signal))) return { ok: false, reason: "failed" };
    const path = `session/${kept.session}/upload/?node_id=${encodeURIComponent(nodeId)}`;
    return resultOf(session, await files.upload(path, file, onProgress, signal));
  };
}

function resultOf(session: Session, { status, file }: FileReply): UploadResult {
  const { kept } = session.situation;
  if (!file || !kept) return { ok: false, reason: reasons[status] ?? "failed" };
  session.keep({ ...kept, files: { ...kept.files, [file.url]: file } });
  return { ok: true, file };
}

/** False as soon as it fails, or nobody wants it any more. */
function allSent(session: Session, sender: Sender, signal: AbortSignal): Promise<boolean> {
  return new Promise((resolve) => {
    const look = () => {
      const isSent = session.situation.kept?.queue.length === 0;
      if (!isSent && session.isHeld && !signal.aborted && sender.status.retryAt === null) return;
      end();
      resolve(isSent && session.isHeld && !signal.aborted);
    };
    const end = session.subscribe(look);
    look();
  });
}
