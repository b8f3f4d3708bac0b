import { mkdirSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { guardFolder } from "./guard.ts";

/**
 * What one run of the suite shares: Jest's own process sets it up once, and the test files read it from the environment
 * that they inherit.
 */
const names = {
  folder: "PATHFORM_TEST_FOLDER",
  postgres: "PATHFORM_TEST_POSTGRES",
  one: "PATHFORM_TEST_ONE",
  many: "PATHFORM_TEST_MANY",
  problem: "PATHFORM_TEST_PROBLEM",
};
export type Shared = keyof typeof names;

export const share = (name: Shared, value: string): void => {
  process.env[names[name]] = value;
};
export const shared = (name: Shared): string | undefined => process.env[names[name]];

/** The run's own folder in the system's temporary folder. */
export function runFolder(): string {
  const known = shared("folder");
  if (known) return known;
  const folder = mkdtempSync(join(tmpdir(), "pathform-test-"));
  share("folder", folder);
  guardFolder(folder);
  return folder;
}

/** Where the processes of the run write what they have to say. */
export function logFolder(): string {
  const folder = join(runFolder(), "logs");
  mkdirSync(folder, { recursive: true });
  return folder;
}
