import { once } from "node:events";
import { type Timed, withoutDeadline } from "../../../shared/platform/deadlines/deadline.ts";
import { isProblem } from "../../../shared/platform/errors.ts";
import { type Loop, openLoop, wakeLoops } from "../../../shared/platform/loop.ts";
import type { SessionsService } from "../service.ts";
import { eraseSession } from "../store/erase.ts";
import * as store from "../store/imports.ts";
import { removeUnneededFiles } from "./run.ts";

const interval = 60_000;

/** Forgets old imports and files that no import needs. */
export function tidyImports(service: SessionsService): Loop {
  return openLoop({
    interval,
    async work() {
      await removeUnneededFiles(service);
      await store.forgetOldImports(service.database.pool);
      return false;
    },
    onError: (error) => service.logger.warn(`Failed to tidy up imports, retrying: ${error.message}`),
  });
}

/** Name of the loop's work. */
const erasingWork = "sessions.erasing";

/** Sessions of an import that are erased before those of the next one, so that none waits for all of another one's. */
const batchSize = 100;

/** Erases responses that requests left (wants §25), also of copies that died. */
export function eraseImports(service: SessionsService): Loop {
  return openLoop({
    name: erasingWork,
    interval,
    async work(signal) {
      for (;;) {
        const imports = await store.importsToErase(service.database.pool);
        for (const { id, form_id } of imports) await eraseBatch(service, form_id, id, signal);
        if (imports.length === 0 || signal.aborted) return false;
      }
    },
    onError: (error) => service.logger.warn(`Failed to erase responses of imports, retrying: ${error.message}`),
  });
}

/** ms that a request erases */
const requestMs = 5_000;
/** ms until its deadline that are left for the answer */
const answerMs = 1_000;

/** Erases the sessions of an import, as far as a request's time allows. The loop continues with the rest immediately. */
export async function eraseInTime(
  service: SessionsService,
  formId: string,
  importId: string,
  { locals: { deadline } }: Timed,
): Promise<void> {
  const ms = deadline === undefined ? requestMs : Math.min(requestMs, deadline - answerMs - Date.now());
  const isOver = AbortSignal.timeout(Math.max(0, ms));
  const erasing = eraseAll(service, formId, importId, isOver).catch((error: Error) =>
    service.logger.warn(`Failed to erase responses of an import, retrying: ${error.message}`),
  );
  // a locked session doesn't keep the request
  await Promise.race([erasing, once(isOver, "abort")]);
  wakeLoops(erasingWork);
}

async function eraseAll(
  service: SessionsService,
  formId: string,
  importId: string,
  signal: AbortSignal,
): Promise<void> {
  let hasMore = true;
  while (hasMore && !signal.aborted) hasMore = await eraseBatch(service, formId, importId, signal);
}

/** Erases some sessions of an import (decisions §6). Returns whether there are more. */
async function eraseBatch(
  { database: { pool }, announceEvents }: SessionsService,
  formId: string,
  importId: string,
  signal: AbortSignal,
): Promise<boolean> {
  const sessionIds = await store.sessionsOfImport(pool, importId, batchSize);
  for (const sessionId of sessionIds) {
    if (signal.aborted) return true;
    await eraseSession(pool, { formId, sessionId }, withoutDeadline, async () => undefined).catch((error) => {
      if (!isProblem(error, "NOT_FOUND")) throw error;
    });
  }
  announceEvents();
  if (sessionIds.length === batchSize) return true;
  await store.setErasing(pool, importId, false);
  return false;
}
