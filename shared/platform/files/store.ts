import type { Readable } from "node:stream";

/**
 * Storage of uploads (decisions §5, §8: UPLOADS), a directory or an S3 bucket. The gateway writes and reads files, sessions
 * removes them and lists them in `sessions.files`. Bytes never cross the bus.
 */
export interface FileStore {
  /** Resolves when the bytes are durable. If it fails, it leaves nothing behind. */
  write(key: string, bytes: Readable): Promise<void>;
  /** Returns null if the file doesn't exist. */
  read(key: string): Promise<Readable | null>;
  /** Succeeds if the file doesn't exist. */
  remove(key: string): Promise<void>;
  /** Returns the free bytes of a directory's disk. A bucket has no limit that is known. */
  freeBytes?(): Promise<number>;
}

/** Codes of a full disk and of a quota on it, and MinIO's name of its own. */
const fullCodes: ReadonlySet<unknown> = new Set(["ENOSPC", "EDQUOT", "XMinioStorageFull"]);

/** Returns whether a file couldn't be stored because the store is full. */
export function isStoreFull(error: unknown): boolean {
  const { code, name } = (error ?? {}) as { code?: unknown; name?: unknown };
  return fullCodes.has(code) || fullCodes.has(name);
}
