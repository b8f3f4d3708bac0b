import type pg from "pg";
import { sessionsSchema } from "../../services/sessions/database.ts";
import { failingEvents, offerEvent, outboxState } from "../../services/sessions/store/outbox.ts";
import { uuidPattern } from "../../shared/domain/schema.ts";
import { databaseUrl } from "../../shared/platform/database/open.ts";
import { releasePool, takePool } from "../../shared/platform/database/pools.ts";
import { operatorLog, print, runCommand } from "./command.ts";
import { untilAvailable, withPostgres } from "./postgres.ts";

/**
 * `npm run events`: shows the number of pending events. `-- failing` lists events whose deliveries couldn't be created, with the
 * time of the next attempt. The log of integrations has the errors. `-- retry <id>` retries one immediately.
 */
const usage = "Usage: npm run events [-- failing | -- retry <id>]";

await runCommand(async () => {
  const [verb, id, ...surplus] = process.argv.slice(2);
  const isRetry = verb === "retry" && id !== undefined && uuidPattern.test(id);
  if (surplus.length > 0 || !(isRetry || (id === undefined && (verb === undefined || verb === "failing")))) {
    throw new Error(usage);
  }
  await withPostgres([sessionsSchema.schema], async () => {
    const url = databaseUrl("sessions");
    await untilAvailable(url);
    const { pool } = takePool(url, operatorLog.warn);
    try {
      if (isRetry) await retry(pool, id);
      else if (verb === "failing") await listFailing(pool);
      else await showState(pool);
    } finally {
      await releasePool(url);
    }
  });
});

async function showState(pool: pg.Pool): Promise<void> {
  const { waiting, failing, age_seconds } = await outboxState(pool);
  print(`${waiting} events pending, oldest ${Math.round(age_seconds)} s, ${failing} failing`);
}

async function listFailing(pool: pg.Pool): Promise<void> {
  for (const event of await failingEvents(pool, 1_000)) {
    const again = event.leased_until?.toISOString() ?? "now";
    const { id, type, session_id, attempts } = event;
    print(`${id} ${type} session ${session_id} attempts ${attempts}, next ${again}`);
  }
}

async function retry(pool: pg.Pool, id: string): Promise<void> {
  if (!(await offerEvent(pool, id))) throw new Error(`No event with ID ${id}.`);
  print(`Retrying event ${id}.`);
}
