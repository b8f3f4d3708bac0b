import { spawn } from "node:child_process";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "@jest/globals";
import { bareEnvironment } from "./processes.ts";

/** Jest on test/fixtures/runner, whose files run in the order of their names. */
async function runFixtures(names: string): Promise<string> {
  const config = {
    rootDir: join(import.meta.dirname, "../.."),
    runner: "<rootDir>/test/support/runner/runner.mts",
    roots: ["<rootDir>/test/fixtures/runner"],
    testMatch: [`**/${names}.fixture.ts`],
    testSequencer: "<rootDir>/test/fixtures/runner/byName.js",
    transform: {},
  };
  const jest = join(config.rootDir, "node_modules/jest/bin/jest.js");
  const args = [jest, "--runInBand", "--colors=false", "--config", JSON.stringify(config)];
  const child = spawn(process.execPath, args, { env: { ...bareEnvironment(), LANG: "C" } });
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return out + err;
}

test("isolates a test file from the previous one in the same process", async () => {
  expect(await runFixtures("{first,second}")).toContain("Tests:       2 passed, 2 total");
});

test("a process that exits fails only its file, with its last output", async () => {
  const said = await runFixtures("*");
  expect(said).toMatch(/The process of this file exited with 7\.\n *the last words/);
  expect(said).toContain("Test Suites: 1 failed, 2 passed, 3 total");
});
