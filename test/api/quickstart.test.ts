import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { baseUrl, owner } from "../support/api.ts";
import { findProgram } from "../support/servers.ts";

const run = promisify(execFile);

/** Returns the shell commands of a page of docs/ for the server under test. */
async function commands(page: string, key: string): Promise<string> {
  const guide = await readFile(join(import.meta.dirname, "../../docs", page), "utf8");
  const blocks = [...guide.matchAll(/^```bash\n(.*?)^```/gms)].map(([, block = ""]) => block);
  expect(blocks.length).toBeGreaterThan(4);
  return blocks
    .join("")
    .replace("http://127.0.0.1:3000", baseUrl())
    .replace("pf_your_key", key)
    .replace(/(?<=^SESSION=)[\w-]+$/m, randomUUID());
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

testWithJq(
  "the calls of docs/api.md create, publish, answer and export a form, and those of respondents.md walk it",
  async () => {
    const folder = await mkdtemp(join(tmpdir(), "pathform-quickstart-"));
    try {
      const { key } = await owner();
      const { stdout } = await run("bash", ["-ec", await commands("api.md", key)], { cwd: folder });
      for (const text of shown) expect(stdout).toContain(text);
      expect(stdout).toMatch(/session_id,status,.*,hidden\.table,Hungry\? \[hungry\],What will it be\? \[dish\]\r\n/);
      expect(stdout).toMatch(/,completed,1,.*,Yes,Soup\r\n$/);
      const walk = await run("bash", ["-ec", await commands("develop/respondents.md", key)], { cwd: folder });
      expect(walk.stdout).not.toContain('"detail"');
      expect(walk.stdout).toContain('"traversal_path":["hungry","dish"]');
      expect(walk.stdout).toContain('"status":"completed"');
    } finally {
      await rm(folder, { recursive: true });
    }
  },
);
