import type pg from "pg";

/** Returns whether entries of the audit log wait to be sent, and whether a job is due, whoever added them. */
export async function waitingWork(pool: pg.Pool): Promise<{ has_entries: boolean; has_jobs: boolean }> {
  const { rows } = await pool.query(
    `select exists (select from auth.audit_outbox) as has_entries,
      exists (select from auth.jobs where due_at <= statement_timestamp()) as has_jobs`,
  );
  return rows[0];
}
