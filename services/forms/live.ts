import type { Call, Ctx } from "../../shared/bus/calls.ts";
import type { DatabaseService } from "../../shared/bus/service.ts";
import { unavailable } from "../../shared/platform/errors.ts";
import { retry } from "../../shared/platform/retry.ts";
import { acknowledge, readGraph, readPending } from "./store/live.ts";

/**
 * Makes published forms live (design: docs/adr/0001). Sessions keeps what respondents need to know of a form; what an
 * owner has changed is pushed to it after the commit and before the owner is answered, so it holds for every public
 * request after that answer. The row's current state is pushed, not the request's own: two requests at once may push it
 * in any order, and sessions drops a revision that is older than what it has.
 */

/** How long an owner waits for it. */
const timeoutMs = 5_000;
/** One try: long enough for a busy sessions, short enough to ask another copy of it in time. */
const tryMs = 2_000;
const pauses = { first: 50, longest: 500 };
const parallel = 10;

/**
 * Answers when these forms are live; those never published need nothing. 503 when sessions cannot be reached in time: the
 * change is kept, and reconciliation makes it live later.
 */
export async function makeLive(service: DatabaseService, ctx: Ctx, formIds: string[]): Promise<void> {
  // the owner is answered before the gateway gives up waiting
  const end = Math.min(Date.now() + timeoutMs, ctx.locals.deadline ?? Number.POSITIVE_INFINITY);
  const { database, logger } = service;
  const call: Call = (name, params, options) => ctx.call(name, params, options);
  const failed = await pushForms({ database, logger, call }, formIds, end);
  if (failed > 0) throw unavailable("Saved, but not yet live: respondents will see the change within a minute.");
}

type PushContext = Pick<DatabaseService, "database" | "logger" | "call">;

/**
 * Pushes each form with pending changes to sessions; gives how many pushes failed. Each is tried until `end` (Unix ms);
 * without one, once.
 */
export async function pushForms(service: PushContext, formIds: string[], end: number | null = null): Promise<number> {
  const waiting = [...formIds];
  let failed = 0;
  async function work(): Promise<void> {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      await pushUntil(service, id, end).catch((error: Error) => {
        failed += 1;
        service.logger.warn(`Form ${id} is not live yet: ${error.message}`);
      });
    }
  }
  await Promise.all(Array.from({ length: parallel }, work));
  return failed;
}

async function pushUntil({ database, call }: PushContext, formId: string, end: number | null): Promise<void> {
  const push = async (): Promise<void> => {
    const left = end === null ? tryMs : end - Date.now();
    if (left <= 0) throw new Error("the time for it was used up");
    const pending = await readPending(database, formId);
    if (!pending) return;
    const { form, needsGraph } = pending;
    const graph = needsGraph && form.version ? await readGraph(database, form.version) : null;
    await call("sessions.putLiveForm", { form, graph }, { timeout: Math.min(left, tryMs) });
    await acknowledge(database, form);
  };
  await retry(push, pauses, (_error, pause) => end !== null && Date.now() + pause < end);
}
