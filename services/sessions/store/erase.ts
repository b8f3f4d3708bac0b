import type pg from "pg";
import type { Queryable } from "../../../shared/platform/database/connection.ts";
import type { Timed } from "../../../shared/platform/deadlines/deadline.ts";
import { faultPoint } from "../../../shared/platform/faultPoint.ts";
import { countEach } from "./counts.ts";
import { insertErasure } from "./events.ts";
import { freeClaims } from "./exact.ts";
import { deleteOfSession } from "./files.ts";
import { freeImported, isImportedSession } from "./imports.ts";
import { freePlace } from "./links.ts";
import { withSession } from "./locks.ts";
import { deleteOfSession as deleteResumes } from "./resumes.ts";
import { deleteOfSession as deleteRevisions } from "./revisions.ts";

/**
 * Erases a session with its answers, files and event payloads (decisions §6), and adds an event for services with
 * copies. 404 if the form has no such session, 503 after the deadline. `note` writes to the audit log.
 */
export async function eraseSession(
  pool: pg.Pool,
  { formId, sessionId }: { formId: string; sessionId: string },
  call: Timed,
  note: (client: pg.PoolClient) => Promise<void>,
): Promise<void> {
  await withSession(pool, { sessionId, formId }, call, async (client, { status }) => {
    const isImported = await isImportedSession(client, sessionId);
    if (status === "completed" && !isImported) await discount(client, formId);
    if (isImported) await freeImported(client, [sessionId]);
    const deleted = await client.query<DeletedRow>(
      "delete from sessions.sessions where id = $1 returning status as was, completed_at, link_id",
      [sessionId],
    );
    await client.query("delete from sessions.visits where session_id = $1", [sessionId]);
    await client.query("delete from sessions.events where session_id = $1", [sessionId]);
    await deleteOfSession(client, sessionId);
    await deleteResumes(client, sessionId);
    await deleteRevisions(client, sessionId);
    await freeClaims(client, formId, sessionId);
    await client.query("insert into sessions.erased_sessions (session_id) values ($1)", [sessionId]);
    await insertErasure(client, formId, sessionId);
    for (const { link_id, was } of deleted.rows)
      if (link_id !== null) await freePlace(client, link_id, { sessionId, isCompleted: was === "completed" });
    await note(client);
    await countEach(
      client,
      deleted.rows.map(({ was, completed_at }) => ({ was, completed_at, form_id: formId, became: null })),
    );
    return null;
  });
  faultPoint("session-erased");
}

interface DeletedRow {
  was: string;
  completed_at: Date | null;
  link_id: string | null;
}

/** Returns whether a session with this id was erased, so that the id isn't reused. */
export async function isErased(pool: Queryable, sessionId: string): Promise<boolean> {
  const text = "select 1 from sessions.erased_sessions where session_id = $1";
  return (await pool.query({ name: "is-erased", text, values: [sessionId] })).rowCount === 1;
}

/**
 * Decrements the form's completed sessions. Locks the form even if it doesn't count them: a count that begins now waits
 * and doesn't see the session. No holder of the form's lock waits for a session's.
 */
async function discount(client: pg.PoolClient, formId: string): Promise<void> {
  await client.query("select 1 from sessions.live_forms where form_id = $1 for no key update", [formId]);
  await client.query(
    `update sessions.live_forms set completed_count = completed_count - 1
      where form_id = $1 and (response_limit is not null or counting_id is not null)`,
    [formId],
  );
}
