import type pg from "pg";
import { madeWork } from "../../../shared/platform/database/work.ts";
import type { DateRange } from "../../../shared/platform/dateRange.ts";
import type { Periods } from "../figures/days.ts";
import { addSession, type Contribution } from "../figures/facts.ts";
import { addAll, addText, isOfSessions, type Tally, textOf } from "../figures/tally.ts";
import type { Filters } from "../filters.ts";
import { slices } from "../slices.ts";
import { newValues, type Values } from "./read.ts";

/** A form with rollups. Its row is locked by all who write its contributions and rollups. */
export interface RolledForm {
  form_id: string;
  /** contributions up to this position are in the rollups */
  folded: number;
  unfolded: number;
}

/** A figure of a rollup has as many exact values. New ones then count with 3 significant digits, new texts as "Other". */
export const distinctLimit = 10_000;

/** Name of the loop that backfills (shared/platform/loop.ts). */
export const rollupForms = "analytics.rollup_forms";

/** Gives rollups to forms that have `minimum` sessions. Their backfill begins. */
export async function trackForms(
  client: Pick<pg.PoolClient, "query">,
  formIds: readonly string[],
  minimum: number,
): Promise<void> {
  const { rowCount } = await client.query({
    name: "track-forms",
    text: `insert into analytics.rollup_forms (form_id)
      select c.form_id from sessions.form_counts c
      where c.form_id = any($1::uuid[]) and c.day = '-infinity'
        and not exists (select from analytics.rollup_forms r where r.form_id = c.form_id)
      group by c.form_id having sum(c.in_progress + c.completed + c.abandoned) >= $2::integer
      order by c.form_id on conflict do nothing`,
    values: [formIds, minimum],
  });
  if (rowCount) madeWork(client, rollupForms);
}

const lock = "hashtextextended('pathform rollups', 0)";

/** Must be called before sessions are read. They are then not forgotten before what was read is written. */
export async function beginWriting(client: pg.PoolClient): Promise<void> {
  await client.query(`select pg_advisory_xact_lock_shared(${lock})`);
}

/** Waits for those who may have read sessions before they were erased. */
export async function beginForgetting(client: pg.PoolClient): Promise<void> {
  await client.query(`select pg_advisory_xact_lock(${lock})`);
}

export async function lockForms(client: pg.PoolClient, formIds: readonly string[]): Promise<RolledForm[]> {
  const { rows } = await client.query<RolledForm>({
    name: "lock-rollup-forms",
    text: `select form_id, folded::float8, unfolded from analytics.rollup_forms where form_id = any($1::uuid[])
      order by form_id for update`,
    values: [formIds],
  });
  return rows;
}

/** Returns the position up to which the rollups have the form's contributions. Null without rollups of all its sessions. */
export async function foldedPosition(client: pg.PoolClient, formId: string): Promise<number | null> {
  const text = "select folded::float8 from analytics.rollup_forms where form_id = $1 and is_complete";
  return (await client.query<{ folded: number }>(text, [formId])).rows[0]?.folded ?? null;
}

/** Counts contributions written, or notes that all up to `folded` are in the rollups. */
export async function noteForm(client: pg.PoolClient, { form_id, folded, unfolded }: RolledForm): Promise<void> {
  await client.query({
    name: "note-rollup-form",
    text: "update analytics.rollup_forms set folded = $2, unfolded = $3 where form_id = $1",
    values: [form_id, folded, unfolded],
  });
}

/** Deletes everything of a form. */
export async function forgetRollups(client: pg.PoolClient, formId: string): Promise<void> {
  await beginForgetting(client);
  for (const table of ["contributions", "rollups", "rollup_forms"]) {
    await client.query(`delete from analytics.${table} where form_id = $1`, [formId]);
  }
}

/** Everything, the month and the day that a session started on. */
const periodsOf = (day: string): string[] => ["", day.slice(0, 7), day];

interface Rollup {
  version_number: number;
  status: string;
  period: string;
  tally: Tally;
}

