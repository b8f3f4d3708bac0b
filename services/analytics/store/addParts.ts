import type pg from "pg";
import { sizesOf } from "./contributions.ts";
import { appendWords, hasTooManyWords } from "./searchIndex.ts";
import { hasNoParts, partsOf, partsWord } from "./searchParts.ts";

/** Bytes of answers that one statement reads. */
const batchBytes = 1024 * 1024;

/**
 * Adds parts of answers to rows without them, up to `limit`. Returns whether there may be more. It takes no lock: a row that
 * changes in the meantime has its parts already, and a deleted row stays deleted.
 */
export async function addParts(pool: pg.Pool, limit: number): Promise<boolean> {
  const { rows } = await pool.query<{ session_id: string }>({
    name: "rows-without-parts",
    text: `select session_id from analytics.search where ${hasNoParts} limit $1`,
    values: [limit],
  });
  const ids = rows.map(({ session_id }) => session_id);
  if (ids.length === 0) return false;
  const sizes = new Map((await sizesOf(pool, ids)).map(({ id, answers_bytes }) => [id, answers_bytes]));
  let bytes = 0;
  const batch = ids.filter((id, at) => {
    bytes += sizes.get(id) ?? 0;
    return at === 0 || bytes <= batchBytes;
  });
  await add(pool, batch, await partsOf(pool, batch));
  return true;
}

/** An erased session, and one with too many words, get the word alone, so that they aren't tried again. */
async function add(pool: pg.Pool, ids: readonly string[], parts: ReadonlyMap<string, string>): Promise<void> {
  const words = new Map(ids.map((id) => [id, `${partsWord} ${parts.get(id) ?? ""}`]));
  try {
    await appendWords(pool, words, hasNoParts);
  } catch (error) {
    if (!hasTooManyWords(error)) throw error;
    if (ids.length === 1) return appendWords(pool, new Map(ids.map((id) => [id, partsWord])), hasNoParts);
    for (const id of ids) await add(pool, [id], parts);
  }
}
