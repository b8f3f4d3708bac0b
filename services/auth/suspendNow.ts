import { sharedByKey } from "../../shared/platform/concurrency.ts";
import { visibleLater } from "../../shared/platform/errors.ts";
import { authJobs } from "./jobs.ts";
import type { AuthService } from "./service.ts";
import { aboutWorkspace } from "./suspension.ts";

/**
 * Returns a function that tells forms of a workspace's deletion now, so that a change holds for every request after the response. If
 * that fails, the job tells them later, and the function throws 503.
 */
export function openSuspendNow(service: AuthService): (workspace: string) => Promise<void> {
  const run = sharedByKey((id) => authJobs.runAbout(service, service.database.pool, aboutWorkspace(id)));
  return (workspace) =>
    run(workspace).catch((error: Error) => {
      service.logger.warn(`Failed to hide or show the forms of a workspace, retrying: ${error.message}`);
      throw visibleLater();
    });
}
