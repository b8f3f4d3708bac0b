import type pg from "pg";
import type { SchemaOptions } from "../database/orm.ts";
import { rows, type Target } from "../database/rows.ts";

export type Schema = SchemaOptions["schema"];

/**
 * A service's work that waits (jobs.ts). Rows are written in the transaction of their cause, and deleted when they are done.
 * `subject`: whom or what it is about, for its erasure. `is_wanted`: it was added again after its claim.
 */
export const createJobs = (schema: Schema) => `
  create table if not exists ${schema}.jobs (
    id uuid primary key,
    kind text not null,
    account_id uuid,
    subject text,
    data text not null,
    priority smallint not null,
    tries integer not null default 0,
    due_at timestamptz not null,
    is_wanted boolean not null default false,
    created timestamptz not null default clock_timestamp()
  );
  create index if not exists jobs_due on ${schema}.jobs (priority, due_at);
  create index if not exists jobs_subject on ${schema}.jobs (subject) where subject is not null`;

export interface JobRow {
  id: string;
  kind: string;
  account_id: string | null;
  subject: string | null;
  /** JSON, perhaps sealed */
  data: string;
  tries: number;
  /** until when it is this claim's, as text for its microseconds */
  leased_until: string;
}

export type NewJobRow = Omit<JobRow, "tries" | "leased_until"> & { priority: number };

/**
 * Effect on a job that is added again. `now`: it begins, or begins once more, with the new data, perhaps before a run of it ends.
 * `then`: it keeps its time, which is later if it failed, and one that runs begins once more after its end. `once`: nothing.
 */
export type IfKnown = keyof typeof known;

const known = {
  now: "update set data = excluded.data, tries = 0, due_at = excluded.due_at, created = excluded.created",
  // biome-ignore lint/suspicious/noThenProperty: it isn't a function
  then: "update set is_wanted = true",
  once: "nothing",
};

export async function insertJob(
  schema: Schema,
  target: Target,
  job: NewJobRow,
  ifKnown: IfKnown = "now",
): Promise<void> {
  await rows(
    target,
    `insert into ${schema}.jobs (id, kind, account_id, subject, data, priority, due_at)
      values ($1, $2, $3, $4, $5, $6, clock_timestamp()) on conflict (id) do ${known[ifKnown]}`,
    [job.id, job.kind, job.account_id, job.subject, job.data, job.priority],
  );
}

/** A query for jobs with keys. `key`, `data` and `account`: SQL about its rows `r`. */
export interface JobRows {
  from: string;
  key: string;
  data: string;
  account: string;
  ifKnown?: IfKnown;
}

/** Returns SQL that adds a job for each row, as `insertJob` does. In the order of their ids, so that two don't deadlock. */
export const insertEach = (schema: Schema, kind: string, priority: number, queried: JobRows) => {
  const { from, key, data, account, ifKnown = "now" } = queried;
  return `insert into ${schema}.jobs (id, kind, account_id, data, priority, due_at)
    select distinct on (n.id) n.id, '${kind}', n.account_id, n.data, ${priority}, clock_timestamp() from (
      select encode(substr(sha256(convert_to('${kind} ' || ${key}, 'UTF8')), 1, 16), 'hex')::uuid as id, ${account} as account_id,
        ${data}::text as data from (${from}) r) n
    order by n.id on conflict (id) do ${known[ifKnown]}`;
};

/** Accounts of a copy's jobs. */
export interface JobTurns {
  /** with a job that runs, so they have no turn */
  busy: readonly string[];
  /** with a turn in this round, so others come first */
  served: readonly string[];
}

const isDue = (priority = "") => `due_at <= statement_timestamp() and kind = any($2::text[]) ${priority}
  and (account_id is null or account_id <> all($3::uuid[]))`;

/**
 * Claims the most urgent job of these kinds for `leaseMs`: after that, another copy tries it again. Of equally urgent ones, first those
 * of accounts that weren't served.
 */
export const claimJob = (
  schema: Schema,
  pool: pg.Pool,
  kinds: readonly string[],
  { busy, served }: JobTurns,
  leaseMs: number,
): Promise<JobRow | null> =>
  claim(
    schema,
    pool,
    `with top as (select priority from ${schema}.jobs where ${isDue()} order by priority, due_at limit 1),
      unserved as (
        select id from ${schema}.jobs
        where ${isDue("and priority = (select priority from top)")} and (account_id is null or account_id <> all($4::uuid[]))
        order by due_at limit 1 for update skip locked),
      any_account as (
        select id from ${schema}.jobs where not exists (select from unserved) and ${isDue()}
        order by priority, due_at limit 1 for update skip locked)
      select id from unserved union all select id from any_account`,
    [leaseMs, kinds, busy, served],
  );

/** Claims a job about this subject, whoever has it. */
export const claimAbout = (
  schema: Schema,
  pool: pg.Pool,
  kinds: readonly string[],
  subject: string,
  leaseMs: number,
): Promise<JobRow | null> =>
  claim(
    schema,
    pool,
    `select id from ${schema}.jobs where kind = any($2::text[]) and subject = $3 order by created limit 1 for update`,
    [leaseMs, kinds, subject],
  );

