import "../../../deploy/bundledPackages.mjs";
import { createRequire, registerHooks } from "node:module";
import { pathToFileURL } from "node:url";
import type { TestResult } from "@jest/test-result";
import type { Config } from "@jest/types";
import { jestObject } from "./jestObject.mts";

/** The process of one test file. It is told which, runs it with jest-circus, reports, and ends. */
export interface Task {
  path: string;
  config: Config.ProjectConfig;
  globalConfig: Config.GlobalConfig;
}
export type Report = TestResult | { problem: string };

const require = createRequire(import.meta.url);
const globals = new URL("globals.mts", import.meta.url).href;
let generation = 0;

registerHooks({
  resolve(specifier, context, nextResolve) {
    if (specifier === "@jest/globals") return { url: globals, shortCircuit: true };
    const resolved = nextResolve(specifier, context);
    const isOurs = resolved.url.startsWith("file:") && !resolved.url.includes("/node_modules/");
    return generation > 0 && isOurs ? { ...resolved, url: `${resolved.url}?${generation}` } : resolved;
  },
});

const report = (result: Report) => process.send?.(result, () => process.exit());

process.once("message", (task: Task) => {
  // no `await`: else the stack of every failure ended in this file
  run(task).then(report, (error: Error) => report({ problem: error.stack ?? String(error) }));
});

function run({ path, config, globalConfig }: Task): Promise<Report> {
  Error.stackTraceLimit = 100;
  const resetModules = () => {
    generation += 1;
  };
  Object.assign(globalThis, config.globals, { jest: jestObject(config, resetModules) });
  // of what Jest's own runtime gives to jest-circus, that which it uses
  const runtime = {
    requireInternalModule: require,
    requireModule: require,
    setGlobalsForRuntime: () => undefined,
    unstable_shouldLoadAsEsm: () => true,
    unstable_importModule: (file: string) => import(pathToFileURL(file).href),
    enterTestCode: () => undefined,
    leaveTestCode: () => undefined,
  };
  const circus: (...parameters: unknown[]) => Promise<TestResult> = require("jest-circus/runner").default;
  const start = Date.now();
  return circus(globalConfig, config, { global: globalThis }, runtime, path).then((result) => {
    const end = Date.now();
    const isSlow = end - start > config.slowTestThreshold * 1000;
    return {
      ...result,
      displayName: config.displayName,
      skipped: result.testResults.length === result.numPendingTests,
      perfStats: { ...result.perfStats, start, end, runtime: end - start, slow: isSlow },
    };
  });
}
