import { imagesAfter } from "../../services/forms/store/images.ts";
import { storedFilesAfter } from "../../services/sessions/store/files.ts";
import { databaseUrl } from "../../shared/platform/database/open.ts";
import { releasePool, takePool } from "../../shared/platform/database/pools.ts";
import { openFileStore } from "../../shared/platform/files/open.ts";
import type { FileStore } from "../../shared/platform/files/store.ts";
import { operatorLog, print, runCommand, say } from "./command.ts";
import { untilAvailable, withPostgres } from "./postgres.ts";

/**
 * `npm run files -- missing`: lists respondents' files and owners' images that the database has and UPLOADS lacks, such as after a
 * restore. Exits with 1 if there are any.
 */
const batch = 500;
const reads = 16;

await runCommand(async () => {
  const [verb, ...surplus] = process.argv.slice(2);
  if (verb !== "missing" || surplus.length > 0) throw new Error("Usage: npm run files -- missing");
  const store = await openFileStore();
  const missing = await withPostgres(["sessions", "forms"], async () => {
    const files = await inDatabase("sessions", (pool) => (after) => storedFilesAfter(pool, after, batch), store);
    const images = await inDatabase("forms", (pool) => (after) => imagesAfter(pool, after, batch), store);
    return [
      ...files.map(({ id, session_id, node_id }) => `session ${session_id} node ${node_id} file ${id}`),
      ...images.map(({ id, account_id }) => `account ${account_id} image ${id}`),
    ];
  });
  for (const line of missing) print(line);
  say(`Files missing: ${missing.length}`);
  if (missing.length > 0) process.exitCode = 1;
});

interface Row {
  id: string;
  key: string;
}

type Pool = ReturnType<typeof takePool>["pool"];

/** Returns the rows of a service's database whose bytes are missing. `rowsAfter` reads a batch in the order of IDs. */
async function inDatabase<T extends Row>(
  schema: "sessions" | "forms",
  rowsAfter: (pool: Pool) => (after: string) => Promise<T[]>,
  store: FileStore,
): Promise<T[]> {
  const url = databaseUrl(schema);
  await untilAvailable(url);
  const next = rowsAfter(takePool(url, operatorLog.warn).pool);
  const missing: T[] = [];
  try {
    for (let after: string | undefined = "00000000-0000-0000-0000-000000000000"; after; ) {
      const rows = await next(after);
      for (let at = 0; at < rows.length; at += reads)
        missing.push(...(await missingOf(rows.slice(at, at + reads), store)));
      after = rows.at(-1)?.id;
    }
    return missing;
  } finally {
    await releasePool(url);
  }
}

async function missingOf<T extends Row>(rows: readonly T[], store: FileStore): Promise<T[]> {
  const found = await Promise.all(
    rows.map(async (row) => {
      const bytes = await store.read(row.key);
      bytes?.destroy();
      return bytes ? [] : [row];
    }),
  );
  return found.flat();
}
