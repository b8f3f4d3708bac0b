import type { ReadPool } from "../../../shared/platform/database/untilDeadline.ts";
import { unavailable } from "../../../shared/platform/errors.ts";

/** A position in the primary's WAL. */
export interface WalPosition {
  lsn: string;
  /** as in the names of WAL files; a promotion starts another one */
  timeline: string;
}

const timelineOf = "substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)";

/** Throws 503 if the server isn't the primary. */
export async function primaryPosition(pool: ReadPool): Promise<WalPosition> {
  const { rows } = await pool.query<WalPosition>(
    `select pg_current_wal_lsn()::text as lsn, ${timelineOf} as timeline where not pg_is_in_recovery()`,
  );
  if (!rows[0]) throw unavailable("The database is unavailable. Try again shortly.");
  return rows[0];
}

/** A server of READ_DATABASE_URL, as `serverState` returns it. */
export interface ServerState {
  /** null on a primary */
  replayed: string | null;
  /** null on a replica */
  timeline: string | null;
}

export const serverState = `select pg_last_wal_replay_lsn()::text as replayed, timeline
  from (select case when pg_is_in_recovery() then null else ${timelineOf} end as timeline) t`;
