import { readFileSync } from "node:fs";
import { registerHooks, stripTypeScriptTypes } from "node:module";
import { fileURLToPath } from "node:url";

/** Loader of the project's modules: once, until they are reset. Packages stay loaded. */
const globals = new URL("globals.mts", import.meta.url).href;
const stripped = new Map<string, string>();
let generation = 0;

/** Modules that stay loaded: process-wide or stateless ones, compile caches, and test files, which run once. */
const kept = [
  ...["/test/support/guard.ts", "/test/browser/support/visitors.ts"],
  ...["/shared/languages/", "/shared/domain/", "/shared/api/", "/test/support/documented.ts"],
  ".test.ts",
];

/** Resets the project's modules, so that the next imports evaluate them again. */
export function loadAnew(): void {
  generation += 1;
}

registerHooks({
  resolve(specifier, context, nextResolve) {
    if (specifier === "@jest/globals") return { url: `${globals}?${generation}`, shortCircuit: true };
    const resolved = nextResolve(specifier, context);
    return generation > 0 && isOurs(resolved.url) ? { ...resolved, url: `${resolved.url}?${generation}` } : resolved;
  },
  load(url, context, nextLoad) {
    if (generation === 0 || !url.endsWith(`.ts?${generation}`)) return nextLoad(url, context);
    return { format: "module", source: sourceOf(fileURLToPath(url)), shortCircuit: true };
  },
});

const isOurs = (url: string): boolean =>
  url.startsWith("file:") && !url.includes("/node_modules/") && !kept.some((part) => url.includes(part));

/** Node.js caches stripped types per URL, and these URLs are new. */
function sourceOf(file: string): string {
  const known = stripped.get(file) ?? stripTypeScriptTypes(readFileSync(file, "utf8"));
  stripped.set(file, known);
  return known;
}
