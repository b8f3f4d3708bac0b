import { createHash } from "node:crypto";
import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * The built pages: services/web makes them, the gateway serves them. They are neither committed nor made when the packages
 * are installed, so whoever starts the gateway compares what they were made of with the sources (docs/adr/0007).
 */
const root = join(import.meta.dirname, "../..");
export const webDist = join(root, "services/web/dist");
const stampFile = join(webDist, "stamp.json");

export interface Stamp {
  /** of all sources */
  sources: string;
}

export function writtenStamp(): Stamp | null {
  return existsSync(stampFile) ? (JSON.parse(readFileSync(stampFile, "utf8")) as Stamp) : null;
}

/** Of everything that the pages are made of: their sources, the domain's, the samples, and the versions of the packages. */
export function sourcesHash(): string {
  const files = globSync(
    [
      "services/web/**/*.{ts,tsx,css,json,html,svg}",
      "shared/domain/**/*.ts",
      "deploy/demo/questionnaires/*.json",
      "package-lock.json",
    ],
    {
      cwd: root,
      exclude: ["services/web/dist/**"],
    },
  ).sort();
  const hash = createHash("sha256");
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(root, file)))
      .update("\0");
  return hash.digest("base64url");
}

export const isStale = (): boolean => writtenStamp()?.sources !== sourcesHash();

/** An image holds the built pages and no sources' tools: there is nothing to compare and nothing to build with. */
export const canBuild = (): boolean => existsSync(join(root, "node_modules/vite"));
