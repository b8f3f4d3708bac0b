import type pg from "pg";
import { utcDay } from "../../../shared/domain/dates.ts";
import { inTransaction } from "../../../shared/platform/database/transaction.ts";
import { faultPoint } from "../../../shared/platform/faultPoint.ts";
import { auditImport } from "../audit.ts";
import type { StorableRow, StorableSession, WalkedRows } from "../importing/child.ts";
import { insertImported, type NewImported } from "../store/importedSessions.ts";
import * as store from "../store/imports.ts";
import { isKnown, keysOf } from "./keys.ts";
import { addEnd, addRefusal, countRefusals, type Tally } from "./tally.ts";
import type { ImportTarget } from "./target.ts";

/** A row that isn't stored yet. */
interface Candidate {
  row: number;
  keys: readonly string[];
  session: StorableSession;
}

/**
 * Stores the next rows of an import, each once (wants §25), with how far it is, in one transaction. Returns the import as it is then,
 * or null, without writes, if it was canceled or another copy continued it.
 */
export function storeRows(
  pool: pg.Pool,
  { target, limit, total }: { target: ImportTarget; limit: number; total: number },
  before: store.ImportRow,
  { rows, isLast, brokenOff }: WalkedRows,
): Promise<store.ImportRow | null> {
  return inTransaction(pool, async (client) => {
    if (!(await store.lockRunning(client, before.id, before.last_row))) return null;
    const now = new Date();
    const day = utcDay(now);
    const after = {
      ...before,
      rows: total,
      refused: [...before.refused],
      last_row: rows.at(-1)?.row ?? before.last_row,
    };
    const fresh = await newRows(client, before.form_id, rows, after);
    const room = Math.max(0, limit - (await store.importedOn(client, before.form_id, day)));
    for (const { row } of fresh.slice(room)) {
      addRefusal(after, {
        row,
        column: null,
        reason: `is over the ${limit} imported responses that a form takes per day`,
      });
      after.refused_rows += 1;
    }
    const stored: NewImported[] = fresh.slice(0, room).map(({ keys: [key = ""], session }) => ({ key, session }));
    const { form, version, personalRound } = target;
    await insertImported(client, { importId: before.id, form, version, personalRound, now }, stored);
    after.stored += stored.length;
    after.incomplete_count += stored.filter(({ session }) => session.status === "abandoned").length;
    if (isLast) {
      if (brokenOff) addEnd(after, brokenOff);
      after.status = "done";
      await auditImport(client, after);
    }
    await store.noteProgress(client, after);
    await store.addImportedOn(client, before.form_id, day, stored.length);
    faultPoint("import-storing");
    return after;
  }).finally(() => faultPoint("import-stored"));
}

/** Returns the rows that the form doesn't have. Counts the others as skipped, and what is refused. */
async function newRows(
  client: pg.ClientBase,
  formId: string,
  rows: readonly StorableRow[],
  tally: Tally,
): Promise<Candidate[]> {
  const keyed = rows.map((row) => ({ ...row, keys: row.session ? keysOf(formId, row.identities) : [] }));
  const known = await store.knownKeys(
    client,
    formId,
    keyed.flatMap(({ keys }) => keys),
  );
  return keyed.flatMap(({ session, keys, ...row }) => {
    if (session && isKnown(known, keys)) {
      tally.skipped += 1;
      return [];
    }
    countRefusals(tally, { ...row, session });
    return session ? [{ row: row.row, keys, session }] : [];
  });
}
