import { useEffect, useRef, useState } from "preact/hooks";
import { type FileLimits, fileFault } from "../files.ts";
import type { QuestionProps, UploadedFile, UploadResult } from "../question.ts";
import { useOnline } from "./unsent.ts";

/** A file that is uploading or was refused. */
export interface Pending {
  id: number;
  file: File;
  /** 0 to 1 */
  progress: number;
  problem: Extract<UploadResult, { ok: false }>["reason"] | null;
}

interface Uploads {
  question: Pick<QuestionProps, "upload" | "onBusy">;
  limits: FileLimits & { max_files: number };
  /** number of files in the answer */
  taken: number;
  onUploaded(file: UploadedFile): void;
}

/** Uploads files as they are chosen. Leaving the question cancels running uploads. */
export function useUploads({ question, limits, taken, onUploaded }: Uploads) {
  const { upload, onBusy } = question;
  const [pending, setPending] = useState<readonly Pending[]>([]);
  const sending = useRef(new Map<number, AbortController>());
  const lastId = useRef(0);
  const latest = useRef(onUploaded);
  latest.current = onUploaded;

  const update = (id: number, change: Partial<Pending>) =>
    setPending((list) => list.map((it) => (it.id === id ? { ...it, ...change } : it)));
  const drop = (id: number) => setPending((list) => list.filter((it) => it.id !== id));
  const settle = (id: number) => {
    sending.current.delete(id);
    if (sending.current.size === 0) onBusy?.(false);
  };
  const send = async (id: number, file: File) => {
    const abort = new AbortController();
    sending.current.set(id, abort);
    onBusy?.(true);
    const result = await upload(file, (progress) => update(id, { progress }), abort.signal);
    if (abort.signal.aborted) return;
    if (result.ok) {
      drop(id);
      latest.current(result.file);
    } else update(id, { problem: result.reason });
    settle(id);
  };
  useEffect(
    () => () => {
      for (const abort of sending.current.values()) abort.abort();
      if (sending.current.size > 0) onBusy?.(false);
    },
    [],
  );
  const retry = ({ id, file }: Pending) => {
    update(id, { problem: null, progress: 0 });
    send(id, file);
  };
  useOnline(() => pending.filter(({ problem }) => problem === "failed").forEach(retry));
  return {
    pending,
    retry,
    add(files: readonly File[]) {
      let free = limits.max_files - taken - sending.current.size;
      // clears earlier problems, which have been read by now
      setPending((list) => list.filter((it) => it.problem === null));
      for (const file of files) {
        const id = ++lastId.current;
        const problem = fileFault(file, limits) ?? (free > 0 ? null : "count");
        setPending((list) => [...list, { id, file, progress: 0, problem }]);
        if (problem !== null) continue;
        free--;
        send(id, file);
      }
    },
    cancel({ id }: Pending) {
      sending.current.get(id)?.abort();
      settle(id);
      drop(id);
    },
  };
}
