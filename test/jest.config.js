import { availableParallelism } from "node:os";
import { join } from "node:path";
import { buildObstacle } from "./kubernetes/buildah.ts";
import { canHave } from "./support/servers.ts";
import { hasPrevious, previousCommit } from "./upgrades/previous.ts";

/** Test files are TypeScript, which Node.js processes run directly. */
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
 * API tests that run in one process, because they don't depend on the bus. The others run with a process per service, because one
 * process hides changes over NATS (dates, errors, undefined values). `npm run test:matrix` runs them in one process too, and
 * machines without NATS run only that.
 */
const inOneProcess = [
  "answers",
  "compression",
  "dashboard",
  "exportRecipe",
  "lists",
  "matrix",
  "pages",
  "readme",
  "settings",
];
/** API tests that need a process per service. */
const inManyProcesses = ["oauth"];
const isTheOtherWay = process.env.PATHFORM_API === "one";
/** Suites with a short and a full run (`npm run test:faults`). */
const faultSuites = ["backlog", "faults", "live"];
/** Suites of the full run. */
const wholeFaultSuites = [...faultSuites, "hang"];
const named = (names) => `/(${names.join("|")})\\.test\\.ts$`;

/** One row per suite, described in test/README.md. */
const suites = [
  { displayName: "domain", folder: "{domain,web,support}" },
  { displayName: "components", folder: "components" },
  { displayName: "service", folder: "{service,platform}", globalSetup: setup("postgres") },
  { displayName: "growth", folder: "growth", globalSetup: setup("postgres") },
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
    displayName: "engines",
    folder: "engines",
    globalSetup: setup("one"),
    globals: { way: "one" },
    needs: ["firefox-esr", "WebKitWebDriver", "Xvfb"],
  },
  {
    displayName: "kubernetes",
    folder: "kubernetes",
    testPathIgnorePatterns: [named(["imageBuild"])],
    globalSetup: setup("postgres"),
    needs: [...servers, "kustomize", "kubeconform", "go"],
  },
  // takes minutes
  ...(process.env.PATHFORM_IMAGE
    ? [
        {
          displayName: "image",
          folder: "kubernetes",
          files: "imageBuild",
          globalSetup: setup("postgres"),
          obstacle: buildObstacle(),
        },
      ]
    : []),
  {
    // respondents, exports and short faults behind a transaction pooler
    displayName: "pooler",
    folder: "{api,bus}",
    files: "{answers,export,faults,respondent,sessions,severalAnswers,uploads}",
    globalSetup: setup("pooled"),
    globals: { way: "pooled", isPooled: true },
    needs: [...servers, "pgbouncer"],
  },
  {
    displayName: "bus",
    folder: "bus",
    testPathIgnorePatterns: [named(wholeFaultSuites)],
    globalSetup: setup("postgres"),
    needs: servers,
  },
  { displayName: "telling", folder: "telling", globalSetup: setup("postgres"), needs: [...servers, "promtool"] },
  {
    displayName: "restore",
    folder: "restore",
    globalSetup: setup("postgres"),
    needs: [...servers, "pg_basebackup"],
  },
  {
    displayName: "upgrades",
    folder: "upgrades",
    globalSetup: setup("postgres"),
    needs: servers,
    obstacle: hasPrevious() ? null : `commit ${previousCommit}, which a shallow clone lacks`,
  },
  {
    displayName: "faults",
    folder: "bus",
    files: `{${process.env.PATHFORM_FAULTS === "all" ? wholeFaultSuites : faultSuites}}`,
    globalSetup: setup("postgres"),
    needs: servers,
  },
];

/** API and bus tests that depend on how sessions are stored, for `npm run test:distributed`. */
const onCitus = {
  api: [
    "answers",
    "export",
    "insights",
    "integrations",
    "lists",
    "respondent",
    "sessions",
    "severalAnswers",
    "uploads",
  ],
  bus: ["deliveries"],
};
const citus = { globalSetup: setup("citus"), globals: { way: "one" }, needs: [...servers, "citus"] };
const distributed = [
  { displayName: "distributed", folder: "distributed", ...citus },
  { displayName: "distributed: api", folder: "api", files: `@(${onCitus.api.join("|")})`, ...citus },
  { displayName: "distributed: bus", folder: "bus", files: `@(${onCitus.bus.join("|")})`, ...citus },
];
const chosen = process.env.PATHFORM_DISTRIBUTED === "true" ? distributed : suites;

const missing = ({ needs = [], obstacle }) => [
  ...needs.filter((program) => !canHave(program)),
  ...(obstacle ? [obstacle] : []),
];
const leftOut = chosen
  .filter((suite) => missing(suite).length > 0)
  // a clone without history can't have the commit, even with CI=true
  .map((suite) => ({ suites: suite.displayName, want: missing(suite).join(", "), isAllowed: Boolean(suite.obstacle) }));

export default {
  rootDir: "..",
  projects: chosen
    .filter((suite) => missing(suite).length === 0)
    .map(({ folder, files = "*", needs, obstacle, ...suite }) => ({
      rootDir: join(import.meta.dirname, ".."),
      ...common,
      ...suite,
      testMatch: [`<rootDir>/test/${folder}/**/${files}.test.ts`],
    })),
  // more workers than cores, because most tests wait for something
  maxWorkers: availableParallelism() + 1,
  testSequencer: "<rootDir>/test/support/sequencer.js",
  // only ends tests that hang, because no test measures time
  testTimeout: 60_000,
  globalTeardown: setup("teardown"),
  reporters: ["default", ["<rootDir>/test/support/reporter.js", { leftOut }]],
  passWithNoTests: true,
};
