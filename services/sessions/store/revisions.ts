import type pg from "pg";
import type { Editor, Revision } from "../../../shared/api/shapes/corrections.ts";
import type { SessionDetail } from "../../../shared/api/shapes/sessions.ts";
import type { Change } from "../../../shared/domain/graph/correct.ts";
import type { ExactRules } from "../../../shared/domain/graph/exact.ts";
import type { Queryable } from "../../../shared/platform/database/connection.ts";
import { type Timed, tooLate } from "../../../shared/platform/deadlines/deadline.ts";
import { faultPoint } from "../../../shared/platform/faultPoint.ts";
import { lockForm } from "./complete.ts";
import {
  type Claim,
  claimsHeld,
  decideClaims,
  freeHeld,
  type HeldClaim,
  heldBy,
  insertClaims,
  type Refused,
} from "./exact.ts";
import { countedRules, exactForm } from "./exactRules.ts";
import { type Decided, lockDecided, metLock, plainTransaction, untilUnlocked } from "./locks.ts";
import { upsertVisits } from "./move.ts";
import { formOfEvent, insertEvent } from "./newEvents.ts";
import type { SessionState, StoredVisit } from "./sessions.ts";

/** A correction decided at a session's `revision`, which counts all its changes. */
export interface CorrectionWrite extends Decided {
  formId: string;
  /** of its answers: 2 for the first correction */
  answersRevision: number;
  now: Date;
  editor: Editor;
  reason: string | null;
  changes: readonly Change[];
  after: Pick<
    SessionState,
    "current_node_id" | "current_shown_at" | "total_score" | "answers_count" | "answers_bytes" | "shown_results"
  >;
  /** Returns the payload of its event. */
  session: () => SessionDetail;
  /** Index of the first visit that differs, and the visits from there on. */
  seq: number;
  visits: readonly StoredVisit[];
  /** Returns what a completed session then has by its form's rules (exact.ts). */
  claims: (rules: ExactRules) => Claim[];
}

/**
 * Stores a correction whole. Without writes, returns false if the session changed since, or why it can't have its answers. 503 after the
 * deadline. `note` writes to the audit log.
 */
export async function writeCorrection(
  pool: pg.Pool,
  write: CorrectionWrite,
  call: Timed,
  note: (client: pg.ClientBase) => Promise<void>,
): Promise<boolean | Refused> {
  const outcome = await untilUnlocked<boolean | Refused | "late">(call.locals.deadline, () =>
    plainTransaction(pool, call, (client) => correctIn(client, write, note)),
  );
  if (outcome === "late") throw tooLate();
  return outcome;
}

async function correctIn(
  client: pg.ClientBase,
  write: CorrectionWrite,
  note: (client: pg.ClientBase) => Promise<void>,
): Promise<boolean | Refused> {
  const { sessionId, now, formId } = write;
  if (write.status === "completed" && !(await lockForm(client, formId)) && (await formOfEvent(client, formId)))
    throw metLock;
  const session = await lockDecided(client, write);
  if (!session) return false;
  const refused = write.status === "completed" ? await moveClaims(client, write) : null;
  if (refused) return refused;
  await updateSession(client, write);
  await deleteVisits(client, write);
  await upsertVisits(client, write);
  await insertRevision(client, write);
  faultPoint("correction-storing");
  await note(client);
  const form = await formOfEvent(client, session.form_id);
  if (form) {
    const session = form.is_attached ? write.session() : null;
    await insertEvent(client, form, { id: null, type: "session.updated", sessionId, now, session });
  }
  return true;
}

/** Moves what the session has to its new answers. Returns why it can't have one that it didn't have before. */
async function moveClaims(
  client: pg.ClientBase,
  { formId, sessionId, claims }: CorrectionWrite,
): Promise<Refused | null> {
  const exact = await exactForm(client, formId);
  const held = await claimsHeld(client, formId, sessionId);
  const known = new Set(held.map(nameOf));
  if (exact?.rules) {
    const added = claims(exact.rules).filter(({ nodeId, key, olderKeys }) =>
      [key, ...olderKeys].every((one) => !known.has(nameOf({ nodeId, key: one }))),
    );
    const deciding = await decideClaims(client, formId, exact.rules, new Map([[sessionId, added]]));
    const refused = deciding.refusalOf(sessionId);
    if (refused) return refused;
  }
  const next = exact ? heldBy(sessionId, claims(countedRules(exact))) : [];
  const kept = new Set(next.map(nameOf));
  const gone = held.filter((claim) => !kept.has(nameOf(claim)));
  await freeHeld(client, formId, sessionId, gone);
  await insertClaims(
    client,
    formId,
    next.filter((claim) => !known.has(nameOf(claim))),
  );
  return null;
}

