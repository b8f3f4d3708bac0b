import { Migration } from "@mikro-orm/migrations";

/**
 * Makes counting (0013-counts) cheaper for statements that count their own changes: they find their slot by `count_slot`, and
 * steps, which don't set the status, have no trigger.
 */
export class CheapenCounts extends Migration {
  override up(): void {
    for (const sql of [countSlot, countChanges, countUpdated, updateTrigger]) this.addSql(sql);
  }
}

/**
 * Connections have consecutive process IDs, so few share a slot. The minute spreads the versions of rows that an old snapshot
 * keeps over all 64 slots.
 */
const countSlot = `
  create or replace function sessions.count_slot() returns integer language sql stable as
  $$ select (pg_backend_pid() + date_part('minute', statement_timestamp())::integer) % 64 $$`;

/**
 * Adds changes of sessions to one slot of each form, in one order. `became` is null for deleted sessions, `was` holds nulls
 * for new ones. Triggers of one statement may meet forms in any order, so each connection has its own slot for them.
 */
const countChanges = `
  create or replace function sessions.count_changes(forms uuid[], was text[], became text, completed timestamptz[])
  returns boolean language plpgsql as $$
  declare
    own_slot constant integer := case when pg_trigger_depth() > 0 then 64 + pg_backend_pid() else sessions.count_slot() end;
  begin
    if forms is null then return true; end if;
    insert into sessions.form_counts as c (form_id, day, slot, in_progress, completed, abandoned)
    select u.form_id, d.day, own_slot,
      count(*) filter (where d.is_total and became = 'in_progress') - count(*) filter (where d.is_total and u.was = 'in_progress'),
      count(*) filter (where became = 'completed') - count(*) filter (where u.was = 'completed'),
      count(*) filter (where d.is_total and became = 'abandoned') - count(*) filter (where d.is_total and u.was = 'abandoned')
    from unnest(forms, was, completed) as u (form_id, was, completed_at)
      cross join lateral (select date '-infinity' as day, true as is_total
        union all select (u.completed_at at time zone 'UTC')::date, false where u.completed_at is not null) d
    group by u.form_id, d.day order by u.form_id, d.day
    on conflict (form_id, day, slot) do update set in_progress = c.in_progress + excluded.in_progress,
      completed = c.completed + excluded.completed, abandoned = c.abandoned + excluded.abandoned;
    return true;
  end $$`;

const countUpdated = `
  create or replace function sessions.count_updated() returns trigger language plpgsql as $$
  begin
    if old.status <> new.status then
      perform sessions.count_changes(array[new.form_id], array[old.status], new.status,
        array[coalesce(new.completed_at, old.completed_at)]);
    end if;
    return null;
  end $$`;

// without `old` and `new`, the condition is shorter to parse, which each statement does
const updateTrigger = `
  create or replace trigger count_updated after update of status on sessions.sessions
    for each row when (not starts_with(current_query(), '/* counts */')) execute function sessions.count_updated()`;
