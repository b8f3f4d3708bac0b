import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { baseUrl, owner } from "../support/api.ts";
import { findProgram } from "../support/servers.ts";

const run = promisify(execFile);

/** Returns the shell commands of docs/api.md for the server under test. */
async function commands(key: string): Promise<string> {
  const guide = await readFile(join(import.meta.dirname, "../../docs/api.md"), "utf8");
  const blocks = [...guide.matchAll(/^```bash\n(.*?)^```/gms)].map(([, block = ""]) => block);
  expect(blocks.length).toBeGreaterThan(5);
  return blocks.join("").replace("http://127.0.0.1:3000", baseUrl()).replace("pf_your_key", key);
}

// CI installs it
const testWithJq = findProgram("jq") || process.env.CI ? test : test.skip;

/** Returns the printed results that docs/api.md shows, without IDs. */
const shown = [
  '"title": "Lunch"',
  '"version_number": 1',
  '"next_node_id": "bye"',
  '"is_complete": true',
  '"status": "completed"',
];

testWithJq("the calls of docs/api.md create, publish, answer and export a form", async () => {
  const folder = await mkdtemp(join(tmpdir(), "pathform-quickstart-"));
  try {
    const { key } = await owner();
    const { stdout } = await run("bash", ["-ec", await commands(key)], { cwd: folder });
    for (const text of shown) expect(stdout).toContain(text);
    expect(stdout).toMatch(/session_id,status,version_number,.*,Hungry\? \[hungry\],What will it be\? \[dish\]\r\n/);
    expect(stdout).toMatch(/,completed,1,.*,Yes,Soup\r\n$/);
  } finally {
    await rm(folder, { recursive: true });
  }
});
