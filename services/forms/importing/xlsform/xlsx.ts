import type { Readable } from "node:stream";
import { promisify } from "node:util";
import type { SaxesParser } from "saxes";
import yauzl, { type Entry, type ZipFile } from "yauzl";
import { Refusal } from "../refusal.ts";
import { cellReader, styleReader } from "./cells.ts";
import { appended, type SheetName, SheetRows, sheetNameOf, type Workbook } from "./workbook.ts";
import { localName, xmlParser } from "./xml.ts";

/** Bytes of all parts of a workbook, unpacked. */
const unpackedLimit = 50 * 1024 * 1024;
const entryLimit = 10_000;

const fromBuffer = promisify(
  (bytes: Buffer, options: yauzl.Options, done: (error: Error | null, zip: ZipFile) => void) =>
    yauzl.fromBuffer(bytes, options, done),
);

/**
 * Reads the sheets of an XLSForm from a workbook (ECMA-376). Values of formulas count, formulas don't. Parts are unpacked as a stream
 * and counted, document types and entities are refused, and nothing else in the file is opened.
 */
export async function readXlsx(bytes: Buffer, count: () => void): Promise<Workbook> {
  try {
    return await sheetsOf(await openZip(bytes), count);
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal("file: must be an .xlsx workbook that can be read; open it in a spreadsheet and save it again");
  }
}

/** A part of the workbook: passes its XML to a parser. */
type ReadPart = (name: string, parser: SaxesParser) => Promise<boolean>;

async function sheetsOf(read: ReadPart, count: () => void): Promise<Workbook> {
  const parts = await sheetParts(read);
  const dateStyles = new Set<number>();
  await read("xl/styles.xml", styleReader(dateStyles));
  const shared = { strings: await sharedStrings(read), dateStyles };
  const workbook: Workbook = {};
  for (const [name, part] of parts) {
    const sheet = new SheetRows(name, count);
    if (await read(part, cellReader(shared, sheet))) workbook[name] = sheet.rows;
  }
  return workbook;
}

async function openZip(bytes: Buffer): Promise<ReadPart> {
  const zip = await fromBuffer(bytes, { lazyEntries: true });
  const entries = await entriesOf(zip);
  const open = promisify(
    zip.openReadStream.bind(zip) as (entry: Entry, done: (e: Error | null, s: Readable) => void) => void,
  );
  let unpacked = 0;
  return async (name, parser) => {
    const entry = entries.get(name);
    if (!entry) return false;
    const decoder = new TextDecoder("utf-8", { fatal: true });
    for await (const chunk of await open(entry)) {
      unpacked += chunk.length;
      if (unpacked > unpackedLimit) throw tooLarge();
      parser.write(decoder.decode(chunk, { stream: true }));
    }
    parser.close();
    return true;
  };
}

const tooLarge = () => new Refusal("file: must be at most 50 MiB when it is unpacked");

/** Refuses files that announce more than the limit. Bytes beyond the announced ones are counted while a part is unpacked. */
function entriesOf(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  let announced = 0;
  return new Promise((resolve, reject) => {
    zip.on("entry", (entry: Entry) => {
      announced += entry.uncompressedSize;
      entries.set(entry.fileName, entry);
      if (announced > unpackedLimit || entries.size > entryLimit) reject(tooLarge());
      else zip.readEntry();
    });
    zip.once("end", () => resolve(entries));
    zip.once("error", reject);
    zip.readEntry();
  });
}

/** Returns the parts of the sheets by name, from the workbook and its relationships. */
async function sheetParts(read: ReadPart): Promise<Map<SheetName, string>> {
  const ids = new Map<SheetName, string>();
  const workbook = xmlParser();
  workbook.on("opentag", ({ name, attributes }) => {
    if (localName(name) !== "sheet") return;
    const sheet = sheetNameOf(String(attributes.name ?? ""));
    if (sheet && !ids.has(sheet)) ids.set(sheet, String(attributes["r:id"] ?? ""));
  });
  const targets = new Map<string, string>();
  const relationships = xmlParser();
  relationships.on("opentag", ({ name, attributes }) => {
    if (localName(name) === "Relationship") targets.set(String(attributes.Id), String(attributes.Target));
  });
  await read("xl/workbook.xml", workbook);
  await read("xl/_rels/workbook.xml.rels", relationships);
  return new Map([...ids].map(([sheet, id]) => [sheet, partName(targets.get(id) ?? "")]));
}

const partName = (target: string): string => (target.startsWith("/") ? target.slice(1) : `xl/${target}`);

/** Returns the texts that cells name by index. Formatted text is joined, phonetic text left out. */
async function sharedStrings(read: ReadPart): Promise<string[]> {
  const strings: string[] = [];
  const parser = xmlParser();
  let phonetic = 0;
  let isText = false;
  parser.on("opentag", ({ name }) => {
    const local = localName(name);
    if (local === "si") strings.push("");
    if (local === "rPh") phonetic += 1;
    isText = local === "t" && phonetic === 0;
  });
  parser.on("text", (text) => {
    if (isText && strings.length > 0) strings.push(appended(strings.pop() ?? "", text));
  });
  parser.on("closetag", ({ name }) => {
    if (localName(name) === "rPh") phonetic -= 1;
    isText = false;
  });
  await read("xl/sharedStrings.xml", parser);
  return strings;
}
