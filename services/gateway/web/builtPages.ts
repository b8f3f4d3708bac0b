import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Service } from "moleculer";
import { needPart } from "../../../shared/platform/ops/readiness.ts";
import { canBuild, isStale, webDist } from "../../../shared/platform/webDist.ts";
import { loadSite, type Site } from "./site.ts";

/** The built pages of this process. A start rebuilds them in the background if they are older than their sources. */
export interface BuiltPages {
  /** Null while the first build runs, and if there are no pages: the API works without them. */
  site(): Site | null;
  isBuilding(): boolean;
  close(): void;
}

const build = join(webDist, "../build/build.ts");

export function openBuiltPages(logger: Service["logger"]): BuiltPages {
  let site: Site | null = null;
  let isOpening = true;
  const ending = new AbortController();
  const isReady = needPart("pages", { waitsFor: async () => (isOpening ? "the pages' build" : undefined) });

  async function open(): Promise<void> {
    if (canBuild() && isStale()) await rebuild().catch(reportFailedBuild);
    site = await loadSite();
  }

  async function rebuild(): Promise<void> {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [build, "--if-stale"], {
      signal: ending.signal,
    });
    if (stdout) logger.info(stdout.trim());
    if (stderr) logger.warn(stderr.trim());
  }

  /** The pages of the last build are better than none. */
  function reportFailedBuild(error: Error & { stderr?: string }): void {
    if (!ending.signal.aborted) logger.error(`Failed to build the pages, serving the last build: ${reasonOf(error)}`);
  }

  void open()
    .catch((error: Error) => {
      if (!ending.signal.aborted) logger.error(`Failed to load the pages, serving only the API: ${error.message}`);
    })
    .finally(() => {
      isOpening = false;
      isReady();
    });
  return { site: () => site, isBuilding: () => isOpening, close: () => ending.abort() };
}

/** Returns the end of a failed build's output, or why the build could not run. */
const reasonOf = ({ message, stderr }: Error & { stderr?: string }): string => stderr?.trim().slice(-2_000) || message;