const nameOf = ({ nodeId, key }: Pick<HeldClaim, "nodeId" | "key">): string => `${nodeId} ${key}`;

async function updateSession(client: pg.ClientBase, write: CorrectionWrite): Promise<void> {
  const { sessionId, answersRevision, now, after } = write;
  await client.query({
    name: "correct-session",
    text: `update sessions.sessions set revision = revision + 1, answers_revision = $2, edited_at = $3,
        current_node_id = $4, current_shown_at = $5, total_score = $6, answers_count = $7, answers_bytes = $8,
        shown_results = $9::json
      where id = $1`,
    values: [
      sessionId,
      answersRevision,
      now,
      after.current_node_id,
      after.current_shown_at,
      after.total_score,
      after.answers_count,
      after.answers_bytes,
      after.shown_results === null ? null : JSON.stringify(after.shown_results),
    ],
  });
}

/** Deletes the visits that differ, also those that going back cut off, so that a new visit has its own times. */
async function deleteVisits(client: pg.ClientBase, { sessionId, seq, visits }: CorrectionWrite): Promise<void> {
  await client.query({
    name: "delete-corrected-visits",
    text: "delete from sessions.visits where session_id = $1 and (seq >= $2 or node_id = any($3::text[]))",
    values: [sessionId, seq, visits.map(({ node_id }) => node_id)],
  });
}

async function insertRevision(client: pg.ClientBase, write: CorrectionWrite): Promise<void> {
  const { sessionId, answersRevision, now, editor, reason, changes } = write;
  await client.query({
    name: "insert-revision",
    text: `insert into sessions.revisions (session_id, revision, edited_at, editor, reason, changes)
      values ($1, $2, $3, $4::json, $5, $6::json)`,
    values: [sessionId, answersRevision, now, JSON.stringify(editor), reason, JSON.stringify(changes)],
  });
}

export interface Revised {
  revision: number;
  edited_at: Date | null;
}

/** Returns the newest revision of a session's answers. Null if the form has no such session. */
export async function newestRevision(pool: Queryable, formId: string, sessionId: string): Promise<Revised | null> {
  const { rows } = await pool.query<Revised>({
    name: "newest-revision",
    text: "select answers_revision as revision, edited_at from sessions.sessions where id = $1 and form_id = $2",
    values: [sessionId, formId],
  });
  return rows[0] ?? null;
}

type RevisionRow = Omit<Revision, "edited_at"> & { edited_at: Date };
const revisionOf = (row: RevisionRow): Revision => ({ ...row, edited_at: row.edited_at.toISOString() });

/** Returns a session's corrections, oldest first. */
export async function revisionsOf(pool: Queryable, sessionId: string): Promise<Revision[]> {
  const { rows } = await pool.query<RevisionRow>({
    name: "revisions-of-session",
    text: `select revision, edited_at, editor, reason, changes from sessions.revisions
      where session_id = $1 order by revision`,
    values: [sessionId],
  });
  return rows.map(revisionOf);
}

/** Maximum revisions of a read. One has up to 0.5 MiB, also where PostgreSQL stores it in few bytes. */
const fewRevisions = 8;

/** Returns the next corrections after a revision, at least one, until they have about so many stored bytes. */
export async function nextRevisions(
  pool: Queryable,
  sessionId: string,
  after: number,
  bytes: number,
): Promise<Revision[]> {
  const { rows } = await pool.query<RevisionRow>({
    name: "next-revisions-of-session",
    text: `select revision, edited_at, editor, reason, changes from (
        select *, sum(pg_column_size(changes)) over (order by revision) - pg_column_size(changes) as before
        from sessions.revisions where session_id = $1 and revision > $2 order by revision limit ${fewRevisions}
      ) as next where before < $3 order by revision`,
    values: [sessionId, after, bytes],
  });
  return rows.map(revisionOf);
}

/** Returns the bytes of all changes of a session. */
export async function bytesOfRevisions(pool: Queryable, sessionId: string): Promise<number> {
  const { rows } = await pool.query<{ bytes: number }>({
    name: "bytes-of-revisions",
    text: `select coalesce(sum(octet_length(changes::text)), 0)::integer as bytes from sessions.revisions
      where session_id = $1`,
    values: [sessionId],
  });
  return rows[0]?.bytes ?? 0;
}

export const deleteOfSession = (client: pg.PoolClient, sessionId: string) =>
  client.query("delete from sessions.revisions where session_id = $1", [sessionId]);
