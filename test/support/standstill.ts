import type pg from "pg";
import { eventually } from "./eventually.ts";

/**
 * Pauses these PostgreSQL processes until `until` (Unix ms). Data sent until then stays in their sockets, like on a paused host.
 */
export async function standStill(pids: number[], until: number): Promise<void> {
  const resume = () => pids.map((pid) => process.kill(pid, "SIGCONT"));
  process.once("exit", resume);
  try {
    for (const pid of pids) process.kill(pid, "SIGSTOP");
    await past(until);
  } finally {
    process.off("exit", resume);
    resume();
  }
}

/** Waits until the clock is past `moment` (Unix ms). */
export const past = (moment: number): Promise<void> =>
  eventually(() => {
    if (Date.now() <= moment) throw new Error("The moment hasn't passed yet.");
  });

/** Returns the PostgreSQL processes of the product's pools on the database of `pool`. */
export async function serverProcesses(pool: pg.Pool): Promise<number[]> {
  const text = "select pid from pg_stat_activity where datname = current_database() and application_name = 'pathform'";
  return (await pool.query<{ pid: number }>(text)).rows.map(({ pid }) => pid);
}
