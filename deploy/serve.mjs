/**
 * `npm start` and `npm run serve -- services/<name> …`: starts the services of these folders. Moleculer's own runner isn't used,
 * because it takes broker options from any environment variable with an option's name. Plain JavaScript, so that old Node.js
 * versions get to the version check (nodeVersion.mjs).
 */
import "./nodeVersion.mjs";
import "./compileCache.mjs";
import { existsSync, globSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

function abortStart(line) {
  process.stderr.write(`${line}\n`);
  process.exit(1);
}

const folders = process.argv.slice(2).filter((argument) => !argument.startsWith("-"));
if (folders.length === 0) abortStart("Usage: npm run serve -- services/<name> …, such as services/forms services/auth");
const missing = folders.find((folder) => !existsSync(folder));
if (missing) abortStart(`Folder ${missing} not found. Use a folder in services/.`);

const { ServiceBroker } = await import("moleculer");
const { default: brokerOptions } = await import("../moleculer.config.ts");
const broker = new ServiceBroker(brokerOptions());
const files = new Set(folders.flatMap((folder) => globSync(resolve(folder, "**/*.service.ts"))));
for (const file of files) broker.createService((await import(pathToFileURL(file).href)).default);
await broker.start().catch((error) => {
  broker.logger.fatal("Failed to start.", error);
  process.exit(1);
});
