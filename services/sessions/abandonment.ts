import { newUuid } from "../../shared/ids.ts";
import { sessionDetail } from "../../shared/session-detail.ts";
import type { SessionsService } from "./service.ts";
import { type AbandonWrite, abandonMany, idleSessions } from "./store/abandon.ts";
import { loadMany, type SessionState } from "./store/load.ts";
import { inOrder } from "./store/order.ts";

/**
 * Sessions that nothing has moved for ABANDON_AFTER_MINUTES become `abandoned` (decisions §5): within 10 s of then, so
 * every copy looks every 5 s. Copies that look at once do no harm, since each write names the revision it was decided on.
 */
const interval = 5_000;
const batch = 200;

/** Starts looking; the returned function stops it and waits for the look under way. */
export function watchAbandonment(service: SessionsService, afterMinutes: number): () => Promise<void> {
  let looking: Promise<void> | null = null;
  const timer = setInterval(() => {
    looking ??= abandonIdle(service, afterMinutes)
      .catch((error: Error) => service.logger.warn(`Looking for abandoned sessions failed: ${error.message}`))
      .finally(() => {
        looking = null;
      });
  }, interval);
  return async () => {
    clearInterval(timer);
    await looking;
  };
}

/** One look. */
export async function abandonIdle(
  { database, tellOfEvents }: Pick<SessionsService, "database" | "tellOfEvents">,
  afterMinutes: number,
): Promise<void> {
  for (;;) {
    const now = new Date();
    const before = new Date(now.getTime() - afterMinutes * 60_000);
    const ids = await idleSessions(database.pool, before, batch);
    if (ids.length === 0) return;
    const states = await loadMany(database.pool, ids);
    const idle = states.filter((state) => state !== null && state.last_activity_at <= before) as SessionState[];
    const writes = idle.map((state) => writeOf(state, now));
    await abandonMany(database.pool, inOrder(writes));
    tellOfEvents();
    if (ids.length < batch) return;
  }
}

function writeOf(state: SessionState, now: Date): AbandonWrite {
  const session = sessionDetail({ ...state, status: "abandoned" }, state.visits);
  const event = state.was_abandoned ? null : { id: newUuid(), session };
  return { session_id: state.id, revision: state.revision, now, event };
}
