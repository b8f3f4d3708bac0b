import { join } from "node:path";
import type { JsonText } from "../../../shared/domain/json.ts";
import type { ImportResult } from "../../../shared/domain/shapes/imports.ts";
import { invalid } from "../../../shared/platform/errors.ts";
import { type Job, Thread, type ThreadLimits } from "../analysis/thread.ts";
import type { ImportedFile } from "./worker.ts";

/** The gateway waits 10 s for a response, so the thread has less. */
const usualLimits: ThreadLimits = { timeout: 8_000, memoryMiB: 384, waiting: 4, idle: 600_000 };

/** Converts foreign forms in a thread (features §14), because a hostile file can take any time and memory. */
export class Importer {
  private readonly thread: Thread<ImportedFile, JsonText<ImportResult>>;

  constructor(limits: Partial<ThreadLimits> = {}) {
    this.thread = new Thread(join(import.meta.dirname, "worker.ts"), { ...usualLimits, ...limits }, abandon);
  }

  /** Converts a document. Throws 400 if it can't be imported, 503 if too many files of this account wait. */
  convert(accountId: string, file: ImportedFile): Promise<JsonText<ImportResult>> {
    return this.thread.ask(accountId, file);
  }

  stop(): Promise<void> {
    return this.thread.stop();
  }
}

/** Settles a job that took too long or too much memory. */
function abandon({ reject }: Job<ImportedFile, JsonText<ImportResult>>): void {
  reject(invalid(["file: takes too long or too much memory to convert; split the form into several files"]));
}
