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
