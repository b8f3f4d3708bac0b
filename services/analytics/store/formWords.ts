/** Words of the search index besides those of answers. */

/** A word that no text has, because it has a space. */
export const formWord = (formId: string): string => `form ${formId}`;

/** Starts the words of the UTC hours in `period`, such as `2026-11` or `2026-11-22T10`. A session has the hour of its start. */
export const hourWord = (formId: string, period: string): string => ` ${formId} ${period}`;

/** The same as SQL, of a session `s`. */
export const hourWordSql = `' ' || s.form_id || ' ' || to_char(s.started_at at time zone 'utc', 'YYYY-MM-DD"T"HH24')`;
