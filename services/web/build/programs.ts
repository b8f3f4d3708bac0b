import { join } from "node:path";
import type { InlineConfig } from "vite";
import { englishOnly, largeLibraries, plainImports } from "./plugins.ts";

const web = join(import.meta.dirname, "..");

const common = { configFile: false, root: web, publicDir: false, logLevel: "warn", base: "/" } satisfies InlineConfig;
const preact = { jsx: { runtime: "automatic", importSource: "preact" } } satisfies InlineConfig["oxc"];

/** Chunks of modules used together. One per small module would be a dozen requests. */
const together = [
  {
    name: "values",
    test: /shared\/domain\/(json|limits|questions\/(reply|words))\.|respondent\/walk\/(queue|address)\./,
  },
  {
    name: "walk",
    test: /respondent\/walk\/(answering|api|browser|delivery|kept|machine|predict|respondent|steps|storage|tabLock|tabs|uuid|view|walkState)\./,
  },
  { name: "numberField", test: /questions\/(parts\/numberField|parseNumber)\./ },
  { name: "days", test: /shared\/domain\/dates/ },
  { name: "fields", test: /questions\/(parts\/(fieldAttributes|textInput|keyHint)|examples)\./ },
  { name: "marks", test: /questions\/parts\/(cardMarks|otherField)\./ },
  { name: "choices", test: /questions\/parts\/(radios|choiceFoot)\./ },
  { name: "words", test: /shared\/languages\/(languages|pages)\./ },
  { name: "options", test: /questions\/(parts\/order|shuffled)\./ },
  { name: "scale", test: /questions\/(parts\/scale|numbers)\./ },
];

/** validator's ES modules instead of CommonJS, without unused parts. */
const smallValidator = [
  { find: "validator/lib/isEmail.js", replacement: join(web, "respondent/engine/isEmail.ts") },
  {
    find: /^\.\/(?:isIP|util\/(?:checkHost|assertString))$/,
    replacement: join(web, "respondent/engine/unusedChecks.ts"),
  },
  { find: /^\.\/isByteLength$/, replacement: join(web, "respondent/engine/byteLength.ts") },
  { find: /^\.\/util\/merge$/, replacement: join(web, "respondent/engine/merge.ts") },
];

/** The canvas has no transitions between colors. */
const noColors = { find: /^d3-color$/, replacement: join(web, "dashboard/builder/canvas/noColors.ts") };

/** A store for older Reacts, which the router brings. */
const ownStore = { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: "react" };

/** The respondent page in the browser. Its manifest maps modules to files. */
const respondent = (outDir: string): InlineConfig => ({
  ...common,
  oxc: preact,
  resolve: { alias: smallValidator },
  plugins: [largeLibraries("on demand"), plainImports()],
  build: {
    outDir,
    emptyOutDir: false,
    manifest: "respondent.json",
    // one small stylesheet, so that no question waits for its own
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    modulePreload: false,
    reportCompressedSize: false,
    rolldownOptions: {
      input: join(web, "respondent/main.tsx"),
      output: {
        codeSplitting: { includeDependenciesRecursively: false, groups: together },
        // each file names those that it imports, and hashes don't compress
        chunkFileNames: "assets/[name]-[hash:7].js",
      },
    },
  },
});

/** The respondent page for the gateway, which renders the first question. */
const respondentServer = (outDir: string): InlineConfig => ({
  ...common,
  oxc: preact,
  plugins: [largeLibraries("on demand")],
  ssr: { noExternal: true },
  build: {
    outDir,
    emptyOutDir: false,
    ssr: join(web, "respondent/server.tsx"),
    // the image of links, which only the server refers to
    ssrEmitAssets: true,
    assetsInlineLimit: 0,
    // one file, because the gateway imports it with a query, and a part would import it again without one
    rolldownOptions: { output: { entryFileNames: "server/respondent.js", codeSplitting: false } },
    reportCompressedSize: false,
  },
});

