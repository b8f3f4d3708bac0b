import { execFile } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "@jest/globals";

const launcher = join(import.meta.dirname, "../../../deploy/run.mjs");

test.each(["check.ts"])("%s says how to install kustomize if it is missing", async (tool) => {
  const stderr = await new Promise((done) =>
    execFile(process.execPath, [launcher, `kubernetes/tools/${tool}`], { env: { PATH: "/nowhere" } }, (_, __, text) =>
      done(text),
    ),
  );
  expect(stderr).toMatch(
    /^kustomize isn't installed .* run: GOBIN=\/usr\/local\/bin go install sigs\.k8s\.io\/kustomize\S+\n$/,
  );
});
