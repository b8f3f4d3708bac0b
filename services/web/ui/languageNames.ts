/** Languages with a name in the list. Others are typed as a tag. */
export const offeredLanguages =
  "ar bg bn ca cs da de el en es et fa fi fr ga he hi hr hu id is it ja ko lt lv mt nb nl nn pl pt pt-BR ro ru sk sl sr sv sw ta th tr uk ur vi zh-Hans zh-Hant" // words: ok
    .split(" ");

/** Returns the language's name in itself: `Deutsch`. The tag if it has none. */
export function nativeName(tag: string): string {
  const name = nameIn(tag, tag);
  return name.charAt(0).toLocaleUpperCase(tag) + name.slice(1);
}

/** Returns the language's name in English. The tag if it has none. */
export const englishName = (tag: string): string => nameIn(tag, "en");

function nameIn(tag: string, display: string): string {
  try {
    return new Intl.DisplayNames(display, { type: "language" }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

/** Returns whether this is a tag of a language, such as `gsw`. Browsers have no name for many that the service knows. */
export function isLanguage(tag: string): boolean {
  try {
    // words such as `Deutsch` are well-formed, too
    return /^[a-z]{2,3}(-|$)/i.test(tag) && Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}
