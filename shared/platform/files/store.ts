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
}
