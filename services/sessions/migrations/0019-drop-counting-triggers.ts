import { Migration } from "@mikro-orm/migrations";

/**
 * Drops the triggers of 0013-counts, which counted the changes of copies that didn't. The previous release counts by itself, so
 * nothing needs them. `count_changes` then has no trigger's slot to choose.
 */
export class DropCountingTriggers extends Migration {
  override up(): void {
    for (const name of ["inserted", "deleted", "updated"]) {
      this.addSql(`drop trigger if exists count_${name} on sessions.sessions`);
      this.addSql(`drop function if exists sessions.count_${name}()`);
    }
    this.addSql(countChanges);
  }
}

/**
 * Adds changes of sessions to one slot of each form, in one order. `became` is null for deleted sessions, `was` holds nulls
 * for new ones.
 */
const countChanges = `
  create or replace function sessions.count_changes(forms uuid[], was text[], became text, completed timestamptz[])
  returns boolean language plpgsql as $$
  begin
    if forms is null then return true; end if;
    insert into sessions.form_counts as slots (form_id, day, slot, in_progress, completed, abandoned)
    select changed.form_id, counted.day, sessions.count_slot(),
      count(*) filter (where is_total and became = 'in_progress') - count(*) filter (where is_total and changed.was = 'in_progress'),
      count(*) filter (where became = 'completed') - count(*) filter (where changed.was = 'completed'),
      count(*) filter (where is_total and became = 'abandoned') - count(*) filter (where is_total and changed.was = 'abandoned')
    from unnest(forms, was, completed) as changed (form_id, was, completed_at)
      cross join lateral (select date '-infinity' as day, true as is_total
        union all select (completed_at at time zone 'UTC')::date, false where completed_at is not null) counted
    group by changed.form_id, counted.day order by changed.form_id, counted.day
    on conflict (form_id, day, slot) do update set in_progress = slots.in_progress + excluded.in_progress,
      completed = slots.completed + excluded.completed, abandoned = slots.abandoned + excluded.abandoned;
    return true;
  end $$`;
