/** Random base36 characters at the end of a generated slug (decisions §3). */
export const slugSuffixLength = 6;
const baseLimit = 80 - slugSuffixLength - 1;

/** Letters that Unicode doesn't decompose to ASCII. */
const folded: Record<string, string> = { ß: "ss", æ: "ae", œ: "oe", ø: "o", đ: "d", ð: "d", ł: "l", þ: "th", ı: "i" };

/** Returns a slug made from the title and a suffix. A title without Latin letters gives `form-…`. */
export const slugOf = (title: string, suffix: string): string => `${baseOf(title)}-${suffix}`;

/** Whether a slug can be generated with this suffix. One without a digit can be a chosen word. */
export const isSlugSuffix = (text: string): boolean => /^[a-z0-9]{6}$/.test(text) && /\d/.test(text);

/** Returns the slug for a new title, with the same suffix. Null if it wasn't generated from the title before. */
export function slugAfter(slug: string, title: string, newTitle: string): string | null {
  const suffix = slug.slice(-slugSuffixLength);
  return isSlugSuffix(suffix) && slug === slugOf(title, suffix) ? slugOf(newTitle, suffix) : null;
}

function baseOf(title: string): string {
  const ascii = title
    .toLowerCase()
    .replace(/[ßæœøđðłþı]/g, (letter) => folded[letter] ?? "")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase();
  const dashed = ascii.replace(/[^a-z0-9]+/g, "-").slice(0, baseLimit + 1);
  return dashed.replace(/^-+/, "").slice(0, baseLimit).replace(/-+$/, "") || "form";
}
