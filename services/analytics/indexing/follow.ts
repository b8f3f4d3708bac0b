import type pg from "pg";
import type { Call } from "../../../shared/bus/calls.ts";
import type { SessionChange } from "../../../shared/bus/contract.ts";
import { type Loop, openLoop } from "../../../shared/platform/loop.ts";
import { forgetContributions, type RollUp, rollUp } from "../rollups/write.ts";
import { type SessionSize, sizesOf } from "../store/contributions.ts";
import { deleteWords, indexSessions, inTurn } from "../store/searchIndex.ts";

/**
 * Keeps the search index at most ten seconds behind (decisions §1), and the rollups of insights. One copy reads the changes of
 * sessions, indexes them and acknowledges them afterwards. Changes that aren't acknowledged come again. An event of a session wakes
 * it after two seconds, so that integrations handles the event first. Other changes and lost events wait for `interval`.
 */
const interval = 8_000;
const delay = 2_000;
/** the loop's name; the event `session.event` wakes it */
export const sessionChanges = "analytics.changes";
/** Maximum changes per transaction. Half of the statements cost the same for one as for hundreds. */
const batchSize = 1_000;
/** Maximum bytes of answers per transaction, so that its statements take less than their timeout. One session is always read. */
const batchBytes = 4 * 1024 * 1024;

export interface Following extends RollUp {
  pool: pg.Pool;
  call: Call;
  warn(message: string): void;
  /** instead of `batchBytes` */
  bytes?: number;
}

export function followSessions(following: Following): Loop {
  return openLoop({
    name: sessionChanges,
    delay,
    interval,
    work: () => indexChanges(following),
    onError: (error) => following.warn(`Failed to update the search index, retrying: ${error.message}`),
  });
}

/** Returns whether there may be more changes. False if another copy has the lock. */
export async function indexChanges(following: Following): Promise<boolean> {
  const { pool, call, warn, bytes = batchBytes } = following;
  const waiting = (await call("sessions.changes", { limit: batchSize })).changes;
  if (waiting.length === 0) return false;
  const sizes = await sizesOf(
    pool,
    waiting.map(({ session_id }) => session_id),
  );
  const changes = firstOf(waiting, sizes, bytes);
  const erased = changes.filter(({ is_erased }) => is_erased).map(({ session_id }) => session_id);
  const others = changes.filter(({ is_erased }) => !is_erased).map(({ session_id }) => session_id);
  const isMine = await inTurn(pool, async (client) => {
    for (const id of await indexSessions(client, others)) {
      warn(`Session ${id} has too many distinct words for the search index and can't be found by search`);
    }
    await deleteWords(client, erased);
    await forgetContributions(client, erased);
    await rollUp(client, following, [...new Set(sizes.map(({ form_id }) => form_id))], others);
  });
  if (!isMine) return false;
  await call("sessions.acknowledgeChanges", { ids: changes.map(({ id }) => id) });
  return waiting.length === batchSize || changes.length < waiting.length;
}

/** Returns the first changes, at least one, whose sessions have at most as many bytes of answers together. */
function firstOf(changes: readonly SessionChange[], sizes: readonly SessionSize[], limit: number): SessionChange[] {
  const byId = new Map(sizes.map(({ id, answers_bytes }) => [id, answers_bytes]));
  let bytes = 0;
  const end = changes.findIndex(({ session_id }) => {
    bytes += byId.get(session_id) ?? 0;
    return bytes > limit;
  });
  return changes.slice(0, end < 0 ? changes.length : Math.max(1, end));
}
