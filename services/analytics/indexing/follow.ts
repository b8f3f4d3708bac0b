import type pg from "pg";
import type { Call } from "../../../shared/bus/calls.ts";
import { type Loop, openLoop } from "../../../shared/platform/loop.ts";
import { forgetContributions, type RollUp, rollUp } from "../rollups/write.ts";
import { deleteWords, indexSessions, inTurn } from "../store/searchIndex.ts";

/**
 * Keeps the search index at most ten seconds behind (decisions §1), and the rollups of insights. Every two seconds one copy reads
 * the changes of sessions, indexes them and acknowledges them afterwards. Changes that aren't acknowledged come again. It polls and
 * ignores the outbox's hints, so that integrations handles an event first.
 */
const interval = 2_000;
const batchSize = 200;

export interface Following extends RollUp {
  pool: pg.Pool;
  call: Call;
  warn(message: string): void;
}

export function followSessions(following: Following): Loop {
  return openLoop({
    interval,
    work: () => indexChanges(following),
    onError: (error) => following.warn(`Failed to update the search index, retrying: ${error.message}`),
  });
}

/** Returns whether there may be more changes. False if another copy has the lock. */
export async function indexChanges(following: Following): Promise<boolean> {
  const { pool, call, warn } = following;
  const { changes } = await call("sessions.changes", { limit: batchSize });
  if (changes.length === 0) return false;
  const erased = changes.filter(({ is_erased }) => is_erased).map(({ session_id }) => session_id);
  const others = changes.filter(({ is_erased }) => !is_erased).map(({ session_id }) => session_id);
  const isMine = await inTurn(pool, async (client) => {
    for (const id of await indexSessions(client, others)) {
      warn(`Session ${id} has too many distinct words for the search index and can't be found by search`);
    }
    await deleteWords(client, erased);
    await forgetContributions(client, erased);
    await rollUp(client, following, others);
  });
  if (!isMine) return false;
  await call("sessions.acknowledgeChanges", { ids: changes.map(({ id }) => id) });
  return changes.length === batchSize;
}
