import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Service } from "moleculer";
import { needPart } from "../../../shared/platform/ops/readiness.ts";
import { canBuild, isStale, webDist } from "../../../shared/platform/webDist.ts";
import { loadSite, type Site } from "./site.ts";

/** The built pages of this process: built anew beside the start of everything else where they are older than their sources. */
export interface BuiltPages {
  /** null: they are being built, or there are none and nothing to build them with; the API works without */
  site(): Site | null;
  isBuilding(): boolean;
  close(): void;
}

const build = join(webDist, "../build.ts");

export function openBuiltPages(logger: Service["logger"]): BuiltPages {
  let site: Site | null = null;
  let isOpening = true;
  const ending = new AbortController();
  const isReady = needPart({ waitsFor: async () => (isOpening ? "the pages' build" : undefined) });

  async function open(): Promise<void> {
    if (canBuild() && isStale()) {
      const { stdout } = await promisify(execFile)(process.execPath, [build, "--if-stale"], { signal: ending.signal });
      if (stdout) logger.info(stdout.trim());
    }
    site = await loadSite();
  }

  void open()
    .catch((error: Error & { stderr?: string }) => {
      if (!ending.signal.aborted) logger.error(`There are no pages, the API alone is served: ${reasonOf(error)}`);
    })
    .finally(() => {
      isOpening = false;
      isReady();
    });
  return { site: () => site, isBuilding: () => isOpening, close: () => ending.abort() };
}

/** Of a failed build what it wrote last, else what went wrong here. */
const reasonOf = ({ message, stderr }: Error & { stderr?: string }): string => stderr?.trim().slice(-2_000) || message;
