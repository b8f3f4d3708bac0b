import type pg from "pg";
import { eventually } from "./eventually.ts";

/**
 * Stops these processes of PostgreSQL until `until` (Unix ms) has passed: what they are sent meanwhile stays in their
 * sockets, as when the whole host stands still.
 */
export async function standStill(pids: number[], until: number): Promise<void> {
  const goOn = () => pids.map((pid) => process.kill(pid, "SIGCONT"));
  process.once("exit", goOn);
  try {
    for (const pid of pids) process.kill(pid, "SIGSTOP");
    await past(until);
  } finally {
    process.off("exit", goOn);
    goOn();
  }
}

/** Until the clock shows more than `moment` (Unix ms). */
export const past = (moment: number): Promise<void> =>
  eventually(() => {
    if (Date.now() <= moment) throw new Error("It is not past that moment yet.");
  });

/** Those of PostgreSQL that serve the product's pools on the database that `pool` is of. */
export async function serverProcesses(pool: pg.Pool): Promise<number[]> {
  const text = "select pid from pg_stat_activity where datname = current_database() and application_name = 'pathform'";
  return (await pool.query<{ pid: number }>(text)).rows.map(({ pid }) => pid);
}
