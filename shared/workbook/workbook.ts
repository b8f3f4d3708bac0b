import { faultOf, WorkbookFault } from "./fault.ts";
import { openParts, type Parts, parsePart, Span } from "./parts.ts";
import { readSharedTexts, SharedTexts } from "./sharedTexts.ts";
import { type SheetRow, sheetParser } from "./sheet.ts";
import { type NumberFormat, styleReader } from "./styles.ts";
import { localName, xmlParser } from "./xml.ts";

/** A workbook (ECMA-376) whose sheets are read row by row. */
export interface OpenWorkbook {
  /** in their order */
  sheets: readonly Sheet[];
  /** days are counted from 1904 */
  is1904: boolean;
}

export interface Sheet {
  name: string;
  /** people don't see it */
  isHidden: boolean;
  /** Reads the sheet from its start. Throws a WorkbookFault after the rows before it. */
  rows(): AsyncGenerator<SheetRow, void>;
}

export interface WorkbookLimits {
  /** bytes of all parts, unpacked */
  unpacked: number;
  /** characters of XML from the end of one row to the end of the next */
  row: number;
  /** bytes of the texts that cells share */
  texts: number;
}

/** The part that names the sheets. */
const workbookPart = "xl/workbook.xml";

/** Returns whether a ZIP file is a workbook. */
export const isWorkbook = ({ names }: Parts): boolean => names.has(workbookPart);

/**
 * Opens a workbook. Values of formulas count, formulas don't. Parts are unpacked as a stream and counted, document types and entities
 * are refused, and nothing else in the file is opened. Throws a WorkbookFault.
 */
export async function openWorkbook(bytes: Buffer, limits: WorkbookLimits): Promise<OpenWorkbook> {
  return workbookOf(await openParts(bytes, limits.unpacked), limits);
}

/** Opens a workbook whose parts are open. Throws a WorkbookFault. */
export async function workbookOf(parts: Parts, limits: WorkbookLimits): Promise<OpenWorkbook> {
  const { sheets, is1904 } = await sheetsOf(parts);
  const formats: NumberFormat[] = [];
  await parsePart(parts, "xl/styles.xml", styleReader(formats));
  const texts = new SharedTexts(limits.texts);
  await readSharedTexts(parts, "xl/sharedStrings.xml", texts);
  const shared = { texts, formats };
  return {
    is1904,
    sheets: sheets
      .filter(({ part }) => parts.names.has(part))
      .map(({ part, ...sheet }) => ({ ...sheet, rows: () => rowsOf(parts, part, shared, limits.row) })),
  };
}

async function* rowsOf(
  parts: Parts,
  part: string,
  shared: Parameters<typeof sheetParser>[0],
  rowLimit: number,
): AsyncGenerator<SheetRow, void> {
  let rows: SheetRow[] = [];
  const span = new Span(rowLimit);
  const parser = sheetParser(shared, (row) => {
    rows.push(row);
    span.end();
  });
  for await (const text of parts.text(part)) {
    if (span.isOver(text)) throw new WorkbookFault("row too large");
    const fault = attempt(() => parser.write(text));
    yield* rows;
    rows = [];
    if (fault) throw fault;
  }
  const fault = attempt(() => parser.close());
  if (fault) throw fault;
}

function attempt(parse: () => void): WorkbookFault | null {
  try {
    parse();
    return null;
  } catch (error) {
    return faultOf(error);
  }
}

interface SheetPart {
  name: string;
  isHidden: boolean;
  part: string;
}

/** Returns the sheets from the workbook and its relationships. */
async function sheetsOf(parts: Parts): Promise<{ sheets: SheetPart[]; is1904: boolean }> {
  const named: { name: string; isHidden: boolean; id: string }[] = [];
  let is1904 = false;
  const workbook = xmlParser();
  workbook.on("opentag", ({ name, attributes }) => {
    const local = localName(name);
    if (local === "workbookPr") is1904 = ["1", "true"].includes(String(attributes.date1904 ?? ""));
    if (local !== "sheet") return;
    const id = Object.entries(attributes).find(([key]) => key.includes(":") && localName(key) === "id")?.[1];
    const isHidden = /hidden$/i.test(String(attributes.state ?? ""));
    named.push({ name: String(attributes.name ?? ""), isHidden, id: String(id ?? "") });
  });
  const targets = new Map<string, string>();
  const relationships = xmlParser();
  relationships.on("opentag", ({ name, attributes }) => {
    if (localName(name) === "Relationship") targets.set(String(attributes.Id), String(attributes.Target));
  });
  await parsePart(parts, workbookPart, workbook);
  await parsePart(parts, "xl/_rels/workbook.xml.rels", relationships);
  return { sheets: named.map(({ id, ...sheet }) => ({ ...sheet, part: partName(targets.get(id) ?? "") })), is1904 };
}

const partName = (target: string): string => (target.startsWith("/") ? target.slice(1) : `xl/${target}`);
