import { hostedFont } from "../../../../shared/domain/theme/fonts.ts";

/*
 * Ranges of letters as in a regular expression. build/fonts.ts makes the files of fonts from them, and browsers load the
 * second and third one when a text has a letter of their `unicode-range`.
 */

/** In the first file of each hosted font. */
const latin = " -ÿıŒœ";

/** In the second file: letters of Central Europe, the Baltic, Turkey and Romania that all hosted fonts have. */
export const latinExt = "Ā-ćĊ-ēĖ-ěĞ-ģĦħĪīĮ-İĲĳĶķĹ-ľŁ-ňŊ-ōŐőŔ-śŞ-šŤťŪ-žȘ-țẀ-ẅẞ";

/** In the third file of two fonts. */
export const vietnamese = "ĨĩŨũƠơƯưẠ-ỹ";
export const vietnameseFonts = ["Fraunces", "Bricolage Grotesque"];

/** Signs that only choose how an emoji is drawn. */
const variants = "\uFE00-\uFE0F\u20E3";

/**
 * Returns a pattern (flag `u`) that finds a letter which a theme's font lacks: a text with one is drawn whole in the system's
 * font. Signs and emojis don't count, because no text font has them. Returns null for fonts that this server doesn't host.
 */
export function lackedBy(font: string): string | null {
  const hosted = hostedFont(font);
  if (!hosted) return null;
  const more = vietnameseFonts.includes(hosted) ? vietnamese : "";
  return `(?![${latin}${latinExt}${more}${variants}])[\\p{L}\\p{M}]`;
}
