/**
 * `npm start` and `npm run serve -- services/<name> …`: Moleculer's runner on Pathform's configuration. Plain JavaScript,
 * since an old Node.js must get as far as saying what is wrong.
 */
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

const neededMajor = 24;

function stopStart(line) {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

if (Number(process.versions.node.split(".")[0]) < neededMajor) {
  stopStart(
    `Pathform needs Node.js ${neededMajor} or newer, this is ${process.version}: run it by npm after "npm ci".`,
  );
}
const folders = process.argv.slice(2).filter((argument) => !argument.startsWith("-"));
if (folders.length === 0) stopStart("Which services? For example: npm run serve -- services/forms services/auth");
const missing = folders.find((folder) => !existsSync(folder));
if (missing) stopStart(`There is no folder ${missing}; services/ holds the services.`);

process.argv.splice(2, 0, "--config", "moleculer.config.ts", "--mask", "**/*.service.ts");
const moleculer = dirname(createRequire(import.meta.url).resolve("moleculer"));
await import(pathToFileURL(join(moleculer, "bin/moleculer-runner.mjs")).href);
