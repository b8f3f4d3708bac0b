import { Refusal } from "../refusal.ts";

/** How a file is read. */
export type FileKind = "zip" | "text";

/** Files that are refused by their first bytes, with the way that works. */
const refused: readonly [start: string, message: string][] = [
  ["\xd0\xcf\x11\xe0", "is an .xls or password-protected workbook; save it as .xlsx without a password"],
  ["\x09\x08", "is an .xls workbook; save it as .xlsx"],
  ["$FL2", "is an SPSS file; save it as CSV or .xlsx"],
  ["$FL3", "is an SPSS file; save it as CSV or .xlsx"],
  ["<stata_dta>", "is a Stata file; save it as CSV or .xlsx"],
  ["\x1f\x8b", "is a gzip archive; unpack it and send the file in it"],
  ["7z\xbc\xaf", "is a 7-Zip archive; unpack it and send the file in it"],
  ["Rar!", "is a RAR archive; unpack it and send the file in it"],
  ["%PDF", "is a PDF; export the responses as CSV or .xlsx"],
];

/** Recognizes a file by its first bytes. Throws a Refusal that names the way for other formats. */
export function kindOf(bytes: Buffer): FileKind {
  if (bytes.length === 0) throw new Refusal("file: must not be empty");
  const start = bytes.toString("latin1", 0, 16);
  if (start.startsWith("PK\x03\x04") || start.startsWith("PK\x05\x06")) return "zip";
  const fault = refused.find(([sign]) => start.startsWith(sign))?.[1];
  if (/^(?:\xef\xbb\xbf)?\s*<(?:!doctype|html|\?xml)/i.test(start))
    throw new Refusal("file: is a web page or XML; export the responses as CSV or .xlsx");
  if (fault !== undefined) throw new Refusal(`file: ${fault}`);
  return "text";
}
