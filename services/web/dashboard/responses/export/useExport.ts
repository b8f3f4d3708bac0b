import { useEffect, useRef, useState } from "react";
import { saveFile } from "../../../ui/saveFile.ts";
import { signInGate } from "../../api/service.ts";
import { type ExportOptions, isCounted } from "./exportOptions.ts";
import { type ExportedFile, ExportTooLarge, type Progress, readExport } from "./readExport.ts";

export type ExportState =
  | { phase: "choosing" }
  | { phase: "running" | "stopped"; progress: Progress }
  | { phase: "failed"; progress: Progress; error: unknown }
  | { phase: "too_large" }
  | { phase: "saved"; file: Omit<ExportedFile, "content"> };

const nothing: Progress = { records: 0, bytes: 0 };

/** Runs one export at a time. Unmounting cancels it. */
export function useExport() {
  const [state, setState] = useState<ExportState>({ phase: "choosing" });
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function start(path: string, options: ExportOptions): Promise<void> {
    const control = new AbortController();
    running.current = control;
    let progress = nothing;
    setState({ phase: "running", progress });
    try {
      const onProgress = (now: Progress) => {
        progress = now;
        if (!control.signal.aborted) setState({ phase: "running", progress });
      };
      const asked = { path, format: options.format, isCounted: isCounted(options) };
      const reading = { send: signInGate.fetch, signal: control.signal, onProgress };
      const { content, ...file } = await readExport({ ...asked, ...reading });
      saveFile(file.name, content);
      setState({ phase: "saved", file });
    } catch (error) {
      if (control.signal.aborted) setState({ phase: "stopped", progress });
      else setState(error instanceof ExportTooLarge ? { phase: "too_large" } : { phase: "failed", progress, error });
    }
  }

  return { state, start, stop: () => running.current?.abort() };
}
