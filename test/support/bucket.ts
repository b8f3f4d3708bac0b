import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../shared/platform/embedded/postgres.ts";
import { openBucket } from "../../shared/platform/files/bucket.ts";
import { eventually } from "./eventually.ts";
import { startProcess } from "./processes.ts";
import { findProgram } from "./servers.ts";

/** An S3-compatible server (versitygw) with one bucket, whose objects are files in a folder. */
export interface BucketServer {
  /** `UPLOADS` of a product */
  url: string;
  /** credentials of the product */
  env: Record<string, string>;
  stop(): Promise<void>;
}

const program = findProgram("versitygw");
export const hasBucket = program !== undefined;
export const bucketCredentials = { AWS_ACCESS_KEY_ID: "access", AWS_SECRET_ACCESS_KEY: "a secret of sixteen" };

/** Starts the server. Objects and their metadata are in the folder. */
export async function startBucket(folder: string): Promise<BucketServer> {
  const port = await freePort();
  mkdirSync(join(folder, "s3/uploads"), { recursive: true });
  mkdirSync(join(folder, "meta"));
  const address = ["--port", `127.0.0.1:${port}`, "--region", "eu-west-1"];
  const server = await startProcess({
    name: "versitygw",
    command: program ?? "versitygw",
    args: [...address, "posix", "--sidecar", join(folder, "meta"), join(folder, "s3")],
    env: {
      ROOT_ACCESS_KEY: bucketCredentials.AWS_ACCESS_KEY_ID,
      ROOT_SECRET_KEY: bucketCredentials.AWS_SECRET_ACCESS_KEY,
    },
  });
  Object.assign(process.env, bucketCredentials);
  const url = `s3://uploads?endpoint=http://127.0.0.1:${port}&region=eu-west-1`;
  await eventually(() => openBucket(url).read("nobody"));
  return { url, env: bucketCredentials, stop: () => server.kill() };
}
