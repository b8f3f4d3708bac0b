import type pg from "pg";
import { faultPoint } from "../../../shared/platform/faultPoint.ts";
import { callOf, type Locked, metLock, plainTransaction, type Timed } from "./locks.ts";
import { insertSession, type NewSession, type Started, wasErased } from "./start.ts";

/** A session to start by a personal link, on the link's form. */
export interface LinkedSession extends NewSession {
  linkId: string;
}

/**
 * Starts a session in a free place of its link, in one transaction (features §15). Null, without writes, if the form refuses it, the
 * id is in use, or the link has no free place anymore. The link's row decides between concurrent starts: a place is free while no
 * session of the link is open, so there are never more sessions than places.
 */
export function startByLink(pool: pg.Pool, session: Timed<LinkedSession>): Promise<Started | null | Locked> {
  const nothing = new Error("Nothing is written.");
  return plainTransaction(pool, callOf(session), async (client) => {
    if (!(await takePlace(client, session))) return null;
    faultPoint("place-taken");
    const started = await insertSession(client, session);
    // the place is free again
    if (!started) throw nothing;
    return started;
  }).catch((error: unknown) => {
    if (error !== nothing && error !== wasErased) throw error;
    return null;
  });
}

const isFree = `id = $1 and open_session is null and responses_count < max_responses and revoked_at is null
  and (expires_at is null or expires_at > $2)`;

/** False if no place is free. Throws `metLock` if another request has locked the link. */
async function takePlace(client: pg.ClientBase, { linkId, sessionId, now }: LinkedSession): Promise<boolean> {
  const taken = await client.query({
    name: "take-place",
    text: `update sessions.links set open_session = $3, responses_count = responses_count + 1
      where id = (select id from sessions.links where ${isFree} for no key update skip locked)`,
    values: [linkId, now, sessionId],
  });
  if (taken.rowCount) return true;
  const text = `select 1 from sessions.links where ${isFree}`;
  if ((await client.query({ name: "is-place-free", text, values: [linkId, now] })).rowCount) throw metLock;
  return false;
}

/**
 * Repairs a link whose open session isn't open anymore: a copy of the previous release completed or erased it, and knows no links.
 */
export async function closePlace(
  pool: pg.Pool,
  linkId: string,
  { sessionId, became }: { sessionId: string; became: "completed" | "erased" },
): Promise<void> {
  const counts =
    became === "completed"
      ? "completed_count = completed_count + 1, was_completed = true"
      : "responses_count = responses_count - 1";
  await pool.query(`update sessions.links set open_session = null, ${counts} where id = $1 and open_session = $2`, [
    linkId,
    sessionId,
  ]);
}
