import { mkdtempSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { openDirectory } from "../../shared/platform/files/directory.ts";
import type { FileStore } from "../../shared/platform/files/store.ts";
import { watchStore } from "../../shared/platform/files/watch.ts";
import { registry } from "../../shared/platform/ops/metrics.ts";
import { runFolder } from "../support/run.ts";

/** Warnings and metrics of a file store. */
const warn = jest.fn();
const folder = mkdtempSync(join(runFolder(), "full-"));
const store: FileStore = watchStore(openDirectory(folder), { warn });

beforeEach(() => void jest.useFakeTimers({ doNotFake: ["nextTick", "setImmediate"] }));
afterEach(() => void jest.useRealTimers());

const write = (key: string) => store.write(key, Readable.from([Buffer.from("text")]));
async function refused(): Promise<void> {
  // every write to /dev/full fails with ENOSPC
  symlinkSync("/dev/full", join(folder, "file.part"));
  await expect(write("file")).rejects.toThrow("ENOSPC");
}
async function metric(name: string): Promise<number> {
  const [, value] = new RegExp(`^pathform_file_store_${name} (.+)$`, "m").exec(await registry.metrics()) ?? [];
  return Number(value);
}

test("warns once a minute while the store is full, and shows it until a file is stored", async () => {
  expect(await metric("full")).toBe(0);
  for (let files = 0; files < 3; files++) await refused();
  expect(warn.mock.calls).toEqual([["The file store is full, so uploads are refused: ENOSPC"]]);
  expect(await metric("full")).toBe(1);
  jest.advanceTimersByTime(60_000);
  await refused();
  expect(warn).toHaveBeenCalledTimes(2);
  await write("other");
  expect(await metric("full")).toBe(0);
});

test("forgets a full store after ten minutes without an upload", async () => {
  await refused();
  jest.advanceTimersByTime(10 * 60_000);
  expect(await metric("full")).toBe(0);
});

test("shows the free space of a directory's disk", async () => {
  expect(await metric("free_bytes")).toBeGreaterThan(1_000_000);
});
