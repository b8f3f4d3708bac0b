/**
 * `npm run packages -- [folder]`: builds the packages for developers, and packs each as a tarball into `folder` (default:
 * deploy/packages/dist). Their version is the product's.
 */
import { execFileSync } from "node:child_process";
import { copyFileSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { build as bundle } from "esbuild";
import { build as buildPages } from "vite";
import { respondPackage } from "../../services/web/build/programs.ts";

const here = import.meta.dirname;
const root = join(here, "../..");
const tarballs = resolve(process.argv[2] ?? join(here, "dist"));
const staged = join(here, "dist.staged");
const types = join(staged, "types");
/** The generator of types works with TypeScript 5. The product has a newer one. */
const generator = ["openapi-typescript@7.13.0", "typescript@5.9.3"].map((name) => `--package=${name}`);
/** A relative import in a file of types. */
const imported = /"(\.{1,2}\/[^"]+)\.tsx?"/g;

// Vite uses an existing value
// biome-ignore lint/style/noProcessEnv: a tool's own variable, of this process alone
process.env.NODE_ENV = "production";

rmSync(staged, { recursive: true, force: true });
mkdirSync(staged);
mkdirSync(tarballs, { recursive: true });
try {
  generateClient();
  declareTypes();
  await bundleAll();
  for (const name of ["client", "react", "respond"]) pack(name, join(here, name));
  pack("n8n", join(here, "../n8n"));
} finally {
  rmSync(staged, { recursive: true, force: true });
}

/** Writes what the client's sources import: the types of the OpenAPI document, and the paths whose POST takes a key. */
function generateClient(): void {
  const document = join(root, "docs/openapi.json");
  const file = (name: string) => join(here, "client/src", name);
  // a property with a default may be left out
  run(
    "npm",
    "exec",
    "--yes",
    ...generator,
    "--",
    "openapi-typescript",
    document,
    "--default-non-nullable=false",
    "--output",
    file("api.ts"),
  );
  const { paths } = JSON.parse(readFileSync(document, "utf8")) as {
    paths: Record<string, { post?: { parameters?: { name?: string }[] } }>;
  };
  const keyed = Object.keys(paths).filter((path) =>
    paths[path]?.post?.parameters?.some(({ name }) => name === "Idempotency-Key"),
  );
  const text = `export const idempotentPaths: ReadonlySet<string> = new Set(${JSON.stringify(keyed, null, 2)});\n`;
  writeFileSync(file("idempotentPaths.ts"), text);
}

function declareTypes(): void {
  const emitted = ["--noEmit", "false", "--declaration", "--emitDeclarationOnly", "--outDir", types, "--rootDir", root];
  run("tsc", "-p", "deploy/packages/tsconfig.json", ...emitted);
}

async function bundleAll(): Promise<void> {
  const modules = { bundle: true, minify: true, format: "esm", target: "es2022", platform: "neutral" } as const;
  const source = (path: string) => join(here, path);
  await bundle({
    ...modules,
    entryPoints: [source("client/src/index.ts"), source("client/src/webhooks.ts")],
    outdir: join(staged, "client"),
    external: ["standardwebhooks"],
  });
  await bundle({
    ...modules,
    entryPoints: [source("react/src/index.tsx")],
    outdir: join(staged, "react"),
    external: ["react"],
  });
  const node = (name: string) => join(here, "../n8n/src", name);
  await bundle({
    ...modules,
    format: "cjs",
    platform: "node",
    // n8n finds a class by the name of its file
    entryPoints: {
      "Pathform.node": node("pathform.node.ts"),
      "PathformTrigger.node": node("pathformTrigger.node.ts"),
      "PathformApi.credentials": node("pathformApi.credentials.ts"),
    },
    outdir: join(staged, "n8n"),
    external: ["n8n-workflow"],
  });
  await buildPages(respondPackage(join(staged, "respond"), source("respond/src/index.ts")));
}

function pack(name: string, source: string): void {
  const folder = join(staged, name);
  const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  const own = JSON.parse(readFileSync(join(source, "package.json"), "utf8"));
  writeFileSync(join(folder, "package.json"), JSON.stringify({ ...own, version }, null, 2));
  for (const file of globSync("*.{md,html,svg}", { cwd: source })) copyFileSync(join(source, file), join(folder, file));
  for (const { types: entry } of Object.values<{ types: string }>(own.exports ?? {}))
    copyTypes(join(staged, entry), folder);
  run("npm", "pack", folder, "--pack-destination", tarballs, "--silent");
}

/** Copies a file of types and all that it imports. Its folders stay, below `types`. */
function copyTypes(file: string, folder: string, copied = new Set<string>()): void {
  if (copied.has(file)) return;
  copied.add(file);
  const text = readFileSync(file, "utf8");
  const target = join(folder, "types", relative(types, file));
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(
    target,
    text.replace(imported, (_, path) => `"${path}.js"`),
  );
  for (const [, path = ""] of text.matchAll(imported)) copyTypes(join(dirname(file), `${path}.d.ts`), folder, copied);
}

function run(program: string, ...options: string[]): void {
  execFileSync(program, options, { cwd: root, stdio: ["ignore", "inherit", "inherit"] });
}
