import { execFile } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "@jest/globals";

const launcher = join(import.meta.dirname, "../../../deploy/run.mjs");

test.each([
  ["check.ts", "helm", "helm\\.sh/helm"],
  ["budget.ts production", "kustomize", "sigs\\.k8s\\.io/kustomize"],
])("%s says how to install %s if it is missing", async (command, program, module) => {
  const [tool, ...args] = command.split(" ");
  const stderr = await new Promise((done) =>
    execFile(
      process.execPath,
      [launcher, `kubernetes/tools/${tool}`, ...args],
      { env: { PATH: "/nowhere" } },
      (_, __, text) => done(text),
    ),
  );
  expect(stderr).toMatch(
    new RegExp(`^${program} isn't installed.* run: GOBIN=/usr/local/bin go install ${module}\\S+\\n$`),
  );
});
