import { isLate, type Timed } from "../../../shared/platform/deadlines/deadline.ts";
import { isProblem } from "../../../shared/platform/errors.ts";
import { type Loop, openLoop } from "../../../shared/platform/loop.ts";
import type { SessionsService } from "../service.ts";
import { eraseSession } from "../store/erase.ts";
import * as store from "../store/imports.ts";
import { removeUnneededFiles } from "./run.ts";

/** Erases responses of canceled imports that their requests left, and forgets old imports and their files. */
const interval = 60_000;

export function tidyImports(service: SessionsService): Loop {
  return openLoop({
    interval,
    async work(signal) {
      await removeUnneededFiles(service);
      await store.forgetOldImports(service.database.pool);
      for (const { id, form_id } of await store.importsToErase(service.database.pool))
        await eraseImported(service, form_id, id, { locals: {} }, signal);
      return false;
    },
    onError: (error) => service.logger.warn(`Failed to tidy up imports, retrying: ${error.message}`),
  });
}

const batchSize = 100;

/** Erases the sessions of an import (decisions §6), until none is left or the call's time is over. */
export async function eraseImported(
  { database, announceEvents }: SessionsService,
  formId: string,
  importId: string,
  call: Timed,
  signal?: AbortSignal,
): Promise<void> {
  for (;;) {
    const sessionIds = await store.sessionsOfImport(database.pool, importId, batchSize);
    for (const sessionId of sessionIds) {
      if (signal?.aborted || isLate(call.locals.deadline)) return;
      await eraseSession(database.pool, { formId, sessionId }, { locals: {} }, async () => undefined).catch((error) => {
        if (!isProblem(error, "NOT_FOUND")) throw error;
      });
    }
    announceEvents();
    if (sessionIds.length < batchSize) break;
  }
  await store.setErasing(database.pool, importId, false);
}
