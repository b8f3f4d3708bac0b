import { join } from "node:path";
import type { Plugin } from "vite";

const root = join(import.meta.dirname, "../../..");
const engine = join(import.meta.dirname, "../respondent/engine");
const shared = join(root, "shared/");

const phoneNumbers = { name: /^libphonenumber-js\/max$/, file: join(engine, "phoneNumbers.ts") };
/** In the respondent page, the engine loads these for forms that need them. */
const onDemand = [
  phoneNumbers,
  { name: /\/pattern\.ts$/, file: join(engine, "patterns.ts") },
  { name: /\/calculations\/compile\.ts$/, file: join(engine, "calculations.ts") },
  { name: /^\.\/records\.ts$/, file: join(engine, "records.ts") },
  { name: /^\.\/scoring\.ts$/, file: join(engine, "scoring.ts") },
];
/** The dashboard loads these to check answers of links to such questions. Its other pages only read the domain's tables. */
const forLinks = [phoneNumbers, { name: /^re2js$/, file: join(engine, "re2.ts") }];

/** Replaces large libraries in the code of shared/ with stubs. */
export function largeLibraries(use: "on demand" | "for links"): Plugin {
  const standIns = use === "on demand" ? onDemand : forLinks;
  return {
    name: "large-libraries",
    enforce: "pre",
    resolveId: (source, importer) =>
      importer?.startsWith(shared) ? standIns.find(({ name }) => name.test(source))?.file : undefined,
  };
}

/**
 * Replaces React Aria's texts in 33 other languages with English, because the dashboard is in English. They weigh as much as
 * its code.
 */
export function englishOnly(): Plugin {
  return {
    name: "english-only",
    load: {
      filter: { id: /node_modules\/react-(aria|stately|aria-components)\/.*\/intl\/.*[a-z]{2}-[A-Z]{2}\.mjs$/ },
      handler: (id) => (id.endsWith("en-US.mjs") ? null : 'export { default } from "./en-US.mjs";'),
    },
  };
}

/**
 * Keeps plain imports. Vite wraps each `import()` in code that preloads styles and modules (1.4 kB gzip). The respondent
 * page has one stylesheet, and its HTML preloads what is urgent.
 */
export const plainImports = (): Plugin => ({
  name: "plain-imports",
  configResolved({ plugins }) {
    const wrapper = plugins.findIndex(({ name }) => name === "native:import-analysis-build");
    if (wrapper < 0) throw new Error("Vite's plugin that wraps imports has another name now.");
    (plugins as Plugin[]).splice(wrapper, 1);
  },
});
