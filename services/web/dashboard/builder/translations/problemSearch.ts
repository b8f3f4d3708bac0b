import type { Problem } from "../../../../../shared/domain/graph/types.ts";
import { translationOf } from "../problems/place.ts";
import type { TranslationsSearch } from "./translationsSearch.ts";

/** Returns the search of the Translations page that shows a problem, or null if it is about something else. */
export function translationsSearchOf(problem: Problem): TranslationsSearch | null {
  const found = translationOf(problem);
  if (found === null) return null;
  const { language, key } = found;
  return key === null ? { language, show: "todo" } : { language, text: key };
}
