import { join } from "node:path";
import type { Plugin } from "vite";

const root = join(import.meta.dirname, "../../..");
const engine = join(import.meta.dirname, "../respondent/engine");

/** In the domain's code these are stand-ins, which the engine fills for the forms that need them. */
const standIns: Record<string, string> = {
  re2js: join(engine, "re2.ts"),
  "libphonenumber-js/max": join(engine, "phoneNumbers.ts"),
};

export function largeLibrariesOnDemand(): Plugin {
  const domain = join(root, "shared/domain/");
  return {
    name: "large-libraries-on-demand",
    enforce: "pre",
    resolveId: (source, importer) => (importer?.startsWith(domain) ? standIns[source] : undefined),
  };
}
