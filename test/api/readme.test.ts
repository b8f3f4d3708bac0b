import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { baseUrl } from "../support/api.ts";

const run = promisify(execFile);

/** Returns the calls of README.md for the server under test. */
async function calls(): Promise<string> {
  const readme = await readFile(join(import.meta.dirname, "../../README.md"), "utf8");
  const section = readme.split("## Create a form with the API")[1] ?? "";
  const [, block = ""] = /```sh\n([\s\S]*?)```/.exec(section) ?? [];
  return block.replaceAll("http://127.0.0.1:3000", baseUrl());
}

test("creates, publishes, answers and exports a form when the lines are pasted", async () => {
  const folder = await mkdtemp(join(tmpdir(), "pathform-readme-"));
  try {
    const { stdout } = await run("bash", ["-c", await calls()], { cwd: folder });
    expect(stdout).toContain('"version_number":1');
    expect(stdout).toContain('"is_complete":true');
    expect(stdout).toContain('"status":"completed"');
    expect(stdout).toMatch(/session_id,status,version_number,.*,Hungry\? \[hungry\],What will it be\? \[dish\]\r\n/);
    expect(stdout).toMatch(/,completed,1,.*,Yes,Soup\r\n$/);
  } finally {
    await rm(folder, { recursive: true });
  }
});

test("has five calls, each with a comment and one line", async () => {
  const lines = (await calls()).trim().split("\n");
  expect(lines.filter((line) => line.startsWith("#"))).toHaveLength(5);
  expect(lines.filter((line) => !line.startsWith("#"))).toHaveLength(5);
});
