import type pg from "pg";
import type { SessionChange } from "../../../shared/contract.ts";
import type { Call } from "../../../shared/moleculer.ts";
import { deleteWords, indexSessions, inTurn } from "../store/searchIndex.ts";

/**
 * Keeps the search index at most ten seconds behind (decisions §1): every two seconds one copy asks sessions for what has
 * changed, takes it in and acknowledges it after. What is cut off in between is offered again. It goes by the outbox's own
 * poll and not by its hints, so that integrations is the first to be at an event.
 */
const interval = 2_000;
const batch = 200;

export interface Following {
  pool: pg.Pool;
  call: Call;
  warn(message: string): void;
}

/** Starts following; the returned function stops it and waits for the look under way. */
export function followSessions(following: Following): () => Promise<void> {
  let looking: Promise<void> = Promise.resolve();
  let isLooking = false;
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    looking = takeIn(following)
      .catch((error: Error) => following.warn(`The search index is behind: ${error.message}`))
      .finally(() => {
        isLooking = false;
      });
  }, interval);
  return async () => {
    clearInterval(timer);
    await looking;
  };
}

async function takeIn(following: Following): Promise<void> {
  for (;;) {
    const { changes } = await following.call("sessions.changes", { limit: batch });
    if (changes.length === 0 || (await takeInSome(following, changes)) < batch) return;
  }
}

/** 0 where another copy is at it. */
async function takeInSome({ pool, call, warn }: Following, changes: readonly SessionChange[]): Promise<number> {
  const erased = changes.filter(({ is_erased }) => is_erased).map(({ session_id }) => session_id);
  const others = changes.filter(({ is_erased }) => !is_erased).map(({ session_id }) => session_id);
  const isMine = await inTurn(pool, async (client) => {
    await indexEach(client, others, warn);
    await deleteWords(client, erased);
  });
  if (!isMine) return 0;
  await call("sessions.acknowledgeChanges", { ids: changes.map(({ id }) => id) });
  return changes.length;
}

/** program_limit_exceeded: more different words than an index takes */
const tooManyWords = "54000";

/** Together, or each by itself where one of them cannot be indexed: it is then not found, and keeps up no others. */
async function indexEach(client: pg.PoolClient, ids: string[], warn: Following["warn"]): Promise<void> {
  await client.query("savepoint before");
  try {
    await indexSessions(client, ids);
  } catch (error) {
    if ((error as { code?: string }).code !== tooManyWords) throw error;
    await client.query("rollback to before");
    const [only, ...more] = ids;
    if (more.length === 0) warn(`Session ${only} has more different words than can be searched for.`);
    else for (const id of ids) await indexEach(client, [id], warn);
  }
}
