import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
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

/** Folders with their files' ends. Each start of a gateway reads them, and patterns for paths take three times as long. */
const sources = {
  "services/web": /^(?!dist\/).*\.(ts|tsx|css|json|html|svg)$/,
  "shared/domain": /\.(ts|json)$/,
};

/** Of everything that the pages are made of: their sources, the domain's, the samples, and the versions of the packages. */
export function sourcesHash(): string {
  const files = Object.entries(sources).flatMap(([folder, isSource]) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => isSource.test(name))
      .map((name) => `${folder}/${name}`),
  );
  files.push("package-lock.json");
  files.sort();
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
