/**
 * Size of a piece, in bytes as JSON, the format on the bus. A piece has complete rows up to about this size, or a single row up to
 * twice as large. A larger row is cut, and continues in the next piece.
 */
export const largestPiece = 256 * 1024;
/** Maximum bytes, about, and sessions of a piece. */
export interface PieceSize {
  bytes: number;
  sessions: number;
}

/** maximum bytes of a UTF-16 unit as JSON (`\u0001`) */
const unitBytes = 6;

export interface Filled {
  text: string;
  /** number of texts that are complete in the piece */
  whole: number;
  /** characters of the first text sent so far, if it was cut; else 0 */
  offset: number;
}

/** Puts texts into a piece, without the first `offset` characters, which are sent. */
export function fillPiece(texts: readonly string[], offset = 0, pieceBytes = largestPiece): Filled {
  const text = texts.join("").slice(offset);
  // usually all fit, and counting them one by one costs more than making them
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

/** Returns the size as JSON without making it: it would be as large as the text itself. */
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

/** Additional bytes of each control character as JSON (`\n`, `\u0001`). */
const escapedBytes = Array.from({ length: 0x20 }, (_, unit) => JSON.stringify(String.fromCharCode(unit)).length - 3);

const isPairAt = (text: string, at: number): boolean => (text.codePointAt(at) as number) > 0xffff;

/** Keeps the two units of a character together: each piece is encoded separately. */
function cutBefore(text: string, length: number): number {
  const last = text.charCodeAt(length - 1);
  return last >= 0xd800 && last <= 0xdbff ? length - 1 : length;
}
