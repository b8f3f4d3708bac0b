/** Decodes files of lists. Excel writes UTF-8, UTF-16, or the code page of Windows, which differs by country. Pure. */

export const encodings = [
  "utf-8",
  "windows-1252",
  "windows-1250",
  "windows-1251",
  "windows-1253",
  "windows-1254",
  "shift_jis",
  "gbk",
] as const;
export type Encoding = (typeof encodings)[number];

/** Returns whether a file isn't text, such as a workbook of Excel: a zip file, or one with null characters. */
export function isBinary(bytes: ArrayBuffer): boolean {
  const text = utf16Of(bytes) === null ? textIn(bytes, "windows-1252") : "";
  return text.startsWith("PK\u0003\u0004") || text.includes("\0");
}

/** Returns the text of a file in UTF-8, or in UTF-16 with a byte order mark. Null if it's in another encoding. */
export function unicodeText(bytes: ArrayBuffer): string | null {
  return decoded(bytes, utf16Of(bytes) ?? "utf-8");
}

/** Returns the text of a file. Bytes that the encoding doesn't know become U+FFFD. */
export const textIn = (bytes: ArrayBuffer, encoding: Encoding): string => new TextDecoder(encoding).decode(bytes);

function utf16Of(bytes: ArrayBuffer): string | null {
  const [first, second] = new Uint8Array(bytes, 0, Math.min(2, bytes.byteLength));
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : null;
}

function decoded(bytes: ArrayBuffer, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return null;
  }
}

export interface EncodingSample {
  encoding: Encoding;
  /** words of the file in this encoding */
  sample: string;
}

/** Returns the encodings that a file can be in. UTF-8 is one of them if only a few bytes of the file aren't. */
export function encodingsOf(bytes: ArrayBuffer): EncodingSample[] {
  const words = sampleOf(new Uint8Array(bytes));
  return encodings
    .filter((encoding) => (encoding === "utf-8" ? isMostlyUtf8(bytes) : decoded(bytes, encoding) !== null))
    .map((encoding) => {
      const decoder = new TextDecoder(encoding);
      return { encoding, sample: words.map((word) => decoder.decode(word).slice(0, sampleLength)).join(" · ") };
    });
}

function isMostlyUtf8(bytes: ArrayBuffer): boolean {
  const text = textIn(bytes, "utf-8");
  let [letters, damaged] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    if (text.charCodeAt(at) > 0x7f) letters += 1;
    if (text[at] === "\ufffd") damaged += 1;
  }
  return damaged * 2 < letters;
}

const sampleSize = 5;
const sampleLength = 40;
/** Not in letters of any of the encodings: TAB, LF, CR, space, `"`, `,` and `;`. */
const breaks = new Set([0x09, 0x0a, 0x0d, 0x20, 0x22, 0x2c, 0x3b]);

/** Returns the first words with bytes that no word before has. Encodings can differ in each of these. */
function sampleOf(bytes: Uint8Array): Uint8Array[] {
  const words: Uint8Array[] = [];
  const seen = new Set<number>();
  let start = 0;
  let isNew = false;
  for (let at = 0; at <= bytes.length && words.length < sampleSize; at += 1) {
    const byte = bytes[at] ?? 0x0a;
    if (byte > 0x7f && !seen.has(byte)) {
      isNew = true;
      seen.add(byte);
    }
    if (!breaks.has(byte)) continue;
    if (isNew) words.push(bytes.slice(start, at));
    isNew = false;
    start = at + 1;
  }
  return words;
}
