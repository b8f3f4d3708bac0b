import { join } from "node:path";
import type { InlineConfig } from "vite";
import { englishAlone, largeLibraries, plainImports } from "./plugins.ts";

const web = join(import.meta.dirname, "..");

const common = { configFile: false, root: web, publicDir: false, logLevel: "warn", base: "/" } satisfies InlineConfig;
const preact = { jsx: { runtime: "automatic", importSource: "preact" } } satisfies InlineConfig["oxc"];

/** What is wanted together, as one file each: one for each small module would be a dozen requests. */
const together = [
  { name: "numbers", test: /questions\/(parts\/numberField|numbers)\./ },
  { name: "days", test: /shared\/domain\/dates|strings\/longDay/ },
  { name: "fields", test: /questions\/parts\/(fieldAttributes|textInput|keyHint)\.|strings\/en\/fields/ },
  {
    name: "choices",
    test: /questions\/(parts\/(radios|choiceCards|cardMarks|choiceFoot|otherField|order)|shuffled)\.|strings\/en\/choices/,
  },
];

/** validator's modules in place of its CommonJS, without what no email question asks of it. */
const smallValidator = [
  { find: "validator/lib/isEmail.js", replacement: join(web, "respondent/engine/isEmail.ts") },
  { find: /^\.\/isIP$/, replacement: join(web, "respondent/engine/noIp.ts") },
];

/** What a respondent's browser loads; its manifest tells which file a module is in. */
const respondent = (outDir: string): InlineConfig => ({
  ...common,
  oxc: preact,
  resolve: { alias: smallValidator },
  plugins: [largeLibraries("on demand"), plainImports()],
  build: {
    outDir,
    emptyOutDir: false,
    manifest: "respondent.json",
    // one stylesheet: it is small, and no question waits for its own
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    modulePreload: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: [join(web, "respondent/main.tsx"), join(web, "respondent/earlySubmit.ts")],
      output: { codeSplitting: { includeDependenciesRecursively: false, groups: together } },
    },
  },
});

/** The same page for the gateway, which sends the first question as HTML. */
const respondentServer = (outDir: string): InlineConfig => ({
  ...common,
  oxc: preact,
  plugins: [largeLibraries("on demand")],
  ssr: { noExternal: true },
  build: {
    outDir: join(outDir, "server"),
    emptyOutDir: false,
    ssr: join(web, "respondent/server.tsx"),
    rolldownOptions: { output: { entryFileNames: "respondent.js" } },
    reportCompressedSize: false,
  },
});

/** What other sites load: one classic script, at an address that stays. */
const embed = (outDir: string): InlineConfig => ({
  ...common,
  build: {
    outDir,
    emptyOutDir: false,
    reportCompressedSize: false,
    lib: { entry: join(web, "embed/embed.ts"), formats: ["iife"], name: "pathform", fileName: () => "embed.js" },
  },
});

/** What goes in place of the nonce in the built HTML, which the gateway writes anew for each answer. */
const noncePlaceholder = "{nonce}";

/**
 * The dashboard in few files: left alone, each set of pages that share a module has one, up to 54 scripts and 18 stylesheets a
 * page, which are 10 kB heavier too, since each is compressed by itself. What is around every page is one file; one more has
 * what six pages or more share, and one what sign-in and its like do. With five for six, all would wait for what reads a graph,
 * 60 kB. `false`: else a file would have all that an index of a package names, used or not.
 */
const fewFiles = {
  includeDependenciesRecursively: false,
  groups: [
    { name: "shell", tags: ["$initial" as const] },
    { name: "shared", minShareCount: 6 },
    { name: "entry", test: /dashboard\/entry\//, minShareCount: 2 },
  ],
};

/** The owners' pages: one HTML for all of their paths; a page's own code is loaded when it is opened. */
const dashboard = (outDir: string): InlineConfig => ({
  ...common,
  oxc: { jsx: { runtime: "automatic" } },
  // the page reads the domain's tables; what checks with these libraries is the builder's worker, which has them whole
  plugins: [largeLibraries("never"), englishAlone()],
  worker: { format: "es" },
  html: { cspNonce: noncePlaceholder },
  build: {
    outDir,
    emptyOutDir: false,
    manifest: "dashboard.json",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: join(web, "dashboard/index.html"),
      output: { codeSplitting: fewFiles },
      // `"use client"` means something to servers that render React, which there is none of
      onwarn: (warning, warn) => warning.code === "MODULE_LEVEL_DIRECTIVE" || warn(warning),
    },
  },
});

/** Each build of the pages, by the folder that it goes to. */
export const programs: ((outDir: string) => InlineConfig)[] = [respondent, respondentServer, embed, dashboard];
