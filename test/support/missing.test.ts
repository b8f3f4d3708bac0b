import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { missingLines } from "./missing.ts";
import { bareEnvironment } from "./processes.ts";

const root = join(import.meta.dirname, "../..");

test("names each missing program with its suites, and the packages that install it", () => {
  const nats = { program: "nats-server", want: "nats-server" };
  const pgbouncer = { program: "pgbouncer", want: "pgbouncer 1.21 or newer (1.18.0 is installed)" };
  const lines = missingLines(
    [{ suites: "browser", wants: [{ program: "chromium", want: "chromium" }] }],
    [
      { suites: "bus", wants: [nats] },
      { suites: "pooler", wants: [nats, pgbouncer] },
    ],
  );
  expect(lines).toEqual([
    "Missing on this machine:",
    "- chromium: leaves out browser",
    "- nats-server: leaves out bus, pooler of `npm run test:system`",
    "- pgbouncer 1.21 or newer (1.18.0 is installed): leaves out pooler of `npm run test:system`",
    "Debian: sudo apt-get install chromium nats-server",
    "Debian: no package has pgbouncer",
    "macOS:  brew install chromium nats-server pgbouncer",
  ]);
});

test("prints nothing if nothing is missing", () => {
  expect(missingLines([], [])).toEqual([]);
});

describe("npm test without nats-server, redis-server and a browser", () => {
  const folder = mkdtempSync(join(tmpdir(), "pathform-path-"));
  symlinkSync(process.execPath, join(folder, "node"));
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Runs no suite, because no path contains this name. Servers in Debian's folders of root's PATH count as installed. */
  function run(env: Record<string, string>) {
    const jest = join(root, "node_modules/jest/bin/jest.js");
    const args = [jest, "--config", "test/jest.config.js", "--testPathPatterns", "no-such-suite"];
    const given = { ...bareEnvironment(), PATH: folder, LANG: "C", ...env };
    return spawnSync(process.execPath, args, { cwd: root, env: given, encoding: "utf8" });
  }

  test("says first what is missing, and last what was left out", () => {
    const { stdout, status } = run({});
    expect(stdout).toMatch(/^Missing on this machine:\n- chromium: leaves out browser\n/);
    expect(stdout).toMatch(/- redis-server: leaves out .*bus.* of `npm run test:system`\n/);
    expect(stdout).toMatch(
      /\nDebian: sudo apt-get install chromium .*redis-server\nmacOS: {2}brew install chromium .*redis\n/,
    );
    expect(stdout).toMatch(/\nLeft out for want of chromium: browser\n0 passed, 0 failed\n$/);
    expect(status).toBe(0);
  });

  test("fails with CI=true", () => {
    const { stdout, status } = run({ CI: "true" });
    expect(stdout).toMatch(/\n0 passed, 1 failed\n$/);
    expect(status).toBe(1);
  });
});
