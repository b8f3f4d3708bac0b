import { randomBase36 } from "../../shared/platform/ids.ts";

const suffixLength = 6;
const baseLimit = 80 - suffixLength - 1;

/** Letters that Unicode doesn't decompose to ASCII. */
const folded: Record<string, string> = { ß: "ss", æ: "ae", œ: "oe", ø: "o", đ: "d", ð: "d", ł: "l", þ: "th", ı: "i" };

/**
 * Returns a slug made from the title and 6 random base36 characters (decisions §3). A title without Latin letters gives
 * `form-…`.
 */
export function slugOf(title: string): string {
  return `${baseOf(title)}-${randomBase36(suffixLength)}`;
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
