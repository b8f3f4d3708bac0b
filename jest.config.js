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

/** One project a folder of test/: what each holds stands in CONTRIBUTING.md. */
export default {
  globalTeardown: setup("teardown"),
  projects: [
    { ...common, displayName: "domain", testMatch: ["<rootDir>/test/domain/**/*.test.ts"] },
    {
      ...common,
      displayName: "service",
      testMatch: ["<rootDir>/test/service/**/*.test.ts"],
      globalSetup: setup("postgres"),
    },
  ],
};
