import type pg from "pg";
import type { Call } from "../../../shared/bus/calls.ts";
import { type Loop, openLoop } from "../../../shared/platform/loop.ts";
import { deleteWords, indexSessions, inTurn } from "../store/searchIndex.ts";

/**
 * Keeps the search index at most ten seconds behind (decisions §1): every two seconds one copy asks sessions for what has
 * changed, indexes it and acknowledges it after. What is cut off in between is offered again. It goes by the outbox's own
 * poll and not by its hints, so that integrations is the first to be at an event.
 */
const interval = 2_000;
const batchSize = 200;

export interface Following {
  pool: pg.Pool;
  call: Call;
  warn(message: string): void;
}

export function followSessions(following: Following): Loop {
  return openLoop({
    interval,
    work: () => indexChanges(following),
    onError: (error) => following.warn(`The search index could not be updated, which is tried again: ${error.message}`),
  });
}

/** True where there may be more; false also where another copy is at it. */
export async function indexChanges({ pool, call, warn }: Following): Promise<boolean> {
  const { changes } = await call("sessions.changes", { limit: batchSize });
  if (changes.length === 0) return false;
  const erased = changes.filter(({ is_erased }) => is_erased).map(({ session_id }) => session_id);
  const others = changes.filter(({ is_erased }) => !is_erased).map(({ session_id }) => session_id);
  const isMine = await inTurn(pool, async (client) => {
    for (const id of await indexSessions(client, others)) {
      warn(`Search does not find session ${id}: its answers have more different words than the index can hold.`);
    }
    await deleteWords(client, erased);
  });
  if (!isMine) return false;
  await call("sessions.acknowledgeChanges", { ids: changes.map(({ id }) => id) });
  return changes.length === batchSize;
}
