import { join } from "node:path";
import { env } from "../env.ts";
import type { FileStore } from "./store.ts";

/** `s3://bucket?endpoint=…&region=…`, or a directory. What S3 needs is only loaded where it is used. */
export async function openFileStore(): Promise<FileStore> {
  const { UPLOADS, DATA_DIR } = env();
  if (UPLOADS?.startsWith("s3:")) return (await import("./bucket.ts")).openBucket(UPLOADS);
  return (await import("./directory.ts")).openDirectory(UPLOADS ?? join(DATA_DIR, "uploads"));
}
