/**
 * Prints the parameter rules of each action in this working directory, and the actions that its code calls, as JSON. Run as its
 * own process, because two releases can't share modules.
 */
import { globSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";

export interface Release {
  /** rules of fastest-validator by parameter, by action */
  actions: Record<string, Record<string, unknown>>;
  called: string[];
}

const actions: Release["actions"] = {};
for (const file of globSync("services/*/*.service.ts")) {
  const { default: service } = await import(pathToFileURL(resolve(file)).href);
  for (const name of Object.keys(service.actions ?? {})) {
    actions[`${service.name}.${name}`] = service.actions[name].params ?? {};
  }
}
const definition = /Action<"[\w.]+"/g;
const sources = globSync("{services,shared}/**/*.ts", { exclude: ["**/web/**", "shared/bus/contract/**"] })
  .map((file) => readFileSync(file, "utf8").replaceAll(definition, ""))
  .join();
const release: Release = { actions, called: Object.keys(actions).filter((name) => sources.includes(`"${name}"`)) };
process.stdout.write(JSON.stringify(release), () => process.exit());
