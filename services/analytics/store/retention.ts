import type { RetentionPreview } from "../../../shared/api/shapes/retention.ts";
import type { ReadPool } from "../../../shared/platform/database/untilDeadline.ts";

const monthLimit = 24;

/** Counts a form's sessions without activity since `before`, by month of their last activity, oldest first. */
export async function oldSessions(pool: ReadPool, formId: string, before: Date): Promise<RetentionPreview> {
  const { rows } = await pool.query<{ month: string; count: number; oldest: Date; total: number }>(
    `select to_char(last_activity_at at time zone 'UTC', 'YYYY-MM') as month, count(*)::integer as count,
        min(last_activity_at) as oldest, (sum(count(*)) over ())::integer as total
      from sessions.sessions where form_id = $1 and started_at < $2 and last_activity_at < $2
      group by 1 order by 1 limit $3`,
    [formId, before, monthLimit],
  );
  const [first] = rows;
  return {
    count: first?.total ?? 0,
    oldest: first?.oldest.toISOString() ?? null,
    by_month: rows.map(({ month, count }) => ({ month, count })),
  };
}