/** `chosen`: a query of the id of one job · $1 is the lease */
async function claim(schema: Schema, pool: pg.Pool, chosen: string, values: unknown[]): Promise<JobRow | null> {
  const { rows } = await pool.query<JobRow>(
    `update ${schema}.jobs set tries = tries + 1, is_wanted = false, due_at = clock_timestamp() + $1 * interval '1 millisecond'
      where id = (${chosen})
      returning id, kind, account_id, subject, data, tries, due_at::text as leased_until`,
    values,
  );
  return rows[0] ?? null;
}

/** Returns in how many ms the next job is due, from the last second on, or null if none is. */
export async function msUntilDue(schema: Schema, pool: pg.Pool): Promise<number | null> {
  const { rows } = await pool.query<{ ms: number | null }>(
    `select extract(epoch from min(due_at) - statement_timestamp())::float8 * 1000 as ms from ${schema}.jobs
      where due_at > statement_timestamp() - interval '1 second'`,
  );
  return rows[0]?.ms ?? null;
}

/** Deletes a job after its last run, unless it was added again or its lease ended. */
export async function endJob(schema: Schema, pool: pg.Pool, job: JobRow): Promise<void> {
  const { id, leased_until } = job;
  const { rowCount } = await pool.query(
    `delete from ${schema}.jobs where id = $1 and due_at = $2::timestamptz and not is_wanted`,
    [id, leased_until],
  );
  if (rowCount === 0) await renewJob(schema, pool, job, 0);
}

export async function postponeJob(
  schema: Schema,
  pool: pg.Pool,
  { id, leased_until }: JobRow,
  ms: number,
): Promise<void> {
  await pool.query(
    `update ${schema}.jobs set due_at = clock_timestamp() + $3 * interval '1 millisecond'
      where id = $1 and due_at = $2::timestamptz`,
    [id, leased_until, ms],
  );
}

/** Deletes a job in the transaction of its effect. Returns whether it was still this run's. */
export async function endWith(schema: Schema, target: Target, { id, leased_until }: JobRow): Promise<boolean> {
  const text = `delete from ${schema}.jobs where id = $1 and due_at = $2::timestamptz returning id`;
  return (await rows(target, text, [id, leased_until])).length === 1;
}

/** Lets a job run again after so many ms, unless it was added again or its lease ended. It counts as added then. */
export async function renewJob(schema: Schema, pool: pg.Pool, { id, leased_until }: JobRow, ms: number): Promise<void> {
  await pool.query(
    `update ${schema}.jobs set tries = 0, due_at = at.due, created = at.due
      from (select clock_timestamp() + $3 * interval '1 millisecond' as due) at where id = $1 and due_at = $2::timestamptz`,
    [id, leased_until, ms],
  );
}

/** Returns whether a job exists, and its lease lasts so many ms longer. */
export async function isLeased(
  schema: Schema,
  pool: pg.Pool,
  { id, leased_until }: JobRow,
  ms: number,
): Promise<boolean> {
  const { rowCount } = await pool.query(
    `select from ${schema}.jobs where id = $1 and due_at = $2::timestamptz
      and due_at > clock_timestamp() + $3 * interval '1 millisecond'`,
    [id, leased_until, ms],
  );
  return rowCount === 1;
}

/** Deletes what waits about these subjects. */
export async function eraseJobs(schema: Schema, target: Target, subjects: readonly string[]): Promise<void> {
  await rows(target, `delete from ${schema}.jobs where subject = any($1::text[])`, [subjects]);
}

/**
 * Returns SQL that makes jobs of a table's rows, also of those that a copy of the previous release adds. It can run again. `data` and
 * `account`: SQL about the row `r`.
 */
export const takeOver = (
  schema: Schema,
  table: string,
  { kind, data, account, subject = "null" }: { kind: string; data: string; account: string; subject?: string },
): string[] => {
  const insert = (from: string) =>
    `insert into ${schema}.jobs (id, kind, account_id, subject, data, priority, due_at)
      select gen_random_uuid(), '${kind}', ${account}, ${subject}, ${data}::text, 1, clock_timestamp() from ${from}`;
  return [
    `create or replace function ${schema}.job_of_${table}() returns trigger language plpgsql as $$
      begin
        ${insert("(select new.*) r")};
        return null;
      end $$`,
    `drop trigger if exists job_of_row on ${schema}.${table}`,
    `create trigger job_of_row before insert on ${schema}.${table} for each row
      execute function ${schema}.job_of_${table}()`,
    insert(`${schema}.${table} r`),
    `delete from ${schema}.${table}`,
  ];
};

/** Returns for how many seconds the oldest job has waited. Jobs that are due later because they failed count, too. */
export async function oldestJobAge(schema: Schema, pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ age: number }>(
    `select greatest(coalesce(extract(epoch from clock_timestamp() - min(created)), 0), 0)::float8 as age from ${schema}.jobs`,
  );
  return rows[0]?.age ?? 0;
}
