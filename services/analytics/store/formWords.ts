/** Words of the search index besides those of answers. */

/** A word that no text has, because it has a space. */
export const formWord = (formId: string): string => `form ${formId}`;

/** Starts the words of the UTC hours in `period`, such as `2026-11` or `2026-11-22T10`. A session has the hour of its start. */
export const hourWord = (formId: string, period: string): string => ` ${formId} ${period}`;

/**
 * SQL tsvector of both words of a session `s`. Words of answers have weight D. The form's word has another one, so that operands
 * with D don't match it (`withoutFormWord`). A weight needs a position.
 */
export const formWordsSql = `format('''form %1$s'':1A '' %1$s %2$s''', s.form_id,
  to_char(s.started_at at time zone 'utc', 'YYYY-MM-DD"T"HH24'))::tsvector`;

/**
 * SQL of the text of a tsquery whose operands don't match the form's word by its start. Only these operands get a weight, because
 * PostgreSQL then reads the words of each match.
 */
export const withoutFormWord = (query: string): string =>
  `regexp_replace(${query}, '''(f|fo|for|form)'':[*]', '\\&D', 'g')`;
