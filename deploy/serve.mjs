/**
 * `npm start` and `npm run serve -- services/<name> …`: runs Moleculer's runner with Pathform's configuration. Plain JavaScript, so
 * that old Node.js versions get to the version check (nodeVersion.mjs).
 */
import "./nodeVersion.mjs";
import "./compileCache.mjs";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";

function abortStart(line) {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

const folders = process.argv.slice(2).filter((argument) => !argument.startsWith("-"));
if (folders.length === 0) abortStart("Usage: npm run serve -- services/<name> …, such as services/forms services/auth");
const missing = folders.find((folder) => !existsSync(folder));
if (missing) abortStart(`Folder ${missing} not found. Use a folder in services/.`);

process.argv.splice(2, 0, "--config", "moleculer.config.ts", "--mask", "**/*.service.ts");
const moleculer = dirname(createRequire(import.meta.url).resolve("moleculer"));
await import(pathToFileURL(join(moleculer, "bin/moleculer-runner.mjs")).href);
