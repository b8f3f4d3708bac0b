/**
 * Imported before the product's modules: packages of hundreds of small modules are loaded as a few large files, in a tenth
 * of the time (docs/adr/0002). The first start writes them into node_modules/.cache/pathform, another version anew. Where
 * esbuild is not installed or that folder cannot be written, the packages are loaded as they are.
 */
import { createHash } from "node:crypto";
import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs";
import module from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { isMainThread } from "node:worker_threads";

/** What the product imports of them. These are bundled together: what one takes of another is there once. */
const together = [
  "@mikro-orm/core",
  "@mikro-orm/migrations",
  "@mikro-orm/postgresql",
  "kysely",
  "libphonenumber-js/max",
  "typebox",
];
/** CommonJS, which share nothing: each with all that it needs. */
const apart = ["fastest-validator", "ioredis", "nats", "prom-client", "rate-limiter-flexible", "undici"];
export const specifiers = [...together, ...apart];

const modules = join(import.meta.dirname, "../node_modules");
const cache = join(modules, ".cache/pathform");
const packageOf = (specifier) => specifier.match(/^(@[^/]+\/)?[^/]+/)?.[0] ?? specifier;
const packages = new Set([...specifiers.map(packageOf), "@mikro-orm/sql"]);
const fileOf = (specifier) => `${specifier.replaceAll("/", "-")}.${apart.includes(specifier) ? "cjs" : "mjs"}`;

const folder = join(cache, `packages-${versions()}`);
const isBundled = existsSync(folder) || (await bundle().catch(() => false));
if (isBundled) loadFrom(folder);

/** Of the packages, and of how this file bundles them. */
function versions() {
  const hash = createHash("sha256").update(readFileSync(import.meta.filename));
  for (const name of packages)
    hash.update(JSON.parse(readFileSync(join(modules, name, "package.json"), "utf8")).version);
  return hash.digest("hex").slice(0, 16);
}

/** Whole or not at all: of several first starts at once each makes its own, and one of them stays. */
async function bundle() {
  const { build } = await import("esbuild");
  mkdirSync(cache, { recursive: true });
  const next = mkdtempSync(join(cache, "packages."));
  chmodSync(next, 0o755);
  try {
    const common = {
      absWorkingDir: join(modules, ".."),
      outdir: next,
      bundle: true,
      platform: "node",
      target: "node24",
      // errors and the ORM tell classes by name
      keepNames: true,
      logLevel: "silent",
    };
    await build({
      ...common,
      ...entries(together),
      outExtension: { ".js": ".mjs" },
      format: "esm",
      splitting: true,
      plugins: [{ name: "other packages", setup: leaveOthers }],
    });
    await build({ ...common, ...entries(apart), outExtension: { ".js": ".cjs" }, format: "cjs" });
    for (const name of apart) appendFileSync(join(next, fileOf(name)), exportsOf(name));
    renameSync(next, folder);
  } catch (error) {
    rmSync(next, { recursive: true, force: true });
    if (!existsSync(folder)) throw error;
  }
  return true;
}

function entries(specifiers) {
  return { entryPoints: Object.fromEntries(specifiers.map((name) => [fileOf(name).slice(0, -4), name])) };
}

/** Never run: where Node.js looks for the names that an `import` can have of CommonJS. */
function exportsOf(specifier) {
  const names = Object.keys(module.createRequire(import.meta.url)(specifier)).filter((name) => /^\w+$/.test(name));
  return `0 && (module.exports = { ${names.filter((name) => name !== "default").join(", ")} });\n`;
}

/** Other packages stay files of their own, but those that one of these has for itself alone. */
function leaveOthers(esbuild) {
  esbuild.onResolve({ filter: /^[^./]/ }, async ({ path, pluginData, ...options }) => {
    if (pluginData === "asked" || options.kind === "entry-point") return undefined;
    if (packages.has(packageOf(path))) return undefined;
    const found = await esbuild.resolve(path, { ...options, pluginData: "asked" });
    const isNested = found.path.lastIndexOf("node_modules") > modules.length - "node_modules".length;
    return isNested ? undefined : { path, external: true };
  });
}

function loadFrom(folder) {
  const urls = new Map(specifiers.map((name) => [name, pathToFileURL(join(folder, fileOf(name))).href]));
  module.registerHooks({
    resolve(specifier, context, nextResolve) {
      // our own modules name each other's files: there is nothing to look for
      if (specifier.startsWith(".") && specifier.endsWith(".ts"))
        return { url: new URL(specifier, context.parentURL).href, format: "module-typescript", shortCircuit: true };
      const url = urls.get(specifier);
      const format = url?.endsWith(".cjs") ? "commonjs" : "module";
      return url ? { url, format, shortCircuit: true } : nextResolve(specifier, context);
    },
  });
  // a thread has hooks of its own (shared/platform/threads.ts)
  if (isMainThread) process.execArgv.push("--import", import.meta.url);
}
