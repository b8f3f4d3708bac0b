import { join } from "node:path";
import type { Readable } from "node:stream";
import { env } from "../env.ts";

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

/** `s3://bucket?endpoint=…&region=…`, or a directory. What S3 needs is only loaded where it is used. */
export async function openFileStore(): Promise<FileStore> {
  const { UPLOADS, DATA_DIR } = env();
  if (UPLOADS?.startsWith("s3:")) return (await import("./bucket.ts")).openBucket(UPLOADS);
  return (await import("./directory.ts")).openDirectory(UPLOADS ?? join(DATA_DIR, "uploads"));
}
