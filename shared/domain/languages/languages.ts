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
  const wanted = likely(tag);
  return languages.find((language) => isSameScript(wanted, likely(language))) ?? "en";
}

/**
 * Returns the offered tag (RFC 4647 lookup) for one that is wanted, or null (features §13). One in the wanted script comes before one
 * in another: `zh-TW` finds `zh-Hant` before `zh`.
 */
export function matching(wanted: string, offered: readonly string[]): string | null {
  const found = lookup(wanted, offered);
  const locale = likely(wanted);
  const isInScript = (tag: string) => isSameScript(locale, likely(tag));
  return found && isInScript(found) ? found : (offered.find(isInScript) ?? found);
}

function lookup(wanted: string, offered: readonly string[]): string | null {
  const parts = wanted.toLowerCase().split("-");
  for (let length = parts.length; length > 0; length--) {
    // a single letter begins an extension
    if (parts[length - 1]?.length === 1) continue;
    const range = parts.slice(0, length).join("-");
    const found = offered.find((tag) => tag.toLowerCase() === range);
    if (found) return found;
  }
  return null;
}

/** Returns the locale with its likely script, or null for an invalid tag. */
function likely(tag: string): Intl.Locale | null {
  try {
    return new Intl.Locale(tag).maximize();
  } catch {
    return null;
  }
}

const isSameScript = (a: Intl.Locale | null, b: Intl.Locale | null): boolean =>
  a !== null && b !== null && a.language === b.language && a.script === b.script;
