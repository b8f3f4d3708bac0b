import { readFileSync } from "node:fs";
import { join } from "node:path";
import { earlierCode, hasCommit } from "../support/earlierCode.ts";

/** Commit of the previous release. A release sets it to the one before. */
export const previousCommit = readFileSync(join(import.meta.dirname, "previous.txt"), "utf8").trim();

export const hasPrevious = (): boolean => hasCommit(previousCommit);

/** Returns the folder with the code of the previous release. */
export const previousCode = (): string => earlierCode(previousCommit);
