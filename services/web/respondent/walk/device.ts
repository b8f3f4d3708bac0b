import type { Api } from "./api.ts";
import type { Clock } from "./backoff.ts";
import type { UploadedFile } from "./state.ts";
import type { TextStore } from "./storage.ts";
import type { Locks } from "./tabLock.ts";

/** What a respondent's page needs of a browser; tests have one of their own. */
export interface Device {
  /** null: nothing stays on the device (a kiosk) */
  store: TextStore | null;
  /** null: the browser has none, or tabs share nothing (a kiosk) */
  locks: Locks | null;
  api: Api;
  files: FileApi;
  clock: Clock;
  newId(): string;
  /** Calls when a network or the person may be back; gives what ends that. */
  onWake(listener: () => void): () => void;
  /** Calls when another tab has written to the store. */
  onStored(listener: () => void): () => void;
}

export type FileReply = { status: 201; file: UploadedFile } | { status: number; file: null };

/** `path` is below `/api/v2/r/`. */
export interface FileApi {
  /** status 0: no reply */
  upload(path: string, file: File, onProgress: (part: number) => void, signal: AbortSignal): Promise<FileReply>;
  /** Best effort: what stays is removed by the service when its session is. */
  remove(path: string): void;
}
