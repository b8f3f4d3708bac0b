import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { guardFolder } from "./guard.ts";

/** Shared state of a test run. Jest's main process creates it, and test files read it from the environment. */
const names = {
  folder: "PATHFORM_TEST_FOLDER",
  postgres: "PATHFORM_TEST_POSTGRES",
  one: "PATHFORM_TEST_ONE",
  many: "PATHFORM_TEST_MANY",
  pooled: "PATHFORM_TEST_POOLED",
  citus: "PATHFORM_TEST_CITUS",
  problem: "PATHFORM_TEST_PROBLEM",
};
export type Shared = keyof typeof names;

export const share = (name: Shared, value: string): void => {
  process.env[names[name]] = value;
};
export const shared = (name: Shared): string | undefined => process.env[names[name]];

/** Returns the run's temporary folder. */
export function runFolder(): string {
  const known = shared("folder");
  if (known) return known;
  const folder = mkdtempSync(join(tmpdir(), "pathform-test-"));
  share("folder", folder);
  guardFolder(folder);
  return folder;
}

/** Returns the folder with the logs of the run's processes. */
export function logFolder(): string {
  const folder = join(runFolder(), "logs");
  mkdirSync(folder, { recursive: true });
  return folder;
}
