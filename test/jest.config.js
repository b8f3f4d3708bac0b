import { availableParallelism } from "node:os";
import { join } from "node:path";
import { canHave } from "./support/servers.ts";

/** Test files run in processes of Node.js, as TypeScript that it strips the types of itself. */
const common = {
  runner: "<rootDir>/test/support/runner/runner.mts",
  roots: ["<rootDir>/test"],
  moduleFileExtensions: ["ts", "js"],
  transform: {},
};

const setup = (name) => `<rootDir>/test/support/setup/${name}.mts`;

const servers = ["nats-server", "redis-server"];
const hasServers = servers.every(canHave);

/**
 * The api tests run with a process per service: what changes on its way over NATS (dates, errors, undefined values) one process
 * alone hides. In one process they run by `npm run test:matrix`, and where there is no NATS. What these are about happens before
 * or behind the bus:
 */
const inOneProcess = ["answers", "compression", "dashboard", "lists", "matrix", "pages", "readme", "settings"];
/** and this connects to providers. */
const inManyProcesses = ["oauth"];
const isTheOtherWay = process.env.PATHFORM_API === "one";
/** These have a short and a whole run (`npm run test:faults`). */
const faultSuites = ["backlog", "faults", "live"];
/** and these only a whole one */
const wholeFaultSuites = [...faultSuites, "hang"];
const named = (names) => `/(${names.join("|")})\\.test\\.ts$`;

/** One row a suite: what each holds stands in CONTRIBUTING.md. */
const suites = [
  { displayName: "domain", folder: "{domain,web,support}" },
  { displayName: "components", folder: "components" },
  { displayName: "service", folder: "{service,platform}", globalSetup: setup("postgres") },
  {
    displayName: "api: one process",
    folder: "api",
    files: hasServers && !isTheOtherWay ? `{${inOneProcess}}` : "*",
    testPathIgnorePatterns: [named([...inManyProcesses, ...(isTheOtherWay ? inOneProcess : [])])],
    globalSetup: setup("one"),
    globals: { way: "one" },
  },
  {
    displayName: "api: a process per service",
    folder: "api",
    testPathIgnorePatterns: [named(inOneProcess)],
    globalSetup: setup("many"),
    globals: { way: "many" },
    needs: servers,
  },
  {
    displayName: "browser",
    folder: "browser",
    globalSetup: setup("one"),
    globals: { way: "one" },
    needs: ["chromium"],
  },
  {
    displayName: "bus",
    folder: "bus",
    testPathIgnorePatterns: [named(wholeFaultSuites)],
    globalSetup: setup("postgres"),
    needs: servers,
  },
  {
    displayName: "faults",
    folder: "bus",
    files: `{${process.env.PATHFORM_FAULTS === "all" ? wholeFaultSuites : faultSuites}}`,
    globalSetup: setup("postgres"),
    needs: servers,
  },
];

const missing = (suite) => (suite.needs ?? []).filter((program) => !canHave(program));
const leftOut = suites
  .filter((suite) => missing(suite).length > 0)
  .map((suite) => ({ suites: suite.displayName, want: missing(suite).join(", ") }));

export default {
  rootDir: "..",
  projects: suites
    .filter((suite) => missing(suite).length === 0)
    .map(({ folder, files = "*", needs, ...suite }) => ({
      rootDir: join(import.meta.dirname, ".."),
      ...common,
      ...suite,
      testMatch: [`<rootDir>/test/${folder}/**/${files}.test.ts`],
    })),
  // most tests wait for something, so that more of them share a machine well than it has cores
  maxWorkers: availableParallelism() + 1,
  testSequencer: "<rootDir>/test/support/sequencer.js",
  // no test measures time: this only ends one that hangs, on a busy machine too
  testTimeout: 60_000,
  globalTeardown: setup("teardown"),
  reporters: ["default", ["<rootDir>/test/support/reporter.js", { leftOut }]],
  passWithNoTests: true,
};
