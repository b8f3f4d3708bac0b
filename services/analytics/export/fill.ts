/**
 * How much goes into one piece, in bytes as JSON (what travels on the bus): whole rows up to about `pieceBytes`, a single
 * one up to `rowLimit`. A row that is larger is cut, and goes on in the next piece.
 */
const pieceBytes = 256 * 1024;
const rowLimit = 512 * 1024;
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
export function fillPiece(texts: readonly string[], offset = 0): Filled {
  const text = texts.join("").slice(offset);
  // as a rule all have room; counted one by one they cost more than to be made
  return bytesOf(text) <= pieceBytes ? { text, whole: texts.length, offset: 0 } : fillOneByOne(texts, offset);
}

function fillOneByOne(texts: readonly string[], offset: number): Filled {
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

const bytesOf = (text: string): number => Buffer.byteLength(JSON.stringify(text));

/** Two units that make one character stay together: each piece is encoded on its own. */
function cutBefore(text: string, length: number): number {
  const last = text.charCodeAt(length - 1);
  return last >= 0xd800 && last <= 0xdbff ? length - 1 : length;
}
