import { directionOf } from "../../../shared/languages/direction.ts";
import { filled, type PageWords, type Plural, pluralOf } from "../../../shared/languages/words.ts";

/**
 * The page's own words in the language that it shows. They come with the HTML, or from a file of that language alone. Components read
 * them while they draw, so the page draws itself again after another language.
 */
export let words: PageWords;

let pageTag = "en";

/** From now on, the page draws in this language. `tag`: of the form (BCP 47). */
export function speak(tag: string, next: PageWords): void {
  words = next;
  pageTag = tag;
}

/** True if a form's language has no words, and English stands in for it. */
const isForeign = (): boolean => words.tag === "en" && !/^en\b/i.test(pageTag);

/** `lang` of the page's words: absent where the page has the same. */
export const wordsLang = (): "en" | undefined => (isForeign() ? "en" : undefined);

/** Language of numbers and dates inside the page's words. */
export const wordsLocale = (): string => (isForeign() ? "en" : pageTag);

export const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  filled(text, values, directionOf(wordsLocale()) === "rtl");

/** Fills a text that depends on a number. */
export const counted = (plural: Plural, count: number, values: Readonly<Record<string, string>> = {}): string =>
  fill(pluralOf(plural, count, wordsLocale()), { count: numeral(count), ...values });

/** Writes a number inside the page's words. */
export const numeral = (value: number, options: Intl.NumberFormatOptions = { maximumFractionDigits: 20 }): string =>
  value.toLocaleString(wordsLocale(), options);
