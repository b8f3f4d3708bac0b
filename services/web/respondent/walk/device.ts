import type { Api } from "./api.ts";
import type { UploadResult } from "./state.ts";
import type { TextStore } from "./storage.ts";
import type { Locks } from "./tabLock.ts";

/** The parts of a browser that the respondent page needs. */
export interface Device {
  /** null in a kiosk, which keeps nothing */
  store: TextStore | null;
  /** null in a kiosk, or if the browser has none */
  locks: Locks | null;
  api: Api;
  files: FileApi;
  clock: Clock;
  newId(): string;
  /** Calls when the network or the respondent may be back. Returns a function that unsubscribes. */
  onWake(listener: () => void): () => void;
  /** Calls when another tab has written to the store. Returns a function that unsubscribes. */
  onStored(listener: () => void): () => void;
}

/** `path` is below `/api/v2/r/`. */
export interface FileApi {
  /** `key`: of this device (Kept.resumeKey) */
  upload(
    path: string,
    file: File,
    onProgress: (part: number) => void,
    signal: AbortSignal,
    key?: string,
  ): Promise<UploadResult>;
  /** Best effort: the service removes remaining files with their session. */
  remove(path: string): void;
}

/** Time and randomness of the page. Tests replace it. */
export interface Clock {
  /** ms since 1970, can jump */
  now(): number;
  /** Calls once, late if the device slept. Returns a function that cancels the call. */
  after(ms: number, call: () => void): () => void;
  /** 0 to below 1 */
  random(): number;
}
