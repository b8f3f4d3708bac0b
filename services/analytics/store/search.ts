import { searchErrors, searchWords } from "../../../shared/domain/search.ts";
import type { Reader } from "../../../shared/platform/database/open.ts";
import { invalid } from "../../../shared/platform/errors.ts";
import { read, type Values } from "./read.ts";
import { formWord } from "./searchIndex.ts";

/**
 * Search in answer texts (decisions §1), all of it here: what a search asks for, and which sessions match. Every word has
 * to be in some answer of a completed or abandoned session, the last one as the beginning of a word. The texts are those
 * of all strings in an answer, so options are found by their values. What is looked in, indexing/follow.ts keeps.
 */

/** The words of a search, as a tsquery each; none where it has only punctuation, which then restricts nothing. */
export async function wordsOf(reader: Reader, search: string | null | undefined): Promise<string[]> {
  const errors = searchErrors(search ?? "");
  if (errors.length > 0) throw invalid(errors);
  const terms = searchWords(search ?? "");
  if (terms.length === 0) return [];
  // the parser takes an unfinished e-mail address apart, so a term is looked for as it stands, too
  const rows = await read<{ word: string }>(reader, {
    name: "search-words",
    text: `select (w.parsed || lower(t.term)::tsquery)::text as word
      from unnest($1::text[]) with ordinality as t (term, place)
        cross join lateral (select to_tsquery('simple', t.term) as parsed) w
      where numnode(w.parsed) > 0 order by t.place`,
    values: [terms.map((term, at) => quoted(term) + (at === terms.length - 1 ? ":*" : ""))],
  });
  return rows.map(({ word }) => word);
}

/** As a tsquery's operand: no character of it is an operator. */
const quoted = (term: string): string => `'${term.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;

/** What the words ask for together, in one form, as one tsquery. */
const queryOf = (formId: string, words: readonly string[]): string =>
  [`'${formWord(formId)}'`, ...words.map((word) => `(${word})`)].join(" & ");

/** The index may still have a session that has gone on since it was abandoned. */
const isOver = "s.status in ('completed', 'abandoned')";

/** So many found sessions are looked up by their ids; of more, a statement makes a table of its own. */
const fewLimit = 2_000;

/**
 * The condition that tells a found session `s` in a list of all sessions of a form. How many a word finds cannot be
 * foreseen, and the planner's guess is far off for common ones, so it is counted first.
 */
export async function foundIn(reader: Reader, formId: string, words: readonly string[]): Promise<Found> {
  const query = queryOf(formId, words);
  const few = await read<{ session_id: string }>(reader, {
    name: "search-few",
    text: `select session_id from analytics.search where words @@ $1::tsquery limit ${fewLimit + 1}`,
    values: [query],
  });
  const ids = few.map(({ session_id }) => session_id);
  if (ids.length <= fewLimit) {
    return { name: "w", text: ({ value }) => `(${isOver} and s.id = any(${value(ids)}::uuid[]))` };
  }
  return {
    name: "W",
    text: ({ value }) =>
      `(${isOver} and s.id in (select session_id from analytics.search where words @@ ${value(query)}::tsquery))`,
  };
}

/** A condition, once its values have their places in the statement. */
export interface Found {
  name: string;
  text(values: Values): string;
}

/** The same, looked up session by session: where few are asked about. */
export const foundOneByOne = (formId: string, words: readonly string[]): Found => ({
  name: "w",
  text: ({ value }) => `(${isOver} and exists (select 1 from analytics.search x
    where x.session_id = s.id and x.words @@ ${value(queryOf(formId, words))}::tsquery))`,
});
