import type pg from "pg";
import { calculating, sessionDetail } from "../../shared/api/sessionDetail.ts";
import { limitConcurrency } from "../../shared/platform/concurrency.ts";
import { newOrderedUuid } from "../../shared/platform/ids.ts";
import { type Loop, openLoop } from "../../shared/platform/loop.ts";
import { timeAfter } from "./clock.ts";
import type { Respondents } from "./respondents.ts";
import type { SessionsService } from "./service.ts";
import { slices } from "./slices.ts";
import { type AbandonWrite, abandonSession, firstStart, idleSessions } from "./store/abandon.ts";
import { loadMany, type SessionState } from "./store/sessions.ts";

/**
 * Marks sessions idle for ABANDON_AFTER_MINUTES as `abandoned`, within 10 s of then (decisions §5). So every copy checks every 5 s
 * while one in progress is old enough, and else sleeps until one can be. Concurrent copies do no harm, because each write names the
 * revision it was decided on.
 */
const busyInterval = 5_000;
/** ms */
const interval = 60_000;
const batchLimit = 200;
/** Concurrent transactions. The pool's other connections are for requests. */
const running = 4;

export function abandonIdleSessions(service: SessionsService, afterMinutes: number): Loop {
  const afterMs = afterMinutes * 60_000;
  const msUntilOld = oldestStart(service.database.pool, afterMs);
  return openLoop({
    // a session that starts now can be due then
    interval: Math.min(interval, afterMs),
    work: async () => (await abandonBatch(service, afterMinutes)) || Math.max(busyInterval, await msUntilOld()),
    onError: (error) => service.logger.warn(`Failed to mark idle sessions as abandoned, retrying: ${error.message}`),
  });
}

/** Returns a function that tells in how many ms the first session in progress is old enough, 0 if one is. It asks once a minute then. */
function oldestStart(pool: pg.Pool, afterMs: number): () => Promise<number> {
  let askedAt = Number.NEGATIVE_INFINITY;
  return async () => {
    if (performance.now() - askedAt < interval) return 0;
    const start = await firstStart(pool);
    const ms = start === null ? interval : start.getTime() + afterMs - Date.now();
    if (ms <= 0) askedAt = performance.now();
    return Math.max(0, ms);
  };
}

type Abandoning = Pick<SessionsService, "database" | "announceEvents" | "respondents">;

/** Returns whether there may be more. */
export async function abandonBatch(service: Abandoning, afterMinutes: number): Promise<boolean> {
  const before = new Date(Date.now() - afterMinutes * 60_000);
  const ids = await idleSessions(service.database.pool, before, batchLimit);
  if (ids.length === 0) return false;
  const abandoned = await abandonThese(service, ids, before);
  // sessions that moved in between are checked again after the interval
  return ids.length === batchLimit && abandoned > 0;
}

/** Abandons those of the sessions that are idle since `before`. Returns how many. */
export async function abandonThese(
  { database, announceEvents, respondents }: Abandoning,
  ids: string[],
  before: Date,
): Promise<number> {
  if (ids.length === 0) return 0;
  const states = await loadMany(database.pool, ids);
  const idle = states.filter((state) => state !== null && state.last_activity_at <= before) as SessionState[];
  const writes = await Promise.all(idle.map((state) => writeOf(respondents, state, timeAfter(state))));
  const abandoned = await abandonAll(database.pool, writes);
  if (abandoned > 0) announceEvents();
  return abandoned;
}

/** Returns how many were abandoned. */
async function abandonAll(pool: pg.Pool, writes: AbandonWrite[]): Promise<number> {
  const limited = limitConcurrency({ running, waiting: batchLimit });
  const outcomes = await Promise.all(writes.map((write) => limited(() => abandonSession(pool, write))));
  return outcomes.filter(Boolean).length;
}

async function writeOf({ versions, referenceOf }: Respondents, state: SessionState, now: Date): Promise<AbandonWrite> {
  const computed = await versions.computed(state.version_id);
  const reference = state.link_id === null ? null : await referenceOf(state.link_id);
  const detail = sessionDetail({ ...state, status: "abandoned", reference }, state.visits, computed?.shuffled_pages);
  const session = { ...detail, calculations: await slices.finish(calculating(computed?.calculations ?? null, detail)) };
  const event = state.was_abandoned ? null : { id: newOrderedUuid(), session };
  return { sessionId: state.id, revision: state.revision, now, event };
}
