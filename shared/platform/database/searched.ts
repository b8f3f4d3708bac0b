import { raw } from "@mikro-orm/core";
import { searchWords } from "../../domain/search.ts";

/** Returns the one value of `hasEveryWord` for a search; `%`, `_` and `\\` in it mean themselves. */
export const wordPatterns = (search: string): string =>
  searchWords(search)
    .map((word) => `%${word.replace(/[\\%_]/g, "\\$&")}%`)
    .join(" ");

/**
 * SQL that is true if every word of a search occurs in `text`, without regard to case. The words are one parameter, so the
 * statement and what it costs to plan are the same for every search.
 */
export const hasEveryWord = (text: string, patterns: string): string =>
  `lower(${text}) like all (string_to_array(lower(${patterns}), ' '))`;

/** The same as a condition of MikroORM on columns of an entity. */
export function searched(columns: readonly string[], search: string) {
  const text = columns.map((column) => `[::alias::].${column}`).join(" || ' ' || ");
  return { [raw(hasEveryWord(text, "?"), [wordPatterns(search)])]: [] };
}
