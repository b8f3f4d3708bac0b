import { readFileSync } from "node:fs";
import { registerHooks, stripTypeScriptTypes } from "node:module";
import { fileURLToPath } from "node:url";

/** How the project's own modules are loaded: once, until they are to be loaded anew. Those of packages stay. */
const globals = new URL("globals.mts", import.meta.url).href;
const stripped = new Map<string, string>();
let generation = 0;

/**
 * What belongs to the process rather than to a test file; what is pure, or keeps nothing but what it has compiled; and the
 * files themselves, of which each runs once.
 */
const kept = [
  ...["/test/support/guard.ts", "/test/browser/support/visitors.ts"],
  ...["/shared/domain/", "/test/support/documented.ts"],
  ".test.ts",
];

/** From here on an import of a module of ours evaluates it, and whatever of ours it imports, once more. */
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

/** Node.js itself keeps what it has stripped of its types for each address, and these are new ones. */
function sourceOf(file: string): string {
  const known = stripped.get(file) ?? stripTypeScriptTypes(readFileSync(file, "utf8"));
  stripped.set(file, known);
  return known;
}