/** Adds contributions to their form's rollups, or subtracts them. */
export async function addToRollups(
  client: pg.PoolClient,
  formId: string,
  contributions: readonly Contribution[],
  count: 1 | -1,
): Promise<void> {
  const added = new Map<string, Rollup>();
  for (const contribution of contributions) {
    const { version_number, status, day } = contribution;
    for (const period of periodsOf(day)) {
      const name = `${version_number} ${status} ${period}`;
      const rollup = added.get(name) ?? { version_number, status, period, tally: new Map() };
      added.set(name, rollup);
      addSession(rollup.tally, contribution, count);
    }
  }
  // one by one: a rollup of a large form has megabytes
  for (const rollup of added.values()) await addToRollup(client, formId, rollup);
}

async function addToRollup(client: pg.PoolClient, formId: string, rollup: Rollup): Promise<void> {
  const key = [formId, rollup.version_number, rollup.status, rollup.period];
  const { rows } = await client.query<{ of_sessions: string; of_visits: string }>({
    name: "read-rollup",
    text: `select of_sessions, of_visits from analytics.rollups
      where form_id = $1 and version_number = $2 and status = $3 and period = $4`,
    values: key,
  });
  const tally: Tally = new Map();
  for (const { of_sessions, of_visits } of rows) {
    await slices.finish(addText(tally, of_sessions));
    await slices.finish(addText(tally, of_visits));
  }
  await slices.finish(addAll(tally, rollup.tally, distinctLimit));
  const [ofSessions, ofVisits] = [true, false].map((own) =>
    textOf(new Map([...tally].filter(([name]) => isOfSessions(name) === own))),
  );
  if (ofSessions === "") {
    await client.query({
      name: "delete-rollup",
      text: "delete from analytics.rollups where form_id = $1 and version_number = $2 and status = $3 and period = $4",
      values: key,
    });
    return;
  }
  await client.query({
    name: "write-rollup",
    text: `insert into analytics.rollups (form_id, version_number, status, period, of_sessions, of_visits)
      values ($1, $2, $3, $4, $5, $6) on conflict (form_id, version_number, status, period)
      do update set of_sessions = excluded.of_sessions, of_visits = excluded.of_visits`,
    values: [...key, ofSessions, ofVisits],
  });
}

/** Which rollups to read. */
interface RollupQuery extends Pick<Filters, "status" | "version"> {
  periods: Periods;
}

/** Returns the condition that a rollup `r` is of one of the periods. */
export function inPeriods({ days, months, isAll }: Periods, value: Values["value"]): string {
  const [starts, ends] = [days.map(([from]) => from), days.map(([, before]) => before)];
  return `case length(r.period) when 0 then ${value(isAll)}::boolean when 7 then r.period >= ${value(months[0])} and r.period < ${value(months[1])}
    else exists (select from unnest(${value(starts)}::text[], ${value(ends)}::text[]) d (first, last)
      where r.period >= d.first and r.period < d.last) end`;
}

/** Keeps the rest of the transaction from sequential scans. */
export async function readByIndex(client: pg.PoolClient): Promise<void> {
  await client.query("set local enable_seqscan = off");
}

/** Returns rollups as texts with their status, with figures of visits if wanted. */
export async function rollupTexts(
  client: pg.PoolClient,
  formId: string,
  { status, version, periods }: RollupQuery,
  withVisits: boolean,
): Promise<{ status: string; text: string }[]> {
  const { list, value } = newValues();
  const { rows } = await client.query<{ status: string; of_sessions: string; of_visits?: string }>(
    `select status, of_sessions${withVisits ? ", of_visits" : ""} from analytics.rollups r
      where form_id = ${value(formId)} and (${value(status)}::text is null or status = $2)
        and (${value(version)}::integer is null or version_number = $3) and ${inPeriods(periods, value)}`,
    list,
  );
  return rows.flatMap(({ status, of_sessions, of_visits = "" }) => [
    { status, text: of_sessions },
    { status, text: of_visits },
  ]);
}

/**
 * Returns sessions that rollups and contributions don't have as they are now: in progress, or completed, abandoned or erased since
 * the last look at the outbox.
 */
export async function unrolledSessions(
  client: pg.PoolClient,
  formId: string,
  { from, before }: DateRange,
): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select id from sessions.sessions where form_id = $1 and status = 'in_progress'
        and started_at >= coalesce($2, '-infinity'::timestamptz) and started_at < coalesce($3, 'infinity'::timestamptz)
      union select session_id from sessions.events
        where form_id = $1 and indexed_at is null and type <> 'session.started'`,
    [formId, from, before],
  );
  return rows.map(({ id }) => id);
}
