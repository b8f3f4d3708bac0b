import type pg from "pg";
import type { Annotations } from "../../../shared/api/shapes/annotations.ts";
import type { Timed } from "../../../shared/platform/deadlines/deadline.ts";
import { withSession } from "./locks.ts";

/**
 * Replaces the annotations of a session. They are stored with its next `revision`, so that an export that is being continued sees the
 * change. 404 if the form has no such session, 503 after the deadline. `audit` writes to the audit log.
 */
export function annotateSession(
  pool: pg.Pool,
  { formId, sessionId }: { formId: string; sessionId: string },
  { tags, note, is_flagged }: Annotations,
  call: Timed,
  audit: (client: pg.PoolClient) => Promise<void>,
): Promise<null> {
  return withSession(pool, { sessionId, formId }, call, async (client) => {
    await client.query({
      name: "annotate-session",
      text: `update sessions.sessions set revision = revision + 1, tags = $2, note = $3, is_flagged = $4 where id = $1`,
      values: [sessionId, tags.length > 0 ? tags : null, note || null, is_flagged || null],
    });
    await audit(client);
    return null;
  });
}
