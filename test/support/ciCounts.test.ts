import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** .ci/counts.sh with shell functions instead of test runs. */
const root = join(import.meta.dirname, "../..");
let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "pathform-counts-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

interface Run {
  prints?: string;
  status?: number;
  /** Tests that passed in earlier runs. */
  earlier?: number;
  /** Returns projects of failed suites. Each suite has four tests, one of which failed. */
  failed?: string[];
}

/** Returns the last lines of a CI run with this run of tests and this second attempt of each suite. */
function lastLines({ prints = "", status = 0, earlier = 0, failed = [] }: Run, second: Run = { status: 99 }): string[] {
  const rows = failed.map((project) => `${project}\\t${root}/${project}.ts\\t3\\t1\\t● counts\\n`);
  const script = `
    set -euo pipefail
    output=${folder}/output PATHFORM_FAILED_SUITES=${folder}/failed
    . .ci/counts.sh
    passed=${earlier}
    first() { printf '${rows.join("")}' >"$PATHFORM_FAILED_SUITES"; echo "${prints}"; return ${status}; }
    npm() { echo "${second.prints ?? ""}"; return ${second.status ?? 0}; }
    run_tests first
    echo totals
    print_counts`;
  const { stdout } = spawnSync("bash", ["-c", script], { cwd: root, encoding: "utf8" });
  return stdout.slice(stdout.indexOf("totals\n")).trim().split("\n").slice(1);
}

const causes = (lines: string[]) => lines.filter((line) => line.startsWith("Failed: "));
const counts = (...run: Parameters<typeof lastLines>) =>
  lastLines(...run).filter((line) => !line.startsWith("Failed: "));

describe("the last lines of .ci/run", () => {
  test("count passed and failed tests", () => {
    expect(counts({ prints: "10 passed, 0 failed, 2 skipped" })).toEqual(["10 passed, 0 failed"]);
    expect(counts({ prints: "10 passed, 2 failed", status: 1 })).toEqual(["10 passed, 2 failed"]);
  });

  test("count a run that prints no counts, fails without a failed test or has no tests as failed", () => {
    expect(counts({ prints: "Killed", status: 137 })).toEqual(["0 passed, 1 failed"]);
    expect(counts({ prints: "10 passed, 0 failed", status: 1 })).toEqual(["10 passed, 1 failed"]);
    expect(counts({ prints: "0 passed, 0 failed" })).toEqual(["0 passed, 1 failed"]);
  });

  test("don't count a run as failed whose only suite can't run on this machine", () => {
    const prints = "Left out for want of buildah: image\n0 passed, 0 failed";
    expect(counts({ prints, earlier: 3 })).toEqual(["3 passed, 0 failed"]);
    expect(counts({ prints, earlier: 3, status: 1 })).toEqual(["3 passed, 1 failed"]);
  });

  test("list a suite with faults or browsers that passes on the second attempt as flaky", () => {
    const first = { prints: "12 passed, 2 failed", status: 1, failed: ["browser", "faults"] };
    expect(counts(first, { prints: "4 passed, 0 failed" })).toEqual([
      "2 flaky: browser.ts faults.ts",
      "14 passed, 0 failed",
    ]);
  });

  test("count a suite that fails twice, or has no tests the second time, as failed", () => {
    const first = { prints: "12 passed, 1 failed", status: 1, failed: ["browser"] };
    expect(counts(first, { prints: "3 passed, 1 failed", status: 1 })).toEqual(["12 passed, 1 failed"]);
    expect(counts(first, { prints: "0 passed, 0 failed" })).toEqual(["9 passed, 1 failed"]);
  });

  test.each(["domain", "service", "api: one process"])("don't retry suites of %s", (project) => {
    const first = { prints: "12 passed, 2 failed", status: 1, failed: [project, "browser"] };
    expect(counts(first, { prints: "4 passed, 0 failed" })).toEqual(["1 flaky: browser.ts", "13 passed, 1 failed"]);
  });

  test("say which suites failed twice", () => {
    const first = { prints: "12 passed, 2 failed", status: 1, failed: ["domain", "browser"] };
    expect(causes(lastLines(first, { prints: "3 passed, 1 failed", status: 1 }))).toEqual([
      "Failed: first",
      "Failed:   browser\tbrowser.ts\t● counts",
      "Failed:   domain\tdomain.ts\t● counts",
    ]);
    expect(causes(lastLines({ prints: "10 passed, 0 failed" }))).toEqual([]);
  });

  test("quote a run that failed without suites", () => {
    expect(causes(lastLines({ prints: "gateway uses 1.30 times the CPU\n3 passed, 1 failed", status: 1 }))).toEqual([
      "Failed: first",
      "Failed:   gateway uses 1.30 times the CPU",
      "Failed:   3 passed, 1 failed",
    ]);
  });

  test("don't retry if more than four suites failed", () => {
    const first = { prints: "12 passed, 5 failed", status: 1, failed: Array<string>(5).fill("browser") };
    expect(counts(first, { prints: "4 passed, 0 failed" })).toEqual(["12 passed, 5 failed"]);
  });
});
