import { searchErrors, searchWords } from "../../../shared/domain/search.ts";
import { partsQuery } from "../../../shared/domain/searchParts.ts";
import type { Reader } from "../../../shared/platform/database/open.ts";
import { invalid } from "../../../shared/platform/errors.ts";
import type { Filters } from "../filters.ts";
import { formWord, withoutFormWord } from "./formWords.ts";
import type { ListPaging } from "./pageKey.ts";
import { type Readable, read, type Values } from "./read.ts";

/**
 * Search in answers (decisions §1). Each word must be in any answer of a completed or abandoned session, the last one as the start
 * of a word. Parts of addresses and of sentences without spaces are found, too, and accents don't matter (searchParts.ts). All
 * strings of an answer are searched, so options are found by their values. indexing/follow.ts keeps the index.
 */

/** A page of a form's sessions to search for. */
export interface Searched {
  formId: string;
  filters: Filters;
  paging: ListPaging;
}

/** Returns a tsquery for each word of a search. None for punctuation only, which then matches everything. */
export async function wordsOf(reader: Reader, search: string | null | undefined): Promise<string[]> {
  const errors = searchErrors(search ?? "");
  if (errors.length > 0) throw invalid(errors);
  const terms = searchWords(search ?? "");
  if (terms.length === 0) return [];
  const isLast = (at: number) => at === terms.length - 1;
  // the parser splits an unfinished email address, so the term is searched as a whole, too. The same twice would cost twice as much
  const rows = await read<{ word: string }>(reader, {
    name: "search-words",
    text: `select ${withoutFormWord(`(${anyOf})::text`)} as word
      from unnest($1::text[], $2::text[]) with ordinality as t (term, parts, position)
        cross join lateral (select to_tsquery('simple', t.term) as parsed, lower(t.term)::tsquery as whole) w
      where numnode(w.parsed) > 0 or t.parts is not null order by t.position`,
    values: [
      terms.map((term, at) => quoted(term) + (isLast(at) ? ":*" : "")),
      terms.map((term, at) => partsQuery(term, isLast(at))),
    ],
  });
  return rows.map(({ word }) => word);
}

/** SQL of a term's tsquery. An empty one adds nothing. */
const anyOf = `case w.parsed when w.whole then w.parsed else w.parsed || w.whole end || coalesce(t.parts, '')::tsquery`;

/** Returns the term as an operand of a tsquery, without operators. */
const quoted = (term: string): string => `'${term.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;

/** Returns one tsquery for all words in one form. */
export const queryOf = (formId: string, words: readonly string[]): string => queryIn(`'${formWord(formId)}'`, words);

/** The same with another tsquery for the sessions to search. */
export const queryIn = (sessions: string, words: readonly string[]): string =>
  [sessions, ...words.map((word) => `(${word})`)].join(" & ");

/** The index may still have a session that was resumed after it was abandoned. */
export const isOver = "s.status in ('completed', 'abandoned')";

/** Matches of a search are counted up to this limit, and looked up by ID. For more, a statement builds a hash table. */
export const countLimit = 10_000;

/** Returns the condition of a match `s` of a search. The planner's estimate is far off, so matches are counted first. */
export async function foundIn(reader: Readable, formId: string, words: readonly string[]): Promise<Found> {
  const query = queryOf(formId, words);
  const few = await read<{ session_id: string }>(reader, {
    name: "search-few",
    text: `select session_id from analytics.search where words @@ $1::tsquery limit ${countLimit + 1}`,
    values: [query],
  });
  const ids = few.map(({ session_id }) => session_id);
  if (ids.length <= countLimit) return foundById(ids);
  // with an offset, the subquery becomes a hash table. Else it could be looked up for millions of sessions without a match
  return {
    name: "W",
    ids: null,
    text: ({ value }) =>
      `(${isOver} and s.id in (select session_id from analytics.search where words @@ ${value(query)}::tsquery offset 0))`,
  };
}

export const foundById = (ids: readonly string[]): Found => ({
  name: "w",
  ids,
  text: ({ value }) => `(${isOver} and s.id = any(${value(ids)}::uuid[]))`,
});

/** A condition whose values are added to the statement. */
export interface Found {
  name: string;
  /** of all matches; null if there are over `countLimit` */
  ids: readonly string[] | null;
  text(values: Values): string;
}

/** Returns the same condition, looked up session by session: for few sessions. */
export const foundOneByOne = (formId: string, words: readonly string[]): Omit<Found, "ids"> => ({
  name: "w",
  text: ({ value }) => `(${isOver} and exists (select 1 from analytics.search x
    where x.session_id = s.id and x.words @@ ${value(queryOf(formId, words))}::tsquery))`,
});
