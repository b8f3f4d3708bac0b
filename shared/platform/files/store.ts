import type { Readable } from "node:stream";

/**
 * Where the bytes of uploads are (decisions §5, §8: UPLOADS): a directory or an S3 bucket. The gateway writes and reads
 * them, sessions removes them; what there is stands in `sessions.files`. Bytes never cross the bus.
 */
export interface FileStore {
  /** Resolves when the bytes are there for good; when it fails, nothing of them is left. */
  write(key: string, bytes: Readable): Promise<void>;
  /** null: there is no such file */
  read(key: string): Promise<Readable | null>;
  /** What is not there is removed already. */
  remove(key: string): Promise<void>;
}
