import type pg from "pg";
import type { Json } from "../../../shared/domain/json.ts";
import { searchParts } from "../../../shared/domain/searchParts.ts";
import { slices } from "../slices.ts";

/** Parts of answers in the search index (shared/domain/searchParts.ts), in addition to the words that PostgreSQL's parser finds. */

/** Text of a tsvector with the word of rows that have their parts. No search has a tab. */
export const partsWord = "'\tparts'";

/** SQL of it. */
export const partsWordSql = `'${partsWord.replaceAll("'", "''")}'::tsvector`;

/** SQL condition of rows without parts, which an earlier release wrote (search_without_parts). */
export const hasNoParts = `not words @@ '${partsWord.replaceAll("'", "''")}'::tsquery`;

/** Answers in plain ASCII without addresses have no parts. */
const mayHaveParts = "v.answer::text ~ '[^\\x01-\\x7f]|[^\\s@.][@.]+[^\\s@.]'";

/** Returns the parts of these sessions as texts of a tsvector, without sessions that have none. */
export async function partsOf(
  client: Pick<pg.PoolClient, "query">,
  sessionIds: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await client.query<{ session_id: string; answer: Json }>({
    name: "answers-with-parts",
    text: `select v.session_id, v.answer from sessions.visits v
      where v.session_id = any($1::uuid[]) and v.answer_id is not null and ${mayHaveParts}`,
    values: [sessionIds],
  });
  const found = new Map<string, string>();
  for (const [id, answers] of Map.groupBy(rows, (row) => row.session_id)) {
    const parts = await slices.run(() => searchParts(answers.flatMap(({ answer }) => textsIn(answer))));
    if (parts.size > 0) found.set(id, [...parts].map((part) => `'${part}'`).join(" "));
  }
  return found;
}

/** Returns all strings of an answer, as the index has them. */
function textsIn(answer: Json): string[] {
  if (typeof answer === "string") return [answer];
  return typeof answer === "object" && answer !== null ? Object.values(answer).flatMap(textsIn) : [];
}
