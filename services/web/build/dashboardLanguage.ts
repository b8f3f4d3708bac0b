import { globSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const strings = join(import.meta.dirname, "../strings");

/** Strings of a language by module of `strings/en/`, such as `{"dashboard/app": {cancel: "Abbrechen"}}`. */
export type DashboardStrings = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

/** Returns the strings in `strings/<tag>.ts`, or null for English. Throws if the file is missing. */
export async function stringsOf(tag: string): Promise<DashboardStrings | null> {
  if (tag === "en") return null;
  const { default: own } = (await import(join(strings, `${tag}.ts`))) as { default: DashboardStrings };
  return own;
}

/** Marks the English module of a translated one. */
const english = "?english";

/**
 * Replaces the dashboard's strings by those of a language while it is built, so that a browser loads one language. English stands in
 * for strings that the language lacks. Fails for modules and names that English lacks.
 */
export function inLanguage(tag: string, own: DashboardStrings, folder = join(strings, "en")): Plugin {
  const modules = new Set(globSync("**/*.ts", { cwd: folder }).map((path) => path.replace(/\.ts$/, "")));
  const unknown = Object.keys(own).find((name) => !modules.has(name));
  if (unknown !== undefined) throw new Error(`strings/${tag}.ts: strings/en/ has no module "${unknown}".`);
  const moduleOf = (id: string) => (id.startsWith(`${folder}/`) ? id.slice(folder.length + 1, -".ts".length) : "");
  return {
    name: "dashboard-language",
    enforce: "pre",
    async load(id) {
      const translated = own[moduleOf(id)];
      if (!translated) return null;
      const known = await import(id);
      const names = Object.keys(translated);
      const lacking = names.find((name) => !(name in known));
      if (lacking !== undefined) throw new Error(`strings/${tag}.ts: ${moduleOf(id)} has no string "${lacking}".`);
      // an export of its own hides the one of the same name that follows
      const exported = names.map((name) => `export const ${name} = own[${JSON.stringify(moduleOf(id))}].${name};`);
      const source = join(folder, "..", `${tag}.ts`);
      return [
        `import own from ${JSON.stringify(source)};`,
        ...exported,
        `export * from ${JSON.stringify(id + english)};`,
      ].join("\n");
    },
  };
}
