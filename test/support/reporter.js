import { appendFileSync, existsSync, writeSync } from "node:fs";
import { stripVTControlCharacters } from "node:util";
import { sharedMs, slowness } from "./runner/cpuTime.mts";
import { recordSeconds } from "./seconds.ts";

/**
 * Ends the output of a run with the line `N passed, N failed`. Suites that couldn't run and failed teardowns count as failed
 * tests, and with CI=true also suites skipped because of missing servers. The file PATHFORM_FAILED_SUITES gets a line per failed
 * suite with project, file, passed and failed tests and why, separated by tabs, for second attempts and the last lines of CI
 * (.ci/counts.sh). Records the CPU seconds of each file (seconds.ts), and prints those of each suite, of a machine with the usual speed.
 */
export default class CountReporter {
  #leftOut;
  #missing;
  #runs = [];
  #ceiling;
  #cost = { seconds: 0, text: "" };
  #speeds = [];

  constructor(_globalConfig, { leftOut = [], ceiling = null } = {}) {
    this.#leftOut = leftOut;
    const isCi = process.env.CI === "true";
    this.#ceiling = isCi ? ceiling : null;
    this.#missing = isCi ? leftOut.filter(({ isAllowed }) => !isAllowed).length : 0;
  }

  onRunComplete(_contexts, results) {
    if (this.#runs.length > 0) recordSeconds(this.#runs);
    this.#speeds.push(slowness());
    this.#cost = costOf(this.#runs, this.#speeds);
    const failed =
      results.numFailedTests + results.numRuntimeErrorTestSuites + this.#missing + (this.#isTooSlow ? 1 : 0);
    const skipped = results.numPendingTests + results.numTodoTests;
    if (failed > 0) process.env.PATHFORM_TEST_KEEP = "true";
    // Jest and the teardown write after this; exit handlers run last
    process.once("exit", (code) => {
      const counted = failed === 0 && code !== 0 ? 1 : failed;
      this.#print(results.numPassedTests, counted, skipped);
    });
  }

  onTestResult({ context, path }, result) {
    const project = context.config.displayName.name;
    this.#runs.push({ path, project, seconds: (result.perfStats?.cpuMs ?? 0) / 1000 });
    if (this.#runs.length % filesPerSpeed === 0) this.#speeds.push(slowness());
    const list = process.env.PATHFORM_FAILED_SUITES;
    if (!list || (result.numFailingTests === 0 && !result.testExecError)) return;
    const failed = result.numFailingTests + (result.testExecError ? 1 : 0);
    appendFileSync(list, `${[project, path, result.numPassingTests, failed, reasonOf(result)].join("\t")}\n`);
  }

  get #isTooSlow() {
    return this.#ceiling !== null && this.#cost.seconds > 1.15 * this.#ceiling;
  }

  #print(passed, failed, skipped) {
    const lines = this.#leftOut.map(
      ({ suites, wants }) => `Left out for want of ${wants.map(({ want }) => want).join(", ")}: ${suites}`,
    );
    if (this.#runs.length > 1) lines.push(this.#cost.text);
    if (this.#isTooSlow) lines.push(tooSlow(this.#ceiling));
    const logs = `${process.env.PATHFORM_TEST_FOLDER}/logs`;
    if (failed > 0 && existsSync(logs)) lines.push(`Logs of the servers: ${logs}`);
    lines.push(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
    writeSync(1, `\n${lines.join("\n")}\n`);
  }

  getLastError() {
    if (this.#missing > 0) return new Error("With CI=true, no suite can be skipped.");
    return this.#isTooSlow ? new Error(tooSlow(this.#ceiling)) : undefined;
  }
}

/** The machine's speed varies, so it is measured from time to time, and the median counts. */
const filesPerSpeed = 20;

const tooSlow = (ceiling) => `The tests took over 15% more than the ${ceiling} CPU seconds of test/jest.config.js.`;

/** Returns the CPU seconds of all on a machine of the usual speed, and in words, with those of each suite and of shared servers. */
function costOf(runs, speeds) {
  const speed = speeds.toSorted((a, b) => a - b)[Math.floor(speeds.length / 2)];
  const suites = Object.entries(Object.groupBy(runs, ({ project }) => project)).map(([name, files]) => [
    name,
    files.reduce((sum, { seconds }) => sum + seconds, 0),
  ]);
  const shared = sharedMs() / 1000;
  const all = suites.reduce((sum, [, seconds]) => sum + seconds, shared);
  const parts = [...suites, ["shared", shared]].map(([name, seconds]) => `${name} ${(seconds / speed).toFixed(0)}`);
  const text = `CPU seconds: ${(all / speed).toFixed(0)} (${parts.join(", ")}), measured ${all.toFixed(0)} on a machine ${speed.toFixed(2)} times as slow as usual`;
  return { seconds: all / speed, text };
}

/** Returns the first failure of a suite in one line: its test, what was expected and where. */
function reasonOf({ failureMessage }) {
  const lines = stripVTControlCharacters(failureMessage ?? "").split("\n");
  const at = lines.find((line) => /^\s+at .*\btest\//.test(line)) ?? "";
  const text = lines.filter((line) => !/^\s*(at .*|>? *\d* \|.*)?$/.test(line)).slice(0, 20);
  return `${text.join(" ")} ${at}`.replace(/\s+/g, " ").slice(0, 600);
}
