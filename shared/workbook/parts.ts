import type { Readable } from "node:stream";
import { promisify } from "node:util";
import type { SaxesParser } from "saxes";
import yauzl, { type Entry, type ZipFile } from "yauzl";
import { faultOf, WorkbookFault } from "./fault.ts";

/** The parts of a file in ZIP (APPNOTE 6.3). */
export interface Parts {
  names: ReadonlySet<string>;
  /** Unpacks a part as a stream of text in UTF-8. Nothing if it isn't there. Throws a WorkbookFault. */
  text(name: string): AsyncGenerator<string, void>;
}

const entryLimit = 10_000;

const fromBuffer = promisify(
  (bytes: Buffer, options: yauzl.Options, done: (error: Error | null, zip: ZipFile) => void) =>
    yauzl.fromBuffer(bytes, options, done),
);

/**
 * Opens a ZIP file. `unpackedLimit` is in bytes of all parts, for what they announce and for each reading of a part. Throws a
 * WorkbookFault.
 */
export async function openParts(bytes: Buffer, unpackedLimit: number): Promise<Parts> {
  try {
    const zip = await fromBuffer(bytes, { lazyEntries: true });
    const entries = await entriesOf(zip, unpackedLimit);
    const open = promisify(
      zip.openReadStream.bind(zip) as (entry: Entry, done: (e: Error | null, s: Readable) => void) => void,
    );
    return {
      names: new Set(entries.keys()),
      async *text(name) {
        const entry = entries.get(name);
        if (!entry) return;
        let unpacked = 0;
        const decoder = new TextDecoder("utf-8", { fatal: true });
        try {
          for await (const chunk of await open(entry)) {
            unpacked += chunk.length;
            if (unpacked > unpackedLimit) throw new WorkbookFault("too large");
            yield decoder.decode(chunk, { stream: true });
          }
          yield decoder.decode();
        } catch (error) {
          throw faultOf(error);
        }
      },
    };
  } catch (error) {
    throw faultOf(error);
  }
}

/** Characters of XML since what a parser has passed on, so that it keeps no more than that. */
export class Span {
  private length = 0;
  private readonly limit: number;

  constructor(limit: number) {
    this.limit = limit;
  }

  end(): void {
    this.length = 0;
  }

  /** Returns whether the span is too long with this text. */
  isOver(text: string): boolean {
    this.length += text.length;
    return this.length > this.limit;
  }
}

/** Characters of a part that is kept whole. */
const partLimit = 16 * 1024 * 1024;

/** Passes a part to a parser, if it is there. Throws a WorkbookFault. */
export async function parsePart(
  parts: Parts,
  name: string,
  parser: SaxesParser,
  span = new Span(partLimit),
): Promise<void> {
  try {
    for await (const text of parts.text(name)) {
      if (span.isOver(text)) throw new WorkbookFault("too large");
      parser.write(text);
    }
    if (parts.names.has(name)) parser.close();
  } catch (error) {
    throw faultOf(error);
  }
}

/** Refuses files that announce more than the limit. Bytes beyond the announced ones are counted while a part is unpacked. */
function entriesOf(zip: ZipFile, unpackedLimit: number): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  let announced = 0;
  return new Promise((resolve, reject) => {
    zip.on("entry", (entry: Entry) => {
      announced += entry.uncompressedSize;
      entries.set(entry.fileName, entry);
      if (announced > unpackedLimit || entries.size > entryLimit) reject(new WorkbookFault("too large"));
      else zip.readEntry();
    });
    zip.once("end", () => resolve(entries));
    zip.once("error", reject);
    zip.readEntry();
  });
}
