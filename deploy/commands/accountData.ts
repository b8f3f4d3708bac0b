import { createWriteStream } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { analyticsSchema } from "../../services/analytics/database.ts";
import { analyticsRows, analyticsTables, forgetForms } from "../../services/analytics/store/accountTables.ts";
import { authSchema } from "../../services/auth/database.ts";
import { accountRows, authTables, deleteWorkspace, endAccess } from "../../services/auth/store/accountTables.ts";
import { rehomeOthers } from "../../services/auth/store/people.ts";
import { formsSchema } from "../../services/forms/database.ts";
import {
  eraseImages,
  formIdsOf,
  formsTables,
  imagesOf,
  imageTables,
} from "../../services/forms/store/accountTables.ts";
import { integrationsSchema } from "../../services/integrations/database.ts";
import { deleteOrphanTests, integrationsTables } from "../../services/integrations/store/accountTables.ts";
import { sessionsSchema } from "../../services/sessions/database.ts";
import {
  closeForms,
  eraseFiles,
  eraseSessions,
  filesOf,
  formTables,
  liveFormIdsOf,
  liveFormRows,
  sessionTables,
} from "../../services/sessions/store/accountTables.ts";
import {
  type AccountScope,
  type AccountTable,
  deleteRows,
  exportRows,
} from "../../shared/platform/database/accountTables.ts";
import { type Database, type Log, openDatabase } from "../../shared/platform/database/open.ts";
import type { FileStore } from "../../shared/platform/files/store.ts";

export const schemas = {
  auth: authSchema,
  forms: formsSchema,
  sessions: sessionsSchema,
  analytics: analyticsSchema,
  integrations: integrationsSchema,
};
export type Databases = Record<keyof typeof schemas, Database>;

/** All tables with data of accounts, by schema. */
export const tables: Record<keyof typeof schemas, readonly AccountTable[]> = {
  auth: [...authTables, ...accountRows],
  forms: [...formsTables, ...imageTables],
  sessions: [...sessionTables, ...formTables, ...liveFormRows],
  analytics: [...analyticsTables, ...analyticsRows],
  integrations: integrationsTables,
};

export async function withDatabases<T>(log: Log, work: (databases: Databases) => Promise<T>): Promise<T> {
  const opened: [string, Database][] = [];
  try {
    for (const [name, schema] of Object.entries(schemas)) opened.push([name, await openDatabase(schema, log)]);
    return await work(Object.fromEntries(opened) as Databases);
  } finally {
    for (const [, database] of opened) await database.close();
  }
}

/** Returns the account with its forms. Sessions knows forms that are already deleted in forms. */
async function scopeOf({ forms, sessions }: Databases, accountId: string): Promise<AccountScope> {
  const ids = [...(await formIdsOf(forms.pool, accountId)), ...(await liveFormIdsOf(sessions.pool, accountId))];
  return { accountId, formIds: [...new Set(ids)] };
}

/**
 * Deletes an account while the server runs. First revokes all access. Then deletes data until there is none left, because requests
 * in progress can write until their deadline (`pause`, ms). Last, deletes the rows that identify the account, so that the command
 * can continue after a crash.
 */
export async function eraseAccount(
  databases: Databases,
  files: FileStore,
  accountId: string,
  pause = 10_000,
): Promise<void> {
  const { auth, sessions } = databases;
  await rehomeOthers(auth.pool, accountId);
  await endAccess(auth.pool, accountId);
  const scope = await scopeOf(databases, accountId);
  while ((await eraseOnce(databases, files, scope)) > 0) {
    await sleep(pause);
    const { formIds } = await scopeOf(databases, accountId);
    scope.formIds = [...new Set([...scope.formIds, ...formIds])];
  }
  for (const table of liveFormRows) await deleteRows(sessions.pool, table, scope);
  await deleteWorkspace(auth.pool, accountId);
}

/** Deletes data once and returns the number of deleted items. Keeps `live_forms`, closed. */
async function eraseOnce(
  { auth, forms, sessions, analytics, integrations }: Databases,
  files: FileStore,
  scope: AccountScope,
): Promise<number> {
  let found = 0;
  // deleting forms and integrations first prevents republished forms and further deliveries
  for (const table of formsTables) found += await deleteRows(forms.pool, table, scope);
  found += await eraseImages(forms.pool, scope.accountId, files);
  await closeForms(sessions.pool, scope.accountId);
  for (const table of integrationsTables) found += await deleteRows(integrations.pool, table, scope);
  await deleteOrphanTests(integrations.pool);
  found += await eraseFiles(sessions.pool, scope.formIds, files);
  found += await eraseSessions(sessions.pool, scope.formIds);
  for (const table of formTables) found += await deleteRows(sessions.pool, table, scope);
  found += await forgetForms(analytics.pool, scope.formIds);
  for (const table of analyticsRows) found += await deleteRows(analytics.pool, table, scope);
  for (const table of authTables) found += await deleteRows(auth.pool, table, scope);
  return found;
}

/** Writes an account's data to an empty folder: an NDJSON file per table, respondents' files and images. */
export async function exportAccount(
  databases: Databases,
  files: FileStore,
  accountId: string,
  folder: string,
): Promise<void> {
  const scope = await scopeOf(databases, accountId);
  for (const [schema, database] of Object.entries(databases) as [keyof Databases, Database][]) {
    for (const table of tables[schema].filter(({ secret }) => secret !== "all")) {
      const out = createWriteStream(join(folder, `${table.name}.ndjson`), { mode: 0o600 });
      await pipeline(rowsOf(database, table, scope), out);
    }
  }
  await exportFiles(databases, files, scope, join(folder, "files"));
}

async function* rowsOf(database: Database, table: AccountTable, scope: AccountScope): AsyncGenerator<string> {
  for await (const rows of exportRows(database.pool, table, scope)) yield rows.map((row) => `${row}\n`).join("");
}

type FileBatch = { id: string; key: string }[];

/** Writes files named by id. `sessions.files.ndjson` and `forms.images.ndjson` have their names. */
async function exportFiles(
  { forms, sessions }: Databases,
  files: FileStore,
  { accountId, formIds }: AccountScope,
  folder: string,
): Promise<void> {
  await mkdir(folder, { mode: 0o700 });
  const kinds = [
    (after?: string): Promise<FileBatch> => filesOf(sessions.pool, formIds, after),
    (after?: string): Promise<FileBatch> => imagesOf(forms.pool, accountId, after),
  ];
  for (const batchAfter of kinds) {
    for (let batch = await batchAfter(); batch.length > 0; batch = await batchAfter(batch.at(-1)?.id)) {
      for (const { id, key } of batch) {
        const bytes: Readable | null = await files.read(key);
        if (bytes) await pipeline(bytes, createWriteStream(join(folder, id), { mode: 0o600 }));
      }
    }
  }
}
