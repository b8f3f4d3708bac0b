import type pg from "pg";
import { offeredIn, sameLanguage } from "../../shared/domain/graph/translations/translations.ts";
import { invalid } from "../../shared/platform/errors.ts";
import { liveFormById } from "./store/liveForms.ts";
import type { SessionState } from "./store/sessions.ts";
import type { CompiledVersion } from "./versions.ts";

/** Returns the languages that a form offers, and whether one is among them. */
export function offerOf({ languages }: Pick<CompiledVersion, "languages">, own: string) {
  const tags = offeredIn(languages, own);
  return { tags, has: (language: string) => tags.some((tag) => sameLanguage(tag, language)) };
}

/** The 400 for a language that a form doesn't offer (features §13). */
export const unknownLanguage = (languages: readonly string[]): Error =>
  invalid([`language: must be one of ${languages.join(", ")}`]);

/**
 * Returns the language of a session after a request with `asked`. Throws 400 unless the form offers it. Reads the form only for a
 * language that is neither the session's nor a translation.
 */
export async function languageAfter(
  pool: pg.Pool,
  { language, form_id }: Pick<SessionState, "language" | "form_id">,
  { languages }: Pick<CompiledVersion, "languages">,
  asked: string | undefined,
): Promise<string | null> {
  if (asked === undefined || (language !== null && sameLanguage(asked, language))) return language;
  const translated = languages.find((tag) => sameLanguage(tag, asked));
  if (translated !== undefined) return translated;
  const own = (await liveFormById(pool, form_id, new Date()))?.language;
  if (own !== undefined && sameLanguage(own, asked)) return own;
  throw unknownLanguage(offeredIn(languages, own));
}
