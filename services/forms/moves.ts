import type { Call, Ctx } from "../../shared/bus/calls.ts";
import type { DatabaseService } from "../../shared/bus/service.ts";
import { unavailable } from "../../shared/platform/errors.ts";
import { type Loop, openLoop } from "../../shared/platform/loop.ts";
import { makeLive } from "./live.ts";
import { endMove, nextMove } from "./store/moves.ts";

const interval = 5_000;

/** Tells the other services of a form that has moved: sessions by a push, auth and integrations what they leave behind. */
export async function finishMove(service: DatabaseService, ctx: Ctx, formId: string): Promise<void> {
  await makeLive(service, ctx, [formId]);
  await tell(service, (name, params, options) => ctx.call(name, params, options), formId).catch(() => {
    throw unavailable("The form has moved, but not everything follows yet. Repeat the request.");
  });
}

/** Finishes moves whose requests were cut off. Reconciliation pushes the forms. */
export const finishMoves = (service: DatabaseService): Loop =>
  openLoop({
    interval,
    work: () => tell(service, service.call, null),
    onError: (error) => service.logger.warn(`Failed to tell others of a moved form, retrying: ${error.message}`),
  });

/** Returns whether there was one. All services can be told twice. */
async function tell({ database: { pool } }: DatabaseService, call: Call, formId: string | null): Promise<boolean> {
  const move = await nextMove(pool, formId);
  if (!move) return false;
  const left = { account_id: move.from_account, form_id: move.form_id };
  await call("integrations.leaveForm", left);
  await call("auth.leaveForm", left);
  await endMove(pool, move);
  return true;
}
