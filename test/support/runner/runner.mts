import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { TestResult } from "@jest/test-result";
import type { Config } from "@jest/types";
import { bareEnvironment } from "../processes.ts";
import type { Report, Task } from "./testFile.mts";

/**
 * Jest runner with Node.js processes, each for files of one project, which load modules like the product. Jest's default runner
 * evaluates all modules for every file, including packages, in a context with slow globals. No test uses its other features
 * (mocked modules, transforms, coverage).
 */
interface Test {
  path: string;
  context: { config: Config.ProjectConfig };
}

export default class NativeRunner {
  readonly supportsEventEmitters = false;
  readonly #config: Config.GlobalConfig;
  /** idle processes, longest idle first */
  readonly #idle: Worker[] = [];

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
    for (const worker of this.#idle.splice(0)) worker.end();
  }

  async #run({ path, context: { config } }: Test): Promise<TestResult> {
    const known = this.#idle.findIndex((worker) => worker.project === config);
    const worker = known < 0 ? new Worker(config) : (this.#idle.splice(known, 1)[0] as Worker);
    const { report, output, end } = await worker.run({ path, config, globalConfig: this.#config });
    const isFine = report && !("problem" in report) && report.numFailingTests === 0 && !report.testExecError;
    // don't reuse the process of a failed file
    if (isFine && worker.files < filesPerProcess) this.#idle.push(worker);
    else worker.end();
    if (this.#idle.length > this.#config.maxWorkers) this.#idle.shift()?.end();
    if (!report) throw new Error(`The process of this file exited with ${end}.\n${output}`);
    if ("problem" in report) throw new Error(`${report.problem}\n${output}`);
    return { ...report, ...(output !== "" && { console: [{ message: output, origin: "", type: "log" as const }] }) };
  }
}

/** A process keeps the modules of all its files. */
const filesPerProcess = 24;

class Worker {
  readonly project: Config.ProjectConfig;
  files = 0;
  readonly #child: ChildProcess;

  constructor(project: Config.ProjectConfig) {
    const { NODE_COMPILE_CACHE } = bareEnvironment();
    const env = { ...process.env, NODE_COMPILE_CACHE };
    this.project = project;
    this.#child = fork(join(import.meta.dirname, "testFile.mts"), {
      env,
      // stripping types is one of them
      execArgv: ["--disable-warning=ExperimentalWarning"],
      stdio: ["ignore", "pipe", "pipe", "ipc"],
    });
    for (const stream of this.#streams) stream.setEncoding("utf8");
  }

  async run(task: Task) {
    this.files += 1;
    let output = "";
    const take = (chunk: string) => {
      output += chunk;
    };
    for (const stream of this.#streams) stream.on("data", take);
    const told = new AbortController();
    const reported = once(this.#child, "message", told);
    const ended = once(this.#child, "exit", told);
    this.#child.send(task);
    const [report, end] = await Promise.race([
      reported.then(([it]) => [it as Report, undefined] as const),
      ended.then(([code, signal]) => [undefined, code ?? signal] as const),
    ]);
    told.abort();
    // the rest of its output arrives on another stream
    await sleep(report ? 0 : 100);
    for (const stream of this.#streams) stream.off("data", take);
    return { report, output, end };
  }

  end(): void {
    if (this.#child.connected) this.#child.disconnect();
  }

  get #streams() {
    return [this.#child.stdout, this.#child.stderr].filter((stream) => stream !== null);
  }
}
