/** How many findings each rule has in each folder. */
export type Counts = Record<string, Record<string, number>>;

/** The folder that a file is counted in: two levels, three below services/web; errors.ts and pages in the root stand alone. */
export function folderOf(path: string): string {
  if (path === "shared/platform/errors.ts" || !path.includes("/")) return path;
  return path
    .split("/")
    .slice(0, path.startsWith("services/web/") ? 3 : 2)
    .join("/")
    .replace(/^docs\/(?!adr).*/, "docs");
}

export function count(findings: { rule: string; folder: string }[]): Counts {
  const counts: Counts = {};
  for (const { rule, folder } of findings) {
    counts[rule] ??= {};
    counts[rule][folder] = (counts[rule][folder] ?? 0) + 1;
  }
  return counts;
}

/** Rules and folders that have more findings than the baseline. */
export function exceeded(counts: Counts, baseline: Counts): { rule: string; folder: string }[] {
  return Object.entries(counts).flatMap(([rule, folders]) =>
    Object.entries(folders)
      .filter(([folder, found]) => found > (baseline[rule]?.[folder] ?? 0))
      .map(([folder]) => ({ rule, folder })),
  );
}

const total = (folders: Record<string, number> = {}) => Object.values(folders).reduce((sum, found) => sum + found, 0);

/** Rules that have more findings than the baseline in all folders together. */
export const grown = (counts: Counts, baseline: Counts): string[] =>
  Object.keys(counts).filter((rule) => total(counts[rule]) > total(baseline[rule]));
