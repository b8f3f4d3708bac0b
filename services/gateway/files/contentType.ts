import { extname } from "node:path";
import { fileTypeFromBuffer } from "file-type";

/** Bytes of a file's beginning that decide on its type. They include the names of an office document's parts. */
export const headBytes = 64 * 1024;

/** Text formats look alike, and so do old office formats. The name decides within the family. */
const texts: Record<string, string> = {
  ".txt": "text/plain",
  ".csv": "text/csv",
  ".tsv": "text/tab-separated-values",
  ".md": "text/markdown",
  ".json": "application/json",
  ".html": "text/html",
  ".htm": "text/html",
  ".ics": "text/calendar",
  ".vcf": "text/vcard",
};
const officeFiles: Record<string, string> = {
  ".doc": "application/msword",
  ".xls": "application/vnd.ms-excel",
  ".ppt": "application/vnd.ms-powerpoint",
};

/** Returns the type of a file's content (decisions §5). `head` is its beginning. */
export async function contentTypeOf(head: Buffer, name: string): Promise<string> {
  const sniffed = await fileTypeFromBuffer(head);
  const extension = extname(name).toLowerCase();
  if (sniffed?.mime === "application/x-cfb") return officeFiles[extension] ?? sniffed.mime;
  if (sniffed?.mime.startsWith("image/heif") && isAvif(head)) return "image/avif";
  if (sniffed?.mime === "video/mp4" && extension === ".m4a") return "audio/x-m4a";
  if (sniffed) return sniffed.mime;
  if (texts[extension] && isOldText(head)) return texts[extension];
  if (isPdf(head)) return "application/pdf";
  return isText(head) ? (texts[extension] ?? "text/plain") : "application/octet-stream";
}

/** Readers of PDF skip what stands before its header (ISO 32000-1 Annex H.3, note 13). */
const isPdf = (head: Buffer): boolean => head.subarray(0, 1024 + pdfHeader.length).includes(pdfHeader);
const pdfHeader = "%PDF-";

/** Every HEIF image has the brands `mif1` and `msf1`. Later brands name the codec (ISO/IEC 14496-12 §4.3). */
function isAvif(head: Buffer): boolean {
  const brands: string[] = head.toString("latin1", 16, head.readUInt32BE(0)).match(/.{4}/gs) ?? [];
  return brands.includes("avif") || brands.includes("avis");
}

/** Returns whether it is UTF-8 without unusual control characters. The end may be cut within a character. */
const isText = (head: Buffer): boolean => isTextIn("utf-8", head);

/** Returns whether it is text in UTF-8, UTF-16 or windows-1252, in which Excel and Windows' editor write files. */
function isOldText(head: Buffer): boolean {
  const isUtf16 = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);
  if (isUtf16) return isTextIn(head[0] === 0xff ? "utf-16le" : "utf-16be", head);
  return isText(head) || isTextIn("windows-1252", head);
}

function isTextIn(encoding: string, head: Buffer): boolean {
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(head, { stream: true });
    return !unusual.test(text);
  } catch {
    return false;
  }
}

/** Control characters that no text has, also those that windows-1252 leaves undefined. */
const unusual = /[\p{Cc}--[\t\n\f\r]]/v;
