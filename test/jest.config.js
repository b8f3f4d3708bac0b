import { writeSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { buildObstacle } from "./kubernetes/buildah.ts";
import { missingLines } from "./support/missing.ts";
import { wantOf } from "./support/servers.ts";
import { missingCommits } from "./upgrades/previous.ts";

/** Test files are TypeScript, which Node.js processes run directly. */
const common = {
  runner: "<rootDir>/test/support/runner/runner.mts",
  roots: ["<rootDir>/test"],
  moduleFileExtensions: ["ts", "js"],
  transform: {},
};

const setup = (name) => `<rootDir>/test/support/setup/${name}.mts`;

const servers = ["nats-server", "redis-server"];

/**
 * API tests that cross the bus with dates, errors, undefined values, streams and large bodies, which one process hides. The others
 * run only in one process. No file runs more than three times: in one process, and here, behind PgBouncer or on Citus.
 */
const overTheBus = [
  ...[
    "accounts",
    "drafts",
    "errors",
    "extremes",
    "forms",
    "idempotency",
    "images",
    "imports",
    "insights",
    "integrations",
  ],
  ...["largeForms", "oauth", "respondent", "severalAnswers", "uploads", "usage", "versions"],
];
/** API tests that need a process per service. */
const inManyProcesses = ["largeForms", "oauth"];
/** Suites with a short and a full run (`npm run test:faults`). */
const faultSuites = ["backlog", "faults", "invitations", "jobs", "live", "places"];
/** Suites of the full run. */
const wholeFaultSuites = [...faultSuites, "hang"];
const named = (names) => `/(${names.join("|")})\\.test\\.ts$`;

/**
 * Browser tests of `npm test`: one that opens and looks at every page, the main paths of owners and respondents, and one file per
 * page. The others are the suite of `npm run test:browser`.
 */
const dashboard = [
  ...["account", "audit", "builder/canvas", "builder/list", "builder/saving", "developers", "everyPage", "firstRun"],
  ...["insights", "integrationsTable", "members", "personal", "responseImports", "responses", "shell", "themes"],
];
const respondents = ["embed", "nothingLost", "page", "questions", "typing"];
const others = ["guides", "letters", "preview", "results", "visitors"];
const pages = [...dashboard.map((name) => `dashboard/${name}`), ...respondents, ...others];

/** CPU seconds of the whole `npm test`, at most, on a machine of the usual speed. In CI, a run that takes 15% more fails. */
const ceiling = 900;

const options = process.argv.slice(2);
const isSelecting = options.some((option) => option.startsWith("--selectProjects"));
const isSystem = process.env.PATHFORM_TESTS === "system";
/** The probe for the image takes a second. */
const hasImage = options.includes("image") || (isSystem && !isSelecting);

const chromium = { globalSetup: setup("one"), globals: { way: "one" }, needs: ["chromium"] };

/** Suites of `npm test`, described in test/README.md. */
const ordinary = [
  { displayName: "domain", folder: "{domain,web,support}" },
  { displayName: "components", folder: "components" },
  { displayName: "service", folder: "{service,platform}", globalSetup: setup("postgres") },
  {
    displayName: "api: one process",
    folder: "api",
    testPathIgnorePatterns: [named(inManyProcesses)],
    globalSetup: setup("one"),
    globals: { way: "one" },
  },
  { displayName: "browser", folder: "browser", files: `@(${pages.join("|")})`, ...chromium },
];

/** The suite of `npm run test:browser`. */
const browser = [
  {
    displayName: "browser: the rest",
    folder: "browser",
    testPathIgnorePatterns: [`/browser/(${pages.join("|")})\\.test\\.ts$`],
    ...chromium,
  },
];

/** Suites of `npm run test:system`. */
const system = [
  { displayName: "growth", folder: "growth", globalSetup: setup("postgres") },
  // all cases, where `npm test` has budgets (support/budget.ts)
  {
    displayName: "imports",
    folder: "domain",
    files: "@(oracles|roundTrips|showIfTwins|typeOracles|types)",
  },
  {
    displayName: "api: a process per service",
    folder: "api",
    files: `@(${overTheBus.join("|")})`,
    globalSetup: setup("many"),
    globals: { way: "many" },
    needs: servers,
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
    needs: [...servers, "helm", "kustomize", "kubeconform", "go"],
  },
  // takes minutes
  ...(hasImage
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
    // answers, owners' sessions, exports and short faults behind a transaction pooler
    displayName: "pooler",
    folder: "{api,bus}",
    files: "{answers,export,faults,sessions}",
    globalSetup: setup("pooled"),
    globals: { way: "pooled", isPooled: true },
    needs: [...servers, "pgbouncer"],
  },
  {
    displayName: "bus",
    folder: "bus",
    testPathIgnorePatterns: [named([...wholeFaultSuites, "turns"])],
    globalSetup: setup("postgres"),
    needs: servers,
  },
  // its largest inputs miss deadlines beside other suites, so .ci/run runs it alone
  { displayName: "turns", folder: "bus", files: "turns", globalSetup: setup("postgres"), needs: servers },
  {
    displayName: "observability",
    folder: "observability",
    globalSetup: setup("postgres"),
    needs: [...servers, "promtool"],
  },
  {
    displayName: "proxy",
    folder: "proxy",
    globalSetup: setup("postgres"),
    needs: [...servers, "caddy", "nginx"],
  },
  {
    displayName: "restore",
    folder: "restore",
    globalSetup: setup("postgres"),
    needs: [...servers, "pg_basebackup"],
  },
  {
    displayName: "upgrades",
    folder: "upgrades",
    globalSetup: setup("previous"),
    needs: servers,
    obstacle: missingCommits().length === 0 ? null : `commit ${missingCommits()[0]}, which a shallow clone lacks`,
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
  api: ["answers", "export", "links", "places", "responseImports", "sessions", "severalAnswers", "uploads"],
  bus: ["deliveries", "places"],
  // every statement of the stores of sessions and analytics, and the erasure of all data
  service: ["sessions/*", "analytics/*", "commands/accounts"],
};
/** Service tests that look into one PostgreSQL: its plans, locks, triggers and indexes. */
const onOneServer = [
  ...["counts", "eventsSkipped", "faults", "keys", "late", "outboxMetrics"],
  ...["responsesAtScale", "rollupsAtScale"],
];
const citus = { globalSetup: setup("citus"), globals: { way: "one" }, needs: [...servers, "citus"] };
const distributed = [
  { displayName: "distributed", folder: "distributed", ...citus },
  { displayName: "distributed: api", folder: "api", files: `@(${onCitus.api.join("|")})`, ...citus },
  {
    displayName: "distributed: service",
    folder: "service",
    files: `@(${onCitus.service.join("|")})`,
    testPathIgnorePatterns: [named(onOneServer)],
    ...citus,
  },
  { displayName: "distributed: bus", folder: "bus", files: `@(${onCitus.bus.join("|")})`, ...citus },
];
const isDistributed = process.env.PATHFORM_DISTRIBUTED === "true";
const ofTests = { system, browser }[process.env.PATHFORM_TESTS] ?? ordinary;
const isChanged = ofTests === ordinary && options.includes("--changed");
const ofCommand = isDistributed ? distributed : isChanged ? [...ordinary, ...browser] : ofTests;
/** `--selectProjects` selects from the suites of all commands. */
const selectable = isSelecting && !isDistributed ? [...ordinary, ...browser, ...system] : ofCommand;

const wantsOf = ({ needs = [], obstacle }) => [
  ...needs.map((program) => ({ program, want: wantOf(program) })).filter(({ want }) => want !== null),
  ...(obstacle ? [{ program: null, want: obstacle }] : []),
];
/** Returns the suites that can't run here. A clone without history can't have the commit, even with CI=true. */
const leftOutOf = (suites) =>
  suites
    .map((suite) => ({ suites: suite.displayName, wants: wantsOf(suite), isAllowed: Boolean(suite.obstacle) }))
    .filter(({ wants }) => wants.length > 0);

const leftOut = leftOutOf(
  selectable.filter((suite) => ofCommand.includes(suite) || options.includes(suite.displayName)),
);
// test/system/run runs these after the others, where Citus is
const withoutCitus = leftOutOf([{ displayName: "distributed", needs: ["citus"] }]);
if (isSystem && options.length === 0) leftOut.push(...withoutCitus.map((suite) => ({ ...suite, isAllowed: true })));

/** Suites of the other command that lack servers, which developers start processes with. */
const withoutServers = () =>
  leftOutOf(
    system
      .filter(({ displayName }) => !options.includes(displayName))
      .map(({ displayName, needs = [] }) => ({ displayName, needs: needs.filter((name) => servers.includes(name)) })),
  );
const missing = missingLines(leftOut, ofCommand === ordinary ? withoutServers() : []);
// before Jest prints anything
if (missing.length > 0) writeSync(1, `${missing.join("\n")}\n\n`);

export default {
  rootDir: "..",
  projects: selectable
    .filter((suite) => wantsOf(suite).length === 0)
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
  reporters: [
    "default",
    [
      "<rootDir>/test/support/reporter.js",
      { leftOut, ceiling: ofCommand === ordinary && options.length === 0 ? ceiling : null },
    ],
  ],
  passWithNoTests: true,
};
