import { searchWordLimit } from "./search.ts";

/**
 * Words of a text that PostgreSQL's parser doesn't find: pairs of characters of Chinese, Japanese and Korean, which have no spaces
 * between words, words without accents, and the parts of addresses. The index of answers and a search use the same.
 */
const eastAsian = "[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}\\u30fc]";
const eastAsianRun = new RegExp(`${eastAsian}+`, "gu");
const isEastAsian = new RegExp(eastAsian, "u");
const word = /[\p{L}\p{M}\p{N}]+/gu;
/** In an address, such as `ada.lovelace@example.com` or `example.com`. */
const inAddress = /[^@.][@.]+[^@.]/;
const isAscii = (text: string): boolean => !/[\u0080-\uffff]/.test(text);

/** Characters of a word in the index. PostgreSQL takes up to 2,046 bytes. */
const wordLength = 255;
/** Words that a session adds to the index, which has a limit of bytes per session. */
const sessionLimit = 20_000;

/** Removes accents, but no marks that make another letter, such as Japanese voicing. Makes full-width characters usual ones. */
const folded = (text: string): string =>
  text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFKC")
    .toLowerCase();

const wordsIn = (text: string): string[] =>
  (text.match(word) ?? []).map((one) => one.slice(0, wordLength).toWellFormed());

/** Returns the pairs of a run of characters. Its last one is alone, so that each character begins a word. */
function pairsOf(run: string): string[] {
  const characters = [...run];
  return characters.map((character, at) => character + (characters[at + 1] ?? ""));
}

/** Returns the words of a session's texts that the parser doesn't find, each once. */
export function searchParts(texts: Iterable<string>): Set<string> {
  const parts = new Set<string>();
  for (const text of texts) {
    for (const part of partsIn(text)) {
      if (parts.size >= sessionLimit) return parts;
      parts.add(part);
    }
  }
  return parts;
}

function partsIn(text: string): string[] {
  const addresses = text
    .split(/\s+/)
    .filter((one) => inAddress.test(one))
    .flatMap((one) => wordsIn(folded(one)));
  if (isAscii(text)) return addresses;
  const plain = folded(text);
  const known = new Set(wordsIn(text.toLowerCase()));
  const others = wordsIn(plain.replace(eastAsianRun, " ")).filter((one) => !known.has(one));
  return [...addresses, ...others, ...(plain.match(eastAsianRun) ?? []).flatMap(pairsOf)];
}

/**
 * Returns a tsquery of the parts of a search's term, which must all be in a session. Null for a term that the parser finds. With
 * `isPrefix`, its last word is the start of one.
 */
export function partsQuery(term: string, isPrefix: boolean): string | null {
  if (isAscii(term) && !/[^a-z0-9]/i.test(term)) return null;
  const units = folded(term).replace(eastAsianRun, " $& ").match(word) ?? [];
  const operands = units.flatMap((unit, at) =>
    isEastAsian.test(unit) ? operandsOf(unit) : [operand(unit, isPrefix && at === units.length - 1)],
  );
  return operands.length === 0 ? null : operands.join(" & ");
}

/** A search looks up only the first pairs of a long run. */
function operandsOf(run: string): string[] {
  const pairs = pairsOf(run);
  if (pairs.length === 1) return [operand(run, true)];
  return pairs.slice(0, Math.min(pairs.length - 1, searchWordLimit)).map((pair) => operand(pair, false));
}

/** A word has no characters to escape. */
const operand = (text: string, isPrefix: boolean): string =>
  `'${text.slice(0, wordLength).toWellFormed()}'${isPrefix ? ":*" : ""}`;
