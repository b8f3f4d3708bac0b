import type { Reader } from "../../../shared/database/open.ts";
import { invalid } from "../../../shared/errors.ts";
import { read } from "./read.ts";

/**
 * Search in answer texts (decisions §1), all of it here: what a search asks for, and which sessions match. Every word has
 * to be in some answer of a completed or abandoned session, the last one as the beginning of a word. The texts are those
 * of all strings in an answer, so options are found by their values.
 */
const lengthLimit = 500;

/** The words of a search, as a tsquery each; none where it has only punctuation, which then restricts nothing. */
export async function wordsOf(reader: Reader, search: string | null | undefined): Promise<string[]> {
  const terms = (search ?? "").split(/[\s\0]+/).filter(Boolean);
  if (terms.length === 0) return [];
  if ([...(search ?? "")].length > lengthLimit) {
    throw invalid([`search: must be at most ${lengthLimit} characters long`]);
  }
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

/** True for a session `s` whose answers have every one of the words; `words` is their placeholder. */
export const matchesWords = (words: string): string => `(s.status in ('completed', 'abandoned')
  and cardinality(${words}::tsquery[]) = (
    select count(distinct w.place) from sessions.visits v
      cross join lateral (select json_to_tsvector('simple', v.answer, '["string"]') as words offset 0) t
      join unnest(${words}::tsquery[]) with ordinality as w (word, place) on t.words @@ w.word
    where v.session_id = s.id and v.answer_id is not null))`;
