import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Built pages of services/web, which the gateway serves. They aren't committed, so a start compares the stamp of the build with
 * the sources (docs/adr/0007).
 */
const root = join(import.meta.dirname, "../..");
export const webDist = join(root, "services/web/dist");
const stampFile = join(webDist, "stamp.json");

export interface Stamp {
  /** hash of all sources */
  sources: string;
}

export function writtenStamp(): Stamp | null {
  return existsSync(stampFile) ? (JSON.parse(readFileSync(stampFile, "utf8")) as Stamp) : null;
}

/** Folders and file patterns. Glob patterns would take three times as long at each start. */
const sources = {
  "services/web": /^(?!(dist(\.next)?|fonts)\/).*\.(ts|tsx|css|json|html|svg|png)$/,
  "shared/api": /\.ts$/,
  "shared/domain": /\.(ts|json)$/,
  "shared/languages": /\.ts$/,
};

/** Hashes everything that the pages are built from: sources, domain code, samples and package versions. */
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

/** Returns whether the build tools are installed. Container images have only the built pages. */
export const canBuild = (): boolean => existsSync(join(root, "node_modules/vite"));
