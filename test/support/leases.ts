import pg from "pg";
import { jobsNow } from "./jobs.ts";

/** Expires the leases of events, deliveries and emails now instead of after 30 s or minutes, like those of dead processes. */
export async function endLeases(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query(
      "update sessions.events set leased_until = statement_timestamp() where leased_until is not null",
    );
    await client.query("update integrations.deliveries set due_at = clock_timestamp() where lease is not null");
    await client.query(
      "update integrations.link_letters set due_at = clock_timestamp() where state = 'waiting' and tries > 0",
    );
    for (const schema of ["auth", "forms", "integrations"] as const) await client.query(jobsNow(schema));
  } finally {
    await client.end();
  }
}
