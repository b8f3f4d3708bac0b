import {
  type CheckedImport,
  checkedRows,
  type ImportSource,
  mappingLimit,
  sourceTools,
} from "../../../shared/api/shapes/responseImports.ts";
import { invalid, overloaded } from "../../../shared/platform/errors.ts";
import { openRoom } from "../../../shared/platform/room.ts";
import { openShares } from "../../../shared/platform/shares.ts";
import { parseMapping } from "../importing/mapping.ts";
import { Refusal } from "../importing/refusal.ts";
import type { Mapping } from "../importing/response.ts";
import type { WalkRules } from "../importing/walkResponse.ts";
import type { SessionsService } from "../service.ts";
import * as store from "../store/imports.ts";
import { isKnown, keysOf } from "./keys.ts";
import { type FileReader, openReader } from "./reader.ts";
import { addEnd, countRefusals, emptyTally } from "./tally.ts";
import { type ImportTarget, targetOf } from "./target.ts";

/** A process takes up to 400 MB, so only one file is read at a time. Any number waits, because they are in the store of uploads. */
const inShare = openShares({
  perAccount: 1,
  total: 1,
  waiting: Number.POSITIVE_INFINITY,
  late: {
    own: "The file waited for other files of your workspace until the time was up. Send fewer at a time, and try again.",
    others: "The file waited for files of other workspaces until the time was up. Try again shortly.",
  },
});

/** Mappings of files that wait or are read: a usual one has a few kilobytes. */
const mappings = openRoom({ perAccount: 16 * mappingLimit, total: 64 * mappingLimit });

export interface Asked {
  accountId: string;
  file: store.ImportRow;
  mapping: string | null;
  options: Pick<WalkRules, "refusesInvalid" | "refusesIncomplete">;
  isDryRun: boolean;
}

export interface Checked {
  target: ImportTarget;
  check: CheckedImport;
}

/**
 * Reads a file whole, and in a dry run walks its first rows. Throws 400 for the file, then for the mapping, 409 if the form was never
 * published, and 503 at the deadline or if too many bytes of mappings wait.
 */
export async function checkFile(service: SessionsService, asked: Asked, deadline: number): Promise<Checked> {
  const { accountId, mapping } = asked;
  const size = Buffer.byteLength(mapping ?? "");
  let held: Asked | null = asked;
  mappings.hold(accountId, size);
  try {
    if (mappings.isFull(accountId)) throw overloaded(tooManyMappings);
    return await inShare(accountId, { locals: { deadline } }, () => checkInTurn(service, held as Asked, deadline));
  } finally {
    // one that is refused at its deadline stays in the queue, without its mapping
    held = null;
    mappings.hold(accountId, -size);
  }
}

const tooManyMappings =
  "Files with mappings of over 16 MiB together wait for their check. Send fewer at a time, and try again.";

function checkInTurn(service: SessionsService, asked: Asked, deadline: number): Promise<Checked> {
  const late = AbortSignal.timeout(Math.max(0, deadline - Date.now()));
  return check(service, asked, late).catch((error: unknown) => {
    throw late.aborted ? overloaded("The file couldn't be checked in time. Try again shortly.") : error;
  });
}

async function check(
  { database, files }: SessionsService,
  { file, mapping: text, options, isDryRun }: Asked,
  signal: AbortSignal,
): Promise<Checked> {
  signal.throwIfAborted();
  const bytes = await files.read(file.file_key ?? "");
  if (!bytes) throw invalid(["file: is required"]);
  const reader = await openReader(bytes, signal);
  try {
    const parsed = parsedMapping(text);
    await reader.recognize(parsed.mapping?.encoding ?? null);
    if (!parsed.mapping) throw invalid([...parsed.errors]);
    const { mapping } = parsed;
    const created = file.created;
    const target = await targetOf(database.pool, { formId: file.form_id, versionId: null, mapping, options, created });
    const { source, rows, fits, columns, brokenOff } = await reader.open(target);
    const counts = { checked: 0, fits: 0, ...emptyTally() };
    if (!fits && !isDryRun) throw invalid(noFit(source));
    if (isDryRun && fits) await walkFirst(database.pool, reader, file.form_id, counts);
    if (brokenOff) addEnd(counts, brokenOff);
    return { target, check: { source, rows, ...counts, columns } };
  } finally {
    await reader.close();
  }
}

/** A file of another form, or of no form. */
const noFit = (source: ImportSource): string[] => {
  const tool = sourceTools[source];
  return ["file: no column fits this form", ...(tool === null ? [] : [`file: has responses of ${tool}`])];
};

type Parsed = { mapping: Mapping } | { mapping: null; errors: readonly string[] };

/** The file's errors come first. */
function parsedMapping(text: string | null): Parsed {
  try {
    return { mapping: parseMapping(text) };
  } catch (error) {
    if (error instanceof Refusal) return { mapping: null, errors: error.errors };
    throw error;
  }
}

const atOnce = 200;

async function walkFirst(
  pool: SessionsService["database"]["pool"],
  reader: FileReader,
  formId: string,
  counts: Pick<CheckedImport, "checked" | "fits"> & ReturnType<typeof emptyTally>,
): Promise<void> {
  const seen = new Set<string>();
  for (let after = 0; counts.checked < checkedRows; ) {
    const { rows, isLast } = await reader.rows(after, Math.min(atOnce, checkedRows - counts.checked));
    const keyed = rows.map((row) => ({ ...row, keys: row.session ? keysOf(formId, row.identities) : [] }));
    const keys = keyed.flatMap((row) => row.keys);
    for (const key of await store.lastingKeys(pool, formId, keys)) seen.add(key);
    for (const row of keyed) {
      counts.checked += 1;
      if (row.session && isKnown(seen, row.keys)) {
        counts.skipped += 1;
        continue;
      }
      countRefusals(counts, row);
      if (row.session) counts.fits += 1;
      if (row.session?.status === "abandoned") counts.incomplete_count += 1;
    }
    after = rows.at(-1)?.row ?? after;
    if (isLast) return;
  }
}
