/**
 * How much goes into one piece, in bytes as JSON (what travels on the bus): whole rows up to about as many as are asked for, a
 * single one up to twice as many. A row that is larger is cut, and goes on in the next piece.
 */
export const largestPiece = 256 * 1024;
/** a UTF-16 unit has at most so many bytes as JSON (`\u0001`) */
const unitBytes = 6;

export interface Filled {
  text: string;
  /** how many of the texts are in the piece whole */
  whole: number;
  /** how many characters of the first text are sent, where it was cut; else 0 */
  offset: number;
}

/** Puts texts into a piece; of the first one, `offset` characters are sent already. */
export function fillPiece(texts: readonly string[], offset = 0, pieceBytes = largestPiece): Filled {
  const text = texts.join("").slice(offset);
  // as a rule all have room; counted one by one they cost more than to be made
  const fits = text.length * unitBytes + 2 <= pieceBytes || bytesOf(text) <= pieceBytes;
  return fits ? { text, whole: texts.length, offset: 0 } : fillOneByOne(texts, offset, pieceBytes);
}

function fillOneByOne(texts: readonly string[], offset: number, pieceBytes: number): Filled {
  const rowLimit = 2 * pieceBytes;
  const [first = "", ...others] = texts;
  const rest = first.slice(offset);
  let bytes = bytesOf(rest);
  if (bytes > rowLimit) {
    const part = rest.slice(0, cutBefore(rest, Math.floor(rowLimit / unitBytes)));
    return { text: part, whole: 0, offset: offset + part.length };
  }
  const piece = [rest];
  for (const text of others) {
    bytes += bytesOf(text);
    if (bytes > pieceBytes) break;
    piece.push(text);
  }
  return { text: piece.join(""), whole: piece.length, offset: 0 };
}

/** As JSON, which is not made: it would be as large as the text itself. */
function bytesOf(text: string): number {
  let bytes = Buffer.byteLength(text) + 2;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit < 0x20) bytes += escapedBytes[unit] as number;
    else if (unit === 0x22 || unit === 0x5c) bytes += 1;
    else if (unit >= 0xd800 && unit <= 0xdfff) {
      if (isPairAt(text, at)) at += 1;
      // `\ud800` instead of U+FFFD
      else bytes += 3;
    }
  }
  return bytes;
}

/** What each control character has more as JSON (`\n`, `\u0001`). */
const escapedBytes = Array.from({ length: 0x20 }, (_, unit) => JSON.stringify(String.fromCharCode(unit)).length - 3);

const isPairAt = (text: string, at: number): boolean => (text.codePointAt(at) as number) > 0xffff;

/** Two units that make one character stay together: each piece is encoded on its own. */
function cutBefore(text: string, length: number): number {
  const last = text.charCodeAt(length - 1);
  return last >= 0xd800 && last <= 0xdbff ? length - 1 : length;
}
