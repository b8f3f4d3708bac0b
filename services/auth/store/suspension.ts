import type pg from "pg";

export interface Suspension {
  is_suspended: boolean;
  /** grows with each change */
  revision: number;
}

/** Returns whether a workspace is going to be deleted, or null if there is none. */
export async function readSuspension(pool: pg.Pool, accountId: string): Promise<Suspension | null> {
  const { rows } = await pool.query<Suspension>(
    "select deletes_at is not null as is_suspended, suspension_revision as revision from auth.accounts where id = $1",
    [accountId],
  );
  return rows[0] ?? null;
}
