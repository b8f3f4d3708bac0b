import { sameLanguage } from "../../../../shared/domain/graph/translations/translations.ts";

/** Limits the languages of a file. */
export interface LanguageRules {
  /** the form's own language */
  own: string;
  /** tags that the draft has translations in */
  translated: readonly string[];
}

/** Returns what is wrong with a language of a file, or null. A new one must have a name, so that a column of notes isn't one. */
export function languageFault(tag: string, { own, translated }: LanguageRules): string | null {
  if (sameLanguage(tag, own)) return "is the form's own language";
  const isKnown = translated.some((known) => sameLanguage(known, tag)) || isKnownLanguage(tag);
  return isKnown ? null : "isn't a language tag";
}

/** Returns whether `Intl` has a name for the tag. */
export function isKnownLanguage(tag: string): boolean {
  try {
    return tag.length <= 35 && names.of(tag) !== undefined;
  } catch {
    return false;
  }
}

const names = new Intl.DisplayNames("en", { type: "language", fallback: "none" });
