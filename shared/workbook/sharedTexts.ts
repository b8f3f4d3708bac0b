import { WorkbookFault } from "./fault.ts";
import { type Parts, parsePart, Span } from "./parts.ts";
import { localName, xmlParser } from "./xml.ts";

/** Texts that cells name by index, as UTF-8 outside of JavaScript's heap. */
export class SharedTexts {
  private readonly blocks: Buffer[] = [];
  /** by text, where its length and bytes are */
  private readonly places: number[] = [];
  private used = blockBytes;
  private readonly limit: number;
  private size = 0;

  /** `limit`: bytes of all texts. */
  constructor(limit: number) {
    this.limit = limit;
  }

  /** Throws a WorkbookFault above the limit. */
  add(text: string): void {
    const length = Buffer.byteLength(text);
    this.size += length + costOfText;
    if (this.size > this.limit) throw new WorkbookFault("texts too large");
    if (this.used + headBytes + length > blockBytes) {
      this.blocks.push(Buffer.allocUnsafe(Math.max(blockBytes, headBytes + length)));
      this.used = 0;
    }
    const block = this.blocks.at(-1) as Buffer;
    block.writeUInt32LE(length, this.used);
    block.write(text, this.used + headBytes);
    this.places.push((this.blocks.length - 1) * blockBytes + this.used);
    this.used += headBytes + length;
  }

  /** Returns '' for an index without a text. */
  at(index: number): string {
    const place = this.places[index];
    if (place === undefined) return "";
    const block = this.blocks[Math.floor(place / blockBytes)] as Buffer;
    const start = (place % blockBytes) + headBytes;
    return block.toString("utf8", start, start + block.readUInt32LE(start - headBytes));
  }
}

const blockBytes = 1024 * 1024;
const headBytes = 4;
/** Bytes, about, that a text takes beside its own. */
const costOfText = 16;
/** Characters of XML of one text. A cell has up to 32,767, which formatting multiplies. */
const textSpan = 8 * 1024 * 1024;

/** Reads a part of shared texts. Formatted text is joined, phonetic text left out. */
export async function readSharedTexts(parts: Parts, name: string, texts: SharedTexts): Promise<void> {
  const parser = xmlParser();
  let text = "";
  let phonetic = 0;
  let isText = false;
  const span = new Span(textSpan);
  parser.on("opentag", ({ name: qualified }) => {
    const local = localName(qualified);
    if (local === "si") text = "";
    if (local === "rPh") phonetic += 1;
    isText = local === "t" && phonetic === 0;
  });
  parser.on("text", (more) => {
    if (isText) text += more;
  });
  parser.on("closetag", ({ name: qualified }) => {
    const local = localName(qualified);
    if (local === "rPh") phonetic -= 1;
    if (local === "si") {
      texts.add(unescaped(text));
      span.end();
    }
    isText = false;
  });
  await parsePart(parts, name, parser, span);
}

/** Characters that XML doesn't allow are written as `_x000D_` (ECMA-376 part 1 §22.9.2.19). */
export const unescaped = (text: string): string =>
  text.includes("_x")
    ? text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;
