import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { TestResult } from "@jest/test-result";
import type { Config } from "@jest/types";
import { bareEnvironment } from "../processes.ts";
import type { Report, Task } from "./testFile.mts";

/**
 * Jest's runner of test files: each runs in a Node.js process of its own, which loads modules as the product's processes do.
 * Jest's own runner evaluates every module anew for every file, in a context where each use of a global is several times as
 * dear. What it can do beyond that (mocked modules, transforms, coverage) no test uses.
 */
interface Test {
  path: string;
  context: { config: Config.ProjectConfig };
}

export default class NativeRunner {
  readonly supportsEventEmitters = false;
  readonly #config: Config.GlobalConfig;

  constructor(config: Config.GlobalConfig) {
    this.#config = config;
  }

  async runTests(
    tests: Test[],
    watcher: { isInterrupted(): boolean },
    onStart: (test: Test) => Promise<void>,
    onResult: (test: Test, result: TestResult) => Promise<void>,
    onFailure: (test: Test, error: { message: string; stack?: string }) => Promise<void>,
    { serial }: { serial: boolean },
  ): Promise<void> {
    const waiting = [...tests];
    const work = async () => {
      for (let test = waiting.shift(); test && !watcher.isInterrupted(); test = waiting.shift()) {
        await onStart(test);
        const outcome = await this.#run(test).catch((error: Error) => error);
        await (outcome instanceof Error ? onFailure(test, outcome) : onResult(test, outcome));
      }
    };
    await Promise.all(Array.from({ length: serial ? 1 : this.#config.maxWorkers }, work));
  }

  async #run({ path, context: { config } }: Test): Promise<TestResult> {
    const { NODE_COMPILE_CACHE } = bareEnvironment();
    const env = { ...process.env, NODE_COMPILE_CACHE };
    const child = fork(join(import.meta.dirname, "testFile.mts"), { env, stdio: ["ignore", "pipe", "pipe", "ipc"] });
    child.send({ path, config, globalConfig: this.#config } satisfies Task);
    const { report, output, end } = await outcomeOf(child);
    if (!report) throw new Error(`The process of this file ended with ${end}.\n${output}`);
    if ("problem" in report) throw new Error(`${report.problem}\n${output}`);
    return { ...report, ...(output !== "" && { console: [{ message: output, origin: "", type: "log" as const }] }) };
  }
}

async function outcomeOf(child: ChildProcess) {
  let report: Report | undefined;
  let output = "";
  child.on("message", (message) => {
    report = message as Report;
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (chunk: string) => {
      output += chunk;
    });
  }
  const closed = once(child, "close");
  const [code, signal] = await once(child, "exit");
  // the rest of its output; but what the file has started may hold that open
  await Promise.race([closed, sleep(100)]);
  return { report, output, end: code ?? signal };
}
