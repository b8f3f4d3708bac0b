import { Migration } from "@mikro-orm/migrations";

/**
 * Payloads once per event, and attempts and payloads in partitions whose retention drops them (docs/adr/0016-events.md).
 *
 * The table of attempts becomes the first partition, without being copied. Copies of the previous release continue: they
 * insert into `attempts` as before, and triggers give them the payloads and complete their erasures. The next release can
 * delete these triggers and `claimed_at`.
 */
export class AddPartitions extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    // again from the start after an interruption, so each statement can run twice
    this.addSql(prepareAttempts);
    this.addSql(checkAttempts);
    this.addSql(partitionAttempts);
    this.addSql(partitionPayloads);
    this.addSql(addPayloads);
    this.addSql(erasePayloads);
    this.addSql(makePartition);
    this.addSql(dropPartition);
  }
}

const unlessPartitioned = (table: string) =>
  `if (select relkind = 'p' from pg_class where oid = to_regclass('integrations.${table}')) then return; end if;`;

/** Longer than a rollout and more than services keep in advance (store/partitions.ts). */
const firstEnd = `date_trunc('day', now(), 'UTC') + interval '9 days'`;

const prepareAttempts = `do $$ begin
    ${unlessPartitioned("attempts")}
    -- when the payload was stored that this attempt sent; null: the body is in the record
    alter table integrations.attempts add column if not exists payload_at timestamptz;
    alter table integrations.attempts drop constraint if exists before_partitions;
    execute format('alter table integrations.attempts add constraint before_partitions check (created < %L) not valid',
      ${firstEnd});
  end $$`;

/** Reads the table without blocking it, so that attaching doesn't read it. */
const checkAttempts = `do $$ begin
    ${unlessPartitioned("attempts")}
    alter table integrations.attempts validate constraint before_partitions;
  end $$`;

const partitionAttempts = `do $$
  declare bound text := (select substring(pg_get_constraintdef(oid) from '''([^'']+)''') from pg_constraint
    where conname = 'before_partitions' and conrelid = 'integrations.attempts'::regclass);
  begin
    ${unlessPartitioned("attempts")}
    alter table integrations.attempts rename to attempts_before;
    create table integrations.attempts (like integrations.attempts_before including defaults) partition by range (created);
    execute format('alter table integrations.attempts attach partition integrations.attempts_before
      for values from (minvalue) to (%L)', bound);
    -- rows outside the other partitions, and the template of new ones
    create table integrations.attempts_rest partition of integrations.attempts default;
    alter table integrations.attempts_rest add primary key (id);
    create index on integrations.attempts_rest (integration_id, created desc, id desc);
    create index on integrations.attempts_rest (session_id, created desc);
  end $$`;

const partitionPayloads = `do $$ begin
    ${unlessPartitioned("payloads")}
    create table integrations.payloads (
      event_id uuid not null,
      session_id uuid not null,
      payload json not null,
      created timestamptz not null default now()
    ) partition by range (created);
    create table integrations.payloads_rest partition of integrations.payloads default;
    alter table integrations.payloads_rest add primary key (event_id, created);
    create index on integrations.payloads_rest (session_id);
    create table integrations.payloads_before (like integrations.payloads_rest including all);
    create index on integrations.payloads_before (created);
    execute format('alter table integrations.payloads attach partition integrations.payloads_before
      for values from (minvalue) to (%L)', ${firstEnd});
    -- when its payload was stored in payloads; null: the payload is in the row, or was erased
    alter table integrations.deliveries add column payload_at timestamptz;
    -- instead of claimed_at, which only copies of the previous release write
    alter table integrations.deliveries add column attempt_began timestamptz;
  end $$`;

/** The lock of a statement ends before the next one, because an erasure locks the same tables in another order. */
const addPayloads = `do $$ begin
    create or replace function integrations.add_payload() returns trigger language plpgsql as $f$ begin
      select payload into new.payload from integrations.payloads
        where event_id = new.event_id and created = new.payload_at;
      return new;
    end $f$;
    create or replace trigger add_payload before update of claimed_at on integrations.deliveries for each row
      when (new.lease is not null and new.payload is null and new.payload_at is not null)
      execute function integrations.add_payload();
  end $$`;

/** Locks deliveries in the order of their ids, like records of attempts. */
const erasePayloads = `do $$ begin
    create or replace function integrations.erase_payloads() returns trigger language plpgsql as $f$ begin
      perform from integrations.deliveries where session_id = new.session_id order by id for update;
      delete from integrations.payloads where session_id = new.session_id;
      update integrations.deliveries set payload_at = null
        where session_id = new.session_id and payload_at is not null;
      return null;
    end $f$;
    create or replace trigger erase_payloads after insert on integrations.erased_sessions for each row
      execute function integrations.erase_payloads();
  end $$`;

/** Common to both functions. They run as the owner of the schema, because roles of services can't change tables. */
const owned = `language plpgsql security definer set search_path = '' set datestyle = 'ISO' set lock_timeout = '500ms'`;
const checkParent = `if parent not in ('attempts', 'payloads') then
      raise 'no partitions are kept of %', parent;
    end if;
    perform pg_advisory_xact_lock(hashtextextended('pathform partitions', 0));`;
const partitions = `select c.oid, c.relname,
        substring(pg_get_expr(c.relpartbound, c.oid) from 'TO \\(''([^'']+)''\\)')::timestamptz as upper
      from pg_catalog.pg_inherits i join pg_catalog.pg_class c on c.oid = i.inhrelid
      where i.inhparent = ('integrations.' || parent)::regclass`;

/** Creates the next partition unless there is one for \`horizon\`. Rows that were waiting in \`_rest\` move into it. */
const makePartition = `
  create or replace function integrations.make_partition(parent text, days integer, horizon timestamptz) returns boolean
  ${owned} as $$
  declare
    lower timestamptz;
    upper timestamptz;
    name text;
  begin
    ${checkParent}
    select coalesce(max(p.upper), date_trunc('day', now(), 'UTC')) into lower from (${partitions}) p;
    if lower > horizon then return false; end if;
    upper := lower + days * interval '1 day';
    name := parent || '_' || to_char(lower at time zone 'UTC', 'YYYYMMDD');
    execute format('lock table integrations.%I in access exclusive mode', parent || '_rest');
    execute format('create table integrations.%I (like integrations.%I including all)', name, parent || '_rest');
    execute format('with moved as (delete from integrations.%I where created >= %L and created < %L returning *)
      insert into integrations.%I select * from moved', parent || '_rest', lower, upper, name);
    execute format('alter table integrations.%I attach partition integrations.%I for values from (%L) to (%L)',
      parent, name, lower, upper);
    return true;
  end $$`;

/** Drops the oldest partition if all its rows are from before \`cutoff\`. Keeps the newest one, after which others follow. */
const dropPartition = `
  create or replace function integrations.drop_partition(parent text, cutoff timestamptz) returns boolean
  ${owned} as $$
  declare
    name text;
  begin
    ${checkParent}
    select p.relname into name from (${partitions}) p
      where p.upper <= cutoff and p.upper < (select max(q.upper) from (${partitions}) q) order by p.upper limit 1;
    if name is null then return false; end if;
    execute format('drop table integrations.%I', name);
    return true;
  end $$`;
