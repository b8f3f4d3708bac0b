import type { Ctx } from "../../shared/bus/calls.ts";
import type { DatabaseService } from "../../shared/bus/service.ts";
import { unavailable } from "../../shared/platform/errors.ts";
import { formsJobs } from "./jobs.ts";
import { makeLive } from "./live.ts";
import { aboutMove } from "./store/moves.ts";

/** Tells the other services of a form that has moved: sessions by a push, auth and integrations what they leave behind. */
export async function finishMove(service: DatabaseService, ctx: Ctx, formId: string): Promise<void> {
  await makeLive(service, ctx, [formId]);
  await formsJobs.runAbout(service, service.database.pool, aboutMove(formId)).catch(() => {
    throw unavailable("The form has moved, but not everything follows yet. Repeat the request.");
  });
}
