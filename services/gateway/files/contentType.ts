import { extname } from "node:path";
import { fileTypeFromBuffer } from "file-type";

/** Bytes of a file's beginning that decide on its type. They include the names of an office document's parts. */
export const headBytes = 64 * 1024;

/** Text formats look alike, and so do old office formats. The name decides within the family. */
const texts: Record<string, string> = {
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
  if (sniffed) return sniffed.mime;
  return isText(head) ? (texts[extension] ?? "text/plain") : "application/octet-stream";
}

/** Every HEIF image has the brands `mif1` and `msf1`. Later brands name the codec (ISO/IEC 14496-12 §4.3). */
function isAvif(head: Buffer): boolean {
  const brands: string[] = head.toString("latin1", 16, head.readUInt32BE(0)).match(/.{4}/gs) ?? [];
  return brands.includes("avif") || brands.includes("avis");
}

/** Returns whether it is UTF-8 without unusual control characters. The end may be cut within a character. */
function isText(head: Buffer): boolean {
  if (head.some((byte) => byte < 32 && byte !== 9 && byte !== 10 && byte !== 12 && byte !== 13)) return false;
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(head, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/** `accept` is the node's (decisions §4.1): media types, `*` for a whole family. */
export const isAccepted = (type: string, accept: readonly string[]): boolean =>
  accept.some((wanted) => (wanted.endsWith("/*") ? type.startsWith(wanted.slice(0, -1)) : type === wanted));
