import { readFileSync } from "node:fs";
import { join } from "node:path";
import { earlierCode, hasCommit } from "../support/earlierCode.ts";

/** Commits of the previous release, a line each. A release sets it to the one before. */
export const previousCommits: readonly string[] = readFileSync(join(import.meta.dirname, "previous.txt"), "utf8")
  .trim()
  .split("\n");

/** Returns the commits that the history lacks. */
export const missingCommits = (): string[] => previousCommits.filter((commit) => !hasCommit(commit));

/** Returns the folder with the code of a previous release. */
export const previousCode = (commit: string): string => earlierCode(commit);
