import pg from "pg";

/** The leases of events and deliveries run out now, as they do by themselves within 30 s: those of whoever has died. */
export async function endLeases(databaseUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query("update sessions.events set leased_until = clock_timestamp() where leased_until is not null");
    await client.query("update integrations.deliveries set due_at = clock_timestamp() where lease is not null");
  } finally {
    await client.end();
  }
}
