import type pg from "pg";

/**
 * Numbers of a form's sessions by status, and of its completions by day (UTC), in `sessions.form_counts`. A number is the
 * sum of its slots: rows of one form that concurrent statements write, each in its own slot (docs/adr/0014). They change in
 * the statement that changes the sessions, so they are always exact.
 */

/**
 * Returns a CTE that counts the sessions of `rows` as started. Nothing reads it, so it runs after the statement's other parts
 * and locks a slot only until the commit. The function costs more, because it is a statement of its own.
 */
export const countsStarted = (rows: string): string => `in_slots as (
    ${intoSlots} select form_id, '-infinity', sessions.count_slot(), count(*), 0, 0 from ${rows} group by form_id order by form_id
    ${addToSlot}
  )`;

/** Returns a CTE that counts the sessions of `rows`, with `was` and `now`, as completed (see countsStarted). */
export const countsCompleted = (rows: string): string => `in_slots as (
    ${intoSlots} select form_id, counted.day, sessions.count_slot(), -count(*) filter (where is_total and was = 'in_progress'), count(*),
      -count(*) filter (where is_total and was = 'abandoned')
    from ${rows} cross join lateral (values (date '-infinity', true), ((now at time zone 'UTC')::date, false)) counted (day, is_total)
    group by form_id, counted.day order by form_id, counted.day
    ${addToSlot}
  )`;

const intoSlots = "insert into sessions.form_counts as slots (form_id, day, slot, in_progress, completed, abandoned)";
const addToSlot = `on conflict (form_id, day, slot) do update set in_progress = slots.in_progress + excluded.in_progress,
      completed = slots.completed + excluded.completed, abandoned = slots.abandoned + excluded.abandoned`;

export interface CountedChange {
  form_id: string;
  was: string | null;
  became: string | null;
  completed_at: Date | null;
}

/** Counts changes in their own statement. Call it last in the transaction, because it locks a slot of each form. */
export async function countEach(client: pg.ClientBase, changes: readonly CountedChange[]): Promise<void> {
  const [first] = changes;
  if (!first) return;
  await client.query("select sessions.count_changes($1::uuid[], $2::text[], $3, $4::timestamptz[])", [
    changes.map((change) => change.form_id),
    changes.map((change) => change.was),
    first.became,
    changes.map((change) => change.completed_at),
  ]);
}

/** Returns SQL for the sum of the form's slots. `formId` is SQL of a uuid, `columns` of a number of one slot. */
export const countOf = (formId: string, columns: string): string =>
  `(select coalesce(sum(${columns}), 0)::integer from sessions.form_counts slots where slots.form_id = ${formId} and slots.day = '-infinity')`;
