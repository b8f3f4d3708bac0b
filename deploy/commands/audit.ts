import { authSchema } from "../../services/auth/database.ts";
import { auditSince } from "../../services/auth/store/audit.ts";
import { auditLogLine } from "../../services/auth/views.ts";
import { databaseUrl } from "../../shared/platform/database/open.ts";
import { releasePool, takePool } from "../../shared/platform/database/pools.ts";
import { operatorLog, runCommand } from "./command.ts";
import { untilAvailable, withPostgres } from "./postgres.ts";

/**
 * `npm run audit -- --from <date>` (teams §20.14): writes the audit logs of all workspaces since a date, oldest first, with the lines
 * of AUDIT_LOG=stdout, to fill a gap in another system.
 */
const usage = "Usage: npm run audit -- --from <date>";

await runCommand(async () => {
  const [option, date = "", ...surplus] = process.argv.slice(2);
  const from = new Date(date);
  if (option !== "--from" || surplus.length > 0 || Number.isNaN(from.getTime())) throw new Error(usage);
  await withPostgres([authSchema.schema], async () => {
    const url = databaseUrl("auth");
    await untilAvailable(url);
    const { pool } = takePool(url, operatorLog.warn);
    try {
      for await (const rows of auditSince(pool, from)) await written(rows.map(auditLogLine).join(""));
    } finally {
      await releasePool(url);
    }
  });
});

/** Waits for a slow reader. */
function written(text: string): Promise<void> {
  return new Promise((done) => void process.stdout.write(text, () => done()));
}
