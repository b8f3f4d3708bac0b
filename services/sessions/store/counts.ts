/**
 * Numbers of a form's sessions by status, and of its completions by day (UTC), in `sessions.form_counts`. A number is the
 * sum of its slots: rows of one form that concurrent statements write, each in its own slot (docs/adr/0014). They change in
 * the statement that changes the sessions, so they are always exact.
 */

/**
 * Begins each statement that counts its own changes. Triggers count the changes of other statements, such as an older
 * copy's (migrations/0013-counts.ts).
 */
export const countsItself = "/* counts */ ";

/** A change of sessions, in SQL. `was` and `became` are statuses, null if the session doesn't exist. */
interface Change {
  was?: string;
  became?: string;
  completedAt?: string;
}

/** Returns an SQL condition that is always true, and counts the change of each row of `rows`, once. */
export const isCounted = (
  rows: string,
  { was = "null", became = "null", completedAt = "null" }: Change,
): string => `(select sessions.count_changes(array_agg(form_id), array_agg(${was}::text), ${became}::text,
  array_agg(${completedAt}::timestamptz)) from ${rows})`;

/** Returns SQL for the sum of the form's slots. `formId` is SQL of a uuid, `columns` of a number of one slot. */
export const countOf = (formId: string, columns: string): string =>
  `(select coalesce(sum(${columns}), 0)::integer from sessions.form_counts c where c.form_id = ${formId} and c.day = '-infinity')`;
