import { inTransaction } from "../../../shared/platform/database/transaction.ts";
import { isProblem } from "../../../shared/platform/errors.ts";
import { type Loop, openLoop } from "../../../shared/platform/loop.ts";
import { auditImport } from "../audit.ts";
import type { WalkedRows } from "../importing/child.ts";
import { parseMapping } from "../importing/mapping.ts";
import { importedPerDay } from "../quotas.ts";
import type { SessionsService } from "../service.ts";
import * as store from "../store/imports.ts";
import { storeRows } from "./batch.ts";
import { type FileReader, openReader } from "./reader.ts";
import { addEnd } from "./tally.ts";
import { type ImportTarget, targetOf } from "./target.ts";

/** Name of the loop's work. */
export const importsWork = "sessions.imports";

const interval = 60_000;
/** ms, shorter than a lease */
const renewMs = 3_000;
/** Rows of a transaction. More would keep respondents waiting for the database. */
const batchRows = 25;

/** ms of an import while other workspaces wait. */
const turnMs = 30_000;
/** A file is read again at its next turn, so one that takes long to read has a longer turn: about as often its reading. */
const readingsPerTurn = 4;

/**
 * Imports files of responses, one at a time in each copy (wants §25), and workspaces take turns. After a turn or a kill, an import
 * continues behind the last row that was stored, and no row is stored twice.
 */
export function runImports(service: SessionsService): Loop {
  const { database, logger } = service;
  return openLoop({
    name: importsWork,
    interval,
    async work(signal) {
      const claimed = await store.claimImport(database.pool);
      // an import of a copy that died continues after its lease
      if (!claimed) return (await store.nextLeaseMs(database.pool)) ?? false;
      await runImport(service, claimed, signal);
      return !signal.aborted;
    },
    onError: (error) => logger.warn(`Failed to import responses, retrying: ${error.message}`),
  });
}

async function runImport(service: SessionsService, claimed: store.ImportRow, signal: AbortSignal): Promise<void> {
  const { database, files } = service;
  const ending = new AbortController();
  const end = () => ending.abort(new Error("The import has ended."));
  const renew = async () => (await store.renewImport(database.pool, claimed.id)) || end();
  const renewing = setInterval(() => void renew().catch(() => undefined), renewMs);
  const stopping = AbortSignal.any([signal, ending.signal]);
  const began = performance.now();
  let reader: FileReader | undefined;
  try {
    const file = await files.read(claimed.file_key ?? "");
    if (!file) return await endImport(service, claimed, "the file is gone");
    reader = await openReader(file, stopping);
    const { mapping: text, version_id, form_id, options, created } = claimed;
    const mapping = parseMapping(text);
    const kept = { refusesInvalid: false, refusesIncomplete: false, ...options };
    const target = await targetOf(database.pool, {
      formId: form_id,
      versionId: version_id,
      mapping,
      options: kept,
      created,
    });
    await reader.recognize(mapping.encoding);
    const { rows } = await reader.open(target);
    const readingMs = performance.now() - began;
    const turn = openTurn(database.pool, form_id, Math.max(turnMs, readingsPerTurn * readingMs));
    const end = await storeAll(service, claimed, { reader, target, total: rows, stopping, turn });
    if (end === "in turn") await store.releaseImport(database.pool, claimed.id);
  } catch (error) {
    if (!stopping.aborted && isProblem(error, "INVALID"))
      return await endImport(service, claimed, "takes too long or too much memory to read");
    await store.releaseImport(database.pool, claimed.id);
    if (!stopping.aborted) throw error;
  } finally {
    clearInterval(renewing);
    await reader?.close();
    await removeUnneededFiles(service);
  }
}

interface Running {
  reader: Pick<FileReader, "rows">;
  target: ImportTarget;
  total: number;
  stopping: AbortSignal;
  /** Returns whether it is the turn of another workspace. */
  turn: () => Promise<boolean>;
}

/** Begins a turn of so many ms, which lasts as long as no other workspace waits. */
export function openTurn(
  pool: SessionsService["database"]["pool"],
  formId: string,
  ms: number,
): () => Promise<boolean> {
  let end = performance.now() + ms;
  return async () => {
    if (performance.now() < end) return false;
    end += renewMs;
    return store.othersWait(pool, formId);
  };
}

/** Stores the rows of an import, to its end or until it is the turn of another workspace. */
export async function storeAll(
  { database, announceEvents }: Pick<SessionsService, "database" | "announceEvents">,
  claimed: store.ImportRow,
  { reader, target, total, stopping, turn }: Running,
): Promise<"ended" | "in turn"> {
  const limit = importedPerDay();
  let current: store.ImportRow | null = claimed;
  while (current?.status === "running") {
    stopping.throwIfAborted();
    const rows = await reader.rows(current.last_row, batchRows);
    current = await storeOrRefuse(database.pool, { target, limit, total }, current, rows);
    if (current?.status === "running" && (await turn())) return "in turn";
  }
  // Analytics looks every few seconds anyway. After each batch, the other services would claim events that aren't for them.
  announceEvents();
  return "ended";
}

/** Stores rows. If the database refuses their data, it stores those before and after the row that it refuses. */
async function storeOrRefuse(
  pool: SessionsService["database"]["pool"],
  into: Parameters<typeof storeRows>[1],
  before: store.ImportRow,
  batch: WalkedRows,
): Promise<store.ImportRow | null> {
  const { rows, ...end } = batch;
  try {
    return await storeRows(pool, into, before, batch);
  } catch (error) {
    if (!isDataException(error) || rows.length === 0) throw error;
    if (rows.length === 1) {
      const refused = rows.map((row) => ({
        ...row,
        session: null,
        refused: [{ column: null, reason: "can't be stored" }],
      }));
      return storeRows(pool, into, before, { ...end, rows: refused });
    }
    const middle = rows.length / 2;
    const first = { rows: rows.slice(0, middle), isLast: false, brokenOff: null };
    const after = await storeOrRefuse(pool, into, before, first);
    return after && storeOrRefuse(pool, into, after, { ...end, rows: rows.slice(middle) });
  }
}

/** SQLSTATE class 22 */
const isDataException = (error: unknown): boolean => String((error as { code?: unknown }).code).startsWith("22");

/** Ends an import whose file can't be read on. */
async function endImport(
  { database }: SessionsService,
  { id, form_id }: store.ImportRow,
  reason: string,
): Promise<void> {
  await inTransaction(database.pool, async (client) => {
    const row = await store.lockImport(client, form_id, id);
    if (row?.status !== "running") return;
    const ended: store.ImportRow = { ...row, status: "done" };
    addEnd(ended, { row: Math.max(1, row.last_row), reason });
    await auditImport(client, ended);
    await store.noteProgress(client, ended);
  });
}

const filesAtOnce = 20;

/** Removes files of imports that have ended, and of uploads that became none; `formIds`: of these forms alone. A failure is repeated later. */
export async function removeUnneededFiles(
  { database, files }: Pick<SessionsService, "database" | "files">,
  formIds?: readonly string[],
): Promise<void> {
  const unneeded = await store.unneededFiles(database.pool, filesAtOnce, formIds);
  const removals = await Promise.allSettled(unneeded.map(({ file_key }) => files.remove(file_key)));
  const gone = unneeded.filter((_, at) => removals[at]?.status === "fulfilled");
  await store.forgetImportFiles(
    database.pool,
    gone.map(({ id }) => id),
  );
}
