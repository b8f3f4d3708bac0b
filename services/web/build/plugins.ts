import { join } from "node:path";
import type { Plugin } from "vite";

const root = join(import.meta.dirname, "../../..");
const engine = join(import.meta.dirname, "../respondent/engine");
const domain = join(root, "shared/domain/");

const phoneNumbers = { name: /^libphonenumber-js\/max$/, file: join(engine, "phoneNumbers.ts") };
/** The respondent's page: the engine loads these for the forms that need them. */
const onDemand = [phoneNumbers, { name: /\/pattern\.ts$/, file: join(engine, "patterns.ts") }];
/** Other pages read the domain's tables and never match a pattern. */
const absent = [phoneNumbers, { name: /^re2js$/, file: join(engine, "noRe2.ts") }];

/** Puts stand-ins in place of large libraries in the domain's code. */
export function largeLibraries(use: "on demand" | "never"): Plugin {
  const standIns = use === "on demand" ? onDemand : absent;
  return {
    name: "large-libraries",
    enforce: "pre",
    resolveId: (source, importer) =>
      importer?.startsWith(domain) ? standIns.find(({ name }) => name.test(source))?.file : undefined,
  };
}

/**
 * React Aria brings what it says to screen readers in 34 languages, as much text as code; the dashboard speaks English
 * (strings/en). So each of the other languages is English too, whatever the browser's own is: half a sentence in another
 * language helps nobody.
 */
export function englishAlone(): Plugin {
  return {
    name: "english-alone",
    load: {
      filter: { id: /node_modules\/react-(aria|stately|aria-components)\/.*\/intl\/.*[a-z]{2}-[A-Z]{2}\.mjs$/ },
      handler: (id) => (id.endsWith("en-US.mjs") ? null : 'export { default } from "./en-US.mjs";'),
    },
  };
}

/**
 * Vite wraps each `import()` in code that first loads the styles and modules that it names (1.2 kB gzip). The respondent's
 * page has one stylesheet, and its HTML names the modules that are in a hurry: so a plain import is left.
 */
export const plainImports = (): Plugin => ({
  name: "plain-imports",
  enforce: "pre",
  load: (id) => (id === "\0vite/preload-helper.js" ? "export const __vitePreload = (load) => load();" : undefined),
});
