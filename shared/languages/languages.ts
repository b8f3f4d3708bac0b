/**
 * Languages of the respondent page's own words (features §13). Each has a folder with its texts, and a row in pages.ts and mails.ts.
 * English stands in for all others.
 */
// biome-ignore format: one row
export const languages = ["en", "de", "fr", "es", "pt", "it", "nl", "pl", "tr", "uk", "ru", "ar", "he", "fa", "hi", "bn", "zh", "ja", "ko", "id", "vi", "sw"] as const;

export type Language = (typeof languages)[number];

/**
 * Returns the language whose words fit a tag (BCP 47). Script counts too, because few readers of `zh-Hant` expect the simplified
 * script of `zh`.
 */
export function wordsFor(tag: string): Language {
  return languages.find(sharesScript(tag)) ?? "en";
}

/** Returns whether a tag has the same language and likely script as this one. */
export function sharesScript(tag: string): (other: string) => boolean {
  const wanted = likely(tag);
  return (other) => {
    const found = likely(other);
    return found !== null && found.language === wanted?.language && found.script === wanted.script;
  };
}

/** Returns the locale with its likely script, or null for an invalid tag. */
function likely(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag).maximize();
  } catch {
    return null;
  }
}
