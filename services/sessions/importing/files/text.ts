import { isUtf8 } from "node:buffer";
import { Refusal } from "../refusal.ts";

type Decoder = InstanceType<typeof TextDecoder>;

const formats = "CSV, .xlsx, JSON or NDJSON"; // words: ok
/** Bytes that are decoded at a time, so that a large file isn't there twice as a string. */
const pieceLength = 1024 * 1024;
const escapeByte = 0x1b;

/**
 * Returns the text of a file as UTF-8 without a byte order mark. A mark decides, then whether the bytes are UTF-8, then `encoding`, a
 * WHATWG label. Throws a Refusal for binary files, and if the encoding is missing, unknown or another one.
 */
export function utf8Of(bytes: Buffer, encoding: string | null): Buffer {
  const decoder = decoderOf(encoding);
  const text = withoutMark(bytes) ?? (isPlain(bytes, decoder) ? bytes : decoded(bytes, decoder));
  if (text.includes(0)) throw new Refusal(`file: must be ${formats}`);
  return text;
}

/** Files in UTF-16 or ISO-2022-JP can be UTF-8, too, with characters that no text has. */
const isPlain = (bytes: Buffer, decoder: Decoder | null): boolean =>
  isUtf8(bytes) &&
  !(decoder?.encoding.startsWith("utf-16") && bytes.includes(0)) &&
  !(decoder?.encoding === "iso-2022-jp" && bytes.includes(escapeByte));

/** Returns null for a file without a byte order mark. */
function withoutMark(bytes: Buffer): Buffer | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return utf16(bytes.subarray(2), "utf-16le");
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return utf16(bytes.subarray(2), "utf-16be");
  const hasMark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return hasMark && isUtf8(bytes) ? bytes.subarray(3) : null;
}

/** Throws a Refusal for half a character, such as the odd byte of a file that is cut off: its text would be another one. */
function utf16(bytes: Buffer, encoding: "utf-16le" | "utf-16be"): Buffer {
  try {
    return recoded(bytes, new TextDecoder(encoding, { fatal: true }));
  } catch {
    throw new Refusal("file: isn't UTF-16 as its byte order mark says, or is cut off");
  }
}

/** Returns the decoder of an encoding. Throws a Refusal for a label that isn't known. */
export function decoderOf(encoding: string | null): Decoder | null {
  if (encoding === null) return null;
  try {
    return new TextDecoder(encoding, { fatal: true });
  } catch {
    throw new Refusal("mapping.encoding: must be a label of the Encoding Standard, such as windows-1252");
  }
}

function decoded(bytes: Buffer, decoder: Decoder | null): Buffer {
  if (isBinary(bytes)) throw new Refusal(`file: must be ${formats}`);
  if (!decoder) throw new Refusal("mapping.encoding: is required, because the file isn't UTF-8");
  try {
    return recoded(bytes, decoder);
  } catch {
    throw new Refusal(`mapping.encoding: must be the file's, which isn't ${decoder.encoding}`);
  }
}

/** Control characters that texts don't have. UTF-16 without a mark has zeros, two at a time at most. */
const isBinary = (bytes: Buffer): boolean =>
  bytes.includes("\0\0\0") || bytes.subarray(0, 1024).some((byte) => byte > 0 && byte < 0x09);

/** Decodes twice, first for the length, because the text can be three times as long as the file. */
function recoded(bytes: Buffer, decoder: Decoder): Buffer {
  let length = 0;
  for (const piece of piecesOf(bytes, decoder)) length += Buffer.byteLength(piece);
  const text = Buffer.allocUnsafe(length);
  let at = 0;
  for (const piece of piecesOf(bytes, decoder)) at += text.write(piece, at);
  return text;
}

function* piecesOf(bytes: Buffer, decoder: Decoder): Generator<string> {
  for (let at = 0; at < bytes.length; at += pieceLength)
    yield decoder.decode(bytes.subarray(at, at + pieceLength), { stream: true });
  yield decoder.decode();
}
