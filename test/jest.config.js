import { availableParallelism } from "node:os";
import { join } from "node:path";
import { canHave } from "./support/servers.ts";

/** Every suite runs the TypeScript sources as ES modules; swc only strips the types. */
const common = {
  testEnvironment: "node",
  extensionsToTreatAsEsm: [".ts"],
  moduleFileExtensions: ["ts", "js", "mjs", "json", "node"],
  transform: {
    "\\.ts$": [
      "@swc/jest",
      { jsc: { parser: { syntax: "typescript" }, target: "es2024" }, module: { type: "es6" }, sourceMaps: "inline" },
    ],
  },
};

const setup = (name) => `<rootDir>/test/support/setup/${name}.mts`;

/** One row a suite: what each holds stands in CONTRIBUTING.md. The api tests run twice, unchanged. */
const suites = [
  { displayName: "domain", folder: "{domain,web,support}" },
  { displayName: "service", folder: "{service,platform}", globalSetup: setup("postgres") },
  { displayName: "api: one process", folder: "api", globalSetup: setup("one"), globals: { way: "one" } },
  {
    displayName: "api: a process per service",
    folder: "api",
    globalSetup: setup("many"),
    globals: { way: "many" },
    needs: ["nats-server", "redis-server"],
  },
  {
    displayName: "browser",
    folder: "browser",
    globalSetup: setup("browser"),
    globals: { way: "one" },
    needs: ["chromium"],
  },
  {
    displayName: "bus",
    folder: "bus",
    globalSetup: setup("postgres"),
    needs: ["nats-server", "redis-server"],
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
    .map(({ folder, needs, ...suite }) => ({
      rootDir: join(import.meta.dirname, ".."),
      ...common,
      ...suite,
      testMatch: [`<rootDir>/test/${folder}/**/*.test.ts`],
    })),
  // most tests wait for the product's processes, so two share even a small machine well
  maxWorkers: Math.max(2, availableParallelism() - 1),
  // no test measures time: this only ends one that hangs, on a busy machine too
  testTimeout: 60_000,
  globalTeardown: setup("teardown"),
  reporters: ["default", ["<rootDir>/test/support/reporter.js", { leftOut }]],
  passWithNoTests: true,
};
