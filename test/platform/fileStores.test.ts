import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { freePort } from "../../shared/platform/embedded/postgres.ts";
import { openBucket } from "../../shared/platform/files/bucket.ts";
import { openDirectory } from "../../shared/platform/files/directory.ts";
import type { FileStore } from "../../shared/platform/files/store.ts";
import { type BucketServer, bucketCredentials, hasBucket, startBucket } from "../support/bucket.ts";
import { findProgram } from "../support/servers.ts";

/** File stores (decisions §5, §8): a directory and an S3-compatible server (versitygw). */
const folder = mkdtempSync(join(tmpdir(), "pathform-stores-"));
const stores: Record<string, FileStore> = {};
let server: BucketServer | undefined;

beforeAll(async () => {
  stores.directory = openDirectory(join(folder, "directory"));
  if (!hasBucket) return;
  server = await startBucket(folder);
  stores.bucket = openBucket(server.url);
});
afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true });
});

test("finds the S3-compatible server if it was installed (.ci/run)", () => {
  if (process.env.CI === "true" && findProgram("go")) expect(hasBucket).toBe(true);
});

const bytesOf = async (store: FileStore, key: string) => {
  const stream = await store.read(key);
  return stream && buffer(stream);
};

/** Yields chunks of 64 KiB on demand. `at` is called with their number and can throw. */
function file(mebibytes: number, at: (chunk: number) => void = () => undefined): Readable {
  async function* whole() {
    for (let chunk = 0; chunk < mebibytes * 16; chunk += 1) {
      at(chunk);
      yield Buffer.alloc(65_536, chunk % 251);
    }
  }
  return Readable.from(whole(), { objectMode: false });
}

/** Returns the memory in use after garbage collection. */
const held = (): number => {
  collect();
  return process.memoryUsage().arrayBuffers;
};
setFlagsFromString("--expose-gc");
const collect: () => void = runInNewContext("gc");

describe.each(["directory", ...(hasBucket ? ["bucket"] : [])])("%s", (name) => {
  const store = () => stores[name] as FileStore;

  test("reads a file repeatedly until it is removed", async () => {
    await store().write("session/one", Readable.from([Buffer.from("some bytes")]));
    expect((await bytesOf(store(), "session/one"))?.toString()).toBe("some bytes");
    expect((await bytesOf(store(), "session/one"))?.toString()).toBe("some bytes");
    await store().remove("session/one");
    expect(await store().read("session/one")).toBeNull();
    await store().remove("session/one");
  });

  test("streams a large file without keeping it in memory", async () => {
    let most = 0;
    const before = held();
    const size = 64 * 2 ** 20;
    const looksNowAndThen = (chunk: number) => {
      if (chunk % 256 === 255) most = Math.max(most, held() - before);
    };
    await store().write("session/large", file(64, looksNowAndThen));
    // four parts of 5 MiB in flight, each with a copy in the connection
    expect(most).toBeLessThan((size * 3) / 4);
    const stream = await store().read("session/large");
    let read = 0;
    for await (const chunk of stream ?? []) read += chunk.length;
    expect(read).toBe(size);
    await store().remove("session/large");
  });

  test.each([1, 24])("leaves nothing of an aborted file of %i MiB", async (mebibytes) => {
    const breaksOff = (chunk: number) => {
      if (chunk === mebibytes * 8) throw new Error("the client is gone");
    };
    await expect(store().write("session/half", file(mebibytes, breaksOff))).rejects.toThrow("the client is gone");
    expect(await store().read("session/half")).toBeNull();
  });
});

test("leaves no part of an aborted file in a directory", async () => {
  const entries = readdirSync(join(folder, "directory"), { recursive: true }).map(String);
  expect(entries.filter((entry) => entry.includes("half"))).toEqual([]);
});

test("rejects with an error if the store is unavailable", async () => {
  const port = await freePort();
  Object.assign(process.env, bucketCredentials);
  const bucket = openBucket(`s3://uploads?endpoint=http://127.0.0.1:${port}`);
  await expect(bucket.write("session/one", file(1))).rejects.toThrow();
  await expect(bucket.read("session/one")).rejects.toThrow();
});
