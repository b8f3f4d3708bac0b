import type { Call, Ctx } from "../../shared/bus/calls.ts";
import type { DatabaseService } from "../../shared/bus/service.ts";
import { visibleLater } from "../../shared/platform/errors.ts";
import { wakeLoops } from "../../shared/platform/loop.ts";
import { retry } from "../../shared/platform/retry.ts";
import { acknowledge, readGraph, readPending, readTexts } from "./store/live.ts";

/**
 * Makes published forms live (docs/adr/0001). Sessions keeps what respondents need of a form. A change is pushed to it
 * after the commit and before the response, so it holds for every public request after that. Pushes send the row's
 * current state, so concurrent pushes may arrive in any order: sessions drops older revisions.
 */

/** Name of the loop that pushes what failed (shared/platform/loop.ts). */
export const liveForms = "forms.live_forms";

/** How long a request waits for its push. */
const timeoutMs = 5_000;
/** Timeout of one push: long enough for a busy copy of sessions, short enough to try another. */
const tryMs = 2_000;
const pauses = { first: 50, longest: 500 };
const parallel = 10;

/**
 * Returns when these forms are live. Skips forms that were never published. Throws 503 if sessions can't be reached in
 * time: the change is saved, and reconciliation makes it live later.
 */
export async function makeLive(service: DatabaseService, ctx: Ctx, formIds: string[]): Promise<void> {
  // respond before the gateway times out
  const end = Math.min(Date.now() + timeoutMs, ctx.locals.deadline ?? Number.POSITIVE_INFINITY);
  const { database, logger } = service;
  const call: Call = (name, params, options) => ctx.call(name, params, options);
  const failed = await pushForms({ database, logger, call }, formIds, end);
  if (failed === 0) return;
  wakeLoops(liveForms);
  throw visibleLater();
}

type PushContext = Pick<DatabaseService, "database" | "logger" | "call">;

/**
 * Pushes the forms that have pending changes and returns the number of failures. Retries each until `end` (Unix ms), or
 * tries once.
 */
export async function pushForms(service: PushContext, formIds: string[], end: number | null = null): Promise<number> {
  const waiting = [...formIds];
  let failed = 0;
  async function work(): Promise<void> {
    for (let id = waiting.shift(); id !== undefined; id = waiting.shift()) {
      await pushUntil(service, id, end).catch((error: Error) => {
        failed += 1;
        service.logger.warn(`Failed to make form ${id} live, retrying: ${error.message}`);
      });
    }
  }
  await Promise.all(Array.from({ length: parallel }, work));
  return failed;
}

async function pushUntil({ database, call }: PushContext, formId: string, end: number | null): Promise<void> {
  const push = async (): Promise<void> => {
    const left = end === null ? tryMs : end - Date.now();
    if (left <= 0) throw new Error("timed out");
    const pending = await readPending(database, formId);
    if (!pending) return;
    const { form, needsGraph } = pending;
    const graph = needsGraph && form.version ? await readGraph(database, form.version) : null;
    for (const language of graph?.languages ?? [])
      await call("sessions.putVersionTexts", await readTexts(database, form.version?.id ?? "", language), {
        timeout: tryMs,
      });
    await call("sessions.putLiveForm", { form, graph }, { timeout: Math.min(left, tryMs) });
    await acknowledge(database, form);
  };
  await retry(push, pauses, (_error, pause) => end !== null && Date.now() + pause < end);
}
