import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import type { TestResult } from "@jest/test-result";
import type { Config } from "@jest/types";
import fc from "fast-check";
import { treeMs } from "./cpuTime.mts";
import { jestObject } from "./jestObject.mts";
import { loadAnew } from "./modules.mts";

/**
 * Process that runs test files one after the other with jest-circus and reports the results. Every file gets fresh project
 * modules and the original environment. Packages are loaded once.
 */
export interface Task {
  path: string;
  config: Config.ProjectConfig;
  globalConfig: Config.GlobalConfig;
}
export type Report = TestResult | { problem: string };

// the same random examples in each run; without it, each run draws others
if (process.env.PATHFORM_SEED) fc.configureGlobal({ seed: Number(process.env.PATHFORM_SEED) });

const require = createRequire(import.meta.url);
const environment = { ...process.env };
const signals = ["SIGTERM", "SIGINT"] as const;

process.on("message", (task: Task) => {
  // no `await`, which would end every failure's stack in this file
  run(task).then(report, (error: Error) => report({ problem: error.stack ?? String(error) }));
});
process.once("disconnect", () => process.exit());

const report = (result: Report) => process.send?.(result);

function run({ path, config, globalConfig }: Task): Promise<Report> {
  Error.stackTraceLimit = 100;
  const { jest, restore } = jestObject(config, loadAnew);
  Object.assign(globalThis, config.globals, { jest });
  // the parts of Jest's runtime that jest-circus uses
  const runtime = {
    requireInternalModule: require,
    requireModule: require,
    setGlobalsForRuntime: () => undefined,
    unstable_shouldLoadAsEsm: () => true,
    unstable_importModule: (file: string) => import(pathToFileURL(file).href),
    enterTestCode: () => undefined,
    leaveTestCode: () => undefined,
  };
  const start = Date.now();
  const used = treeMs();
  return freshCircus()(globalConfig, config, { global: globalThis }, runtime, path)
    .then((result) => {
      const end = Date.now();
      const isSlow = end - start > config.slowTestThreshold * 1000;
      return {
        ...result,
        displayName: config.displayName,
        skipped: result.testResults.length === result.numPendingTests,
        perfStats: { ...result.perfStats, start, end, runtime: end - start, slow: isSlow, cpuMs: treeMs() - used },
      };
    })
    .finally(() => {
      restore();
      forgetFile();
    });
}

type Circus = (...parameters: unknown[]) => Promise<TestResult>;

/** It keeps the previous file's tests in its module and in a global. */
function freshCircus(): Circus {
  for (const file of Object.keys(require.cache)) if (file.includes("/jest-circus/")) delete require.cache[file];
  Reflect.deleteProperty(globalThis, Symbol.for("EVENT_HANDLERS"));
  return require("jest-circus/runner").default;
}

function forgetFile(): void {
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name];
  Object.assign(process.env, environment);
  for (const signal of signals) process.removeAllListeners(signal);
  loadAnew();
}
