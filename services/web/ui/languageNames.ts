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

/** Returns whether `Intl` has a name for the tag, as the service asks of columns of a file. */
export function isLanguage(tag: string): boolean {
  try {
    return new Intl.DisplayNames("en", { type: "language", fallback: "none" }).of(tag) !== undefined;
  } catch {
    return false;
  }
}
