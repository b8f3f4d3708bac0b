/** Fonts that this server hosts, under the names of their files (services/web/build/fonts.ts). */
export const hostedFonts = ["Figtree", "Instrument Sans", "Fraunces", "Bricolage Grotesque"];

/** Returns the hosted font that a theme starts with, or null. */
export function hostedFont(font: string): string | null {
  const [first] = namesOf(font);
  return hostedFonts.find((name) => name === first) ?? null;
}

/** Returns the names of a theme's `font`, without quotes and signs. */
export const namesOf = (font: string): string[] =>
  font
    .split(",")
    .map((name) => name.replace(/[^\p{L}\p{N} ._+-]/gu, "").trim())
    .filter((name) => name !== "");
