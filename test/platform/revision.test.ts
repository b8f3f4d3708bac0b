import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { revisionOf } from "../../shared/platform/ops/revision.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pathform-revision-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const git = (...args: string[]) =>
  execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@example.com", ...args], { cwd: folder });

test("is the commit of a checkout", () => {
  git("init", "-q");
  git("commit", "-q", "--allow-empty", "-m", "first");
  const head = String(git("rev-parse", "HEAD"));
  expect(revisionOf(folder)).toBe(head.slice(0, 12));
});

test("is the image's, even if it is written in full", () => {
  writeFileSync(join(folder, "REVISION"), "6a021ae9c0ffee6a021ae9c0ffee6a021ae9c0ff\n");
  expect(revisionOf(folder)).toBe("6a021ae9c0ff");
});

test("is unknown for an archive without either, or with a broken checkout", () => {
  writeFileSync(join(folder, "REVISION"), "");
  expect(revisionOf(folder)).toBe("unknown");
  writeFileSync(join(folder, ".git"), "gitdir: nowhere");
  expect(revisionOf(folder)).toBe("unknown");
});
