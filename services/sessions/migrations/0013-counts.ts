import { Migration } from "@mikro-orm/migrations";

/**
 * Numbers of a form's sessions (store/counts.ts). Runs outside a transaction, so that no lock is held while it counts, and
 * starts over after an interruption.
 *
 * The triggers count the changes of statements that don't count them, so the slots are exact from the triggers' creation.
 * All other sessions are counted form by form, each in one snapshot with the form's slots: the difference is what was
 * there before, and no longer changes. A later migration can drop the triggers, once no older copy runs.
 */
export class AddCounts extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql(table);
    this.addSql("create index if not exists form_counts_days on sessions.form_counts (day) where day > '-infinity'");
    this.addSql(countChanges);
    for (const sql of triggerFunctions) this.addSql(sql);
    this.addSql(triggers);
    this.addSql(countExisting);
    // only the list of forms used it
    this.addSql("drop index concurrently if exists sessions.sessions_completions");
  }
}

// fillfactor: a slot's updates stay on its page
const table = `
  create table if not exists sessions.form_counts (
    form_id uuid not null,
    -- '-infinity': sessions by status; a day: its completions
    day date not null,
    slot integer not null,
    in_progress bigint not null,
    completed bigint not null,
    abandoned bigint not null,
    primary key (form_id, day, slot)
  ) with (fillfactor = 50)`;

/**
 * Adds changes of sessions to one slot of each form, in one order. `became` is null for deleted sessions, `was` holds nulls
 * for new ones.
 *
 * Connections have consecutive process ids, so few share a slot. The minute spreads the versions of rows that an old snapshot
 * keeps over all 64 slots. Triggers of one statement may meet forms in any order, so each connection has its own slot for them.
 */
const countChanges = `
  create or replace function sessions.count_changes(forms uuid[], was text[], became text, completed timestamptz[])
  returns boolean language plpgsql as $$
  declare
    own_slot constant integer := case when pg_trigger_depth() > 0 then 64 + pg_backend_pid()
      else (pg_backend_pid() + extract(epoch from statement_timestamp())::bigint / 60) % 64 end;
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

const triggerFunctions = [
  `create or replace function sessions.count_inserted() returns trigger language plpgsql as $$
  begin
    perform sessions.count_changes(array_agg(form_id), null, status, array_agg(completed_at)) from added group by status;
    return null;
  end $$`,
  `create or replace function sessions.count_deleted() returns trigger language plpgsql as $$
  begin
    perform sessions.count_changes(array_agg(form_id), array_agg(status), null, array_agg(completed_at)) from gone;
    return null;
  end $$`,
  `create or replace function sessions.count_updated() returns trigger language plpgsql as $$
  begin
    perform sessions.count_changes(array[new.form_id], array[old.status], new.status,
      array[coalesce(new.completed_at, old.completed_at)]);
    return null;
  end $$`,
];

const countsNot = "not starts_with(current_query(), '/* counts */')";

// in one transaction, so that the table is locked once
const triggers = `
  do $do$ begin
    create or replace trigger count_inserted after insert on sessions.sessions referencing new table as added
      for each statement when (${countsNot}) execute function sessions.count_inserted();
    create or replace trigger count_deleted after delete on sessions.sessions referencing old table as gone
      for each statement when (${countsNot}) execute function sessions.count_deleted();
    create or replace trigger count_updated after update on sessions.sessions
      for each row when (old.status <> new.status and ${countsNot}) execute function sessions.count_updated();
  end $do$`;

// commits after each form, so no snapshot is older than one form's count
const countExisting = `
  do $do$
  declare form uuid := '00000000-0000-0000-0000-000000000000';
  begin
    loop
      select s.form_id into form from sessions.sessions s where s.form_id > form order by s.form_id limit 1;
      exit when not found;
      insert into sessions.form_counts (form_id, day, slot, in_progress, completed, abandoned)
      select form, s.day, -1, s.in_progress - c.in_progress, s.completed - c.completed, s.abandoned - c.abandoned
      from (
          select date '-infinity' as day, count(*) filter (where status = 'in_progress') as in_progress,
            count(*) filter (where status = 'completed') as completed, count(*) filter (where status = 'abandoned') as abandoned
          from sessions.sessions where form_id = form
          union all
          select day::date, 0, count(s.form_id), 0
          from generate_series(current_date - 15, current_date + 1, interval '1 day') day left join sessions.sessions s
            on s.form_id = form and s.status = 'completed' and (s.completed_at at time zone 'UTC')::date = day::date
            and s.completed_at >= current_date - 16
          group by day
        ) s cross join lateral (
          select coalesce(sum(in_progress), 0) as in_progress, coalesce(sum(completed), 0) as completed,
            coalesce(sum(abandoned), 0) as abandoned
          from sessions.form_counts c where c.form_id = form and c.day = s.day
        ) c
      on conflict do nothing;
      commit;
    end loop;
  end $do$`;