/** The page's walk without its looks, for the package @pathform/respond (deploy/packages). */
export const respondPackage = (outDir: string, entry: string): InlineConfig => ({
  ...common,
  resolve: { alias: smallValidator },
  plugins: [largeLibraries("on demand")],
  build: {
    outDir,
    emptyOutDir: false,
    reportCompressedSize: false,
    minify: true,
    lib: { entry, formats: ["es"], fileName: () => "index.js" },
  },
});

/** The script for other sites: a classic script with a stable URL. */
const embed = (outDir: string): InlineConfig => ({
  ...common,
  build: {
    outDir,
    emptyOutDir: false,
    reportCompressedSize: false,
    lib: { entry: join(web, "embed/embed.ts"), formats: ["iife"], name: "pathform", fileName: () => "embed.js" },
  },
});

/** Replaced by the gateway with a new nonce per response. */
const noncePlaceholder = "{nonce}";

/**
 * Groups the dashboard's chunks. By default, each set of pages that shares a module gets its own chunk: up to 54 scripts and
 * 18 stylesheets per page, and 10 kB more because each is compressed separately. The shell is one chunk, modules shared by
 * thirteen or more pages another, the entry pages a third. Roles, tables, markup of texts, fields and React Aria have their own,
 * because the pages opened most often don't need them. `false` keeps unused exports of package indexes out.
 */
const ofDialogs =
  /ui\/dialog\.|react-aria.*\/(Modal|Dialog|FocusScope|Overlay|ariaHideOutside|useModalOverlay|useOverlay|usePreventScroll|useDialog)\./;
const ofFields =
  /ui\/(textField|submitForm)\.|react-aria.*\/(useAutocomplete|useFormValidation|TextField|useTextField|Input|TextArea|FieldError|Autocomplete)\./;
const fewFiles = {
  includeDependenciesRecursively: false,
  groups: [
    { name: "shell", tags: ["$initial" as const] },
    { name: "access", test: /shared\/api\/access\//, minShareCount: 2 },
    { name: "table", test: /ui\/(table|checkbox)\./, minShareCount: 2 },
    { name: "dialog", test: ofDialogs, minShareCount: 2 },
    { name: "confirm", test: /ui\/confirmDialog\./, minShareCount: 2 },
    { name: "fields", test: ofFields, minShareCount: 2 },
    { name: "titles", test: /domain\/graph\/recalls|ui\/titleText\./, minShareCount: 2 },
    { name: "markup", test: /domain\/graph\/markup\//, minShareCount: 2 },
    {
      name: "email",
      test: /node_modules\/validator\/|engine\/(isEmail|merge|byteLength)\.|domain\/emailAddress\./,
      minShareCount: 2,
    },
    { name: "aria", test: /node_modules\/(react-(aria|stately)|@internationalized)/, minShareCount: 13 },
    { name: "shared", minShareCount: 13 },
    { name: "entry", test: /dashboard\/entry\//, minShareCount: 2 },
  ],
};

/** The dashboard: one HTML file for all paths. Each page's code is loaded when it opens. */
const dashboard = (outDir: string): InlineConfig => ({
  ...common,
  oxc: { jsx: { runtime: "automatic" } },
  resolve: { alias: [...smallValidator, noColors, ownStore] },
  // the builder's worker has the full libraries and validates
  plugins: [largeLibraries("for links"), englishOnly()],
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
      output: {
        codeSplitting: fewFiles,
        // the shell and the pages name all files that their pages need, which weighs 2 kB more with the names of chunks
        chunkFileNames: "assets/[hash:7].js",
        assetFileNames: ({ names: [name = ""] }) => `assets/${name.endsWith(".css") ? "" : "[name]-"}[hash:7][extname]`,
      },
      // `"use client"` is for servers that render React
      onwarn: (warning, warn) => warning.code === "MODULE_LEVEL_DIRECTIVE" || warn(warning),
    },
  },
});

/** All builds of the pages, by output folder. */
export const programs: ((outDir: string) => InlineConfig)[] = [respondent, respondentServer, embed, dashboard];
