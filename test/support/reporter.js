import { appendFileSync, existsSync, writeSync } from "node:fs";

/**
 * Ends the output of a run with one line that people and programs can read: `N passed, N failed`, in tests. A suite that
 * could not run counts as one failed test, and so do a teardown that failed and, with CI=true, every suite that was left
 * out for want of a server. `PATHFORM_FAILED_SUITES` names a file that gets a line for each failed suite: its project, its
 * file, and how many of its tests passed and failed, separated by tabs (.ci/counts.sh gives some of them a second try).
 */
export default class CountReporter {
  #leftOut;
  #missing;

  constructor(_globalConfig, { leftOut = [] } = {}) {
    this.#leftOut = leftOut;
    this.#missing = process.env.CI === "true" ? leftOut.length : 0;
  }

  onRunComplete(_contexts, results) {
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites + this.#missing;
    const skipped = results.numPendingTests + results.numTodoTests;
    if (failed > 0) process.env.PATHFORM_TEST_KEEP = "true";
    // Jest and the teardown still write after this; nothing writes after the exit handlers
    process.once("exit", (code) => {
      const counted = failed === 0 && code !== 0 ? 1 : failed;
      this.#print(results.numPassedTests, counted, skipped);
    });
  }

  onTestResult({ context, path }, result) {
    const list = process.env.PATHFORM_FAILED_SUITES;
    if (!list || (result.numFailingTests === 0 && !result.testExecError)) return;
    const failed = result.numFailingTests + (result.testExecError ? 1 : 0);
    appendFileSync(list, `${[context.config.displayName.name, path, result.numPassingTests, failed].join("\t")}\n`);
  }

  #print(passed, failed, skipped) {
    const lines = this.#leftOut.map(({ suites, want }) => `Left out for want of ${want}: ${suites}`);
    const logs = `${process.env.PATHFORM_TEST_FOLDER}/logs`;
    if (failed > 0 && existsSync(logs)) lines.push(`Logs of the servers: ${logs}`);
    lines.push(`${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ""}`);
    writeSync(1, `\n${lines.join("\n")}\n`);
  }

  getLastError() {
    return this.#missing > 0 ? new Error("With CI=true no suite may be left out.") : undefined;
  }
}
