import { join } from "node:path";
import { env } from "../env.ts";
import type { FileStore } from "./store.ts";

/** Opens the store of UPLOADS. The S3 client is only loaded for a bucket. */
export async function openFileStore(): Promise<FileStore> {
  const { UPLOADS, DATA_DIR } = env();
  if (UPLOADS?.startsWith("s3:")) return (await import("./bucket.ts")).openBucket(UPLOADS);
  return (await import("./directory.ts")).openDirectory(UPLOADS ?? join(DATA_DIR, "uploads"));
}
