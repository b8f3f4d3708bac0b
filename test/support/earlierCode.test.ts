import { execFile, execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const root = mkdtempSync(join(tmpdir(), "pathform-history-"));
const git = (...args: string[]): string =>
  execFileSync("git", ["-c", "user.name=Tests", "-c", "user.email=tests@example.com", ...args], {
    cwd: root,
    encoding: "utf8",
  }).trim();
afterAll(() => rmSync(root, { recursive: true }));

test("unpacks a commit once for processes that ask at the same time", async () => {
  writeFileSync(join(root, "package.json"), '{"dependencies": {}}');
  git("init", "--quiet");
  git("add", "package.json");
  git("commit", "--quiet", "--message", "first");
  const commit = git("rev-parse", "HEAD");
  const script = `
    import { earlierCode } from ${JSON.stringify(join(import.meta.dirname, "earlierCode.ts"))};
    process.stdout.write(earlierCode(${JSON.stringify(commit)}, ${JSON.stringify(root)}));`;
  const ask = () => promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script]);
  const folders = await Promise.all(Array.from({ length: 6 }, async () => (await ask()).stdout));
  const folder = join(root, ".previous", commit);
  expect(new Set(folders)).toEqual(new Set([folder]));
  expect(readFileSync(join(folder, "package.json"), "utf8")).toBe('{"dependencies": {}}');
  expect(readdirSync(join(root, ".previous"))).toEqual([commit]);
});
