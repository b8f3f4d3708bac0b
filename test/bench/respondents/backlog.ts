import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

/** ms */
const pause = 50;
const timeout = 120_000;

/**
 * Waits until no work is left of what respondents sent: integrations and the search index have acknowledged all events, and with the
 * index come the contributions and rollups of insights. Throws after two minutes.
 */
export async function untilNoBacklog(database: string): Promise<void> {
  const client = new pg.Client({ connectionString: database });
  await client.connect();
  try {
    for (const deadline = Date.now() + timeout; await hasBacklog(client); await sleep(pause)) {
      if (Date.now() > deadline) throw new Error(`Events are still waiting after ${timeout / 1000} s.`);
    }
  } finally {
    await client.end();
  }
}

async function hasBacklog(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query("select from sessions.events limit 1");
  return rows.length > 0;
}
