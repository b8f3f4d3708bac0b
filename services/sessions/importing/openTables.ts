import { csvRecords, likelyDelimiters, namedDelimiter } from "./files/csv.ts";
import { jsonLayout } from "./files/json.ts";
import { kindOf } from "./files/kind.ts";
import type { Records } from "./files/records.ts";
import { decoderOf, utf8Of } from "./files/text.ts";
import { openSheets, type SheetRecords } from "./files/workbook.ts";
import { jsonTable } from "./jsonTable.ts";
import { withRepeats } from "./koboRepeats.ts";
import { Refusal } from "./refusal.ts";
import { type Beginning, beginningOf, noHeaders, sheetTable } from "./sheetTable.ts";
import type { Table, TableOptions } from "./table.ts";

/**
 * Opens a file of responses, which is recognized by its content (wants §25): its only table, or the tables that sheets of a workbook
 * have. Throws a Refusal of `file` or `mapping.encoding` for one that can't be read.
 */
export async function openTables(bytes: Buffer, { encoding }: TableOptions): Promise<[Table, ...Table[]]> {
  if (kindOf(bytes) === "zip") {
    const tables = await openWorkbook(bytes);
    decoderOf(encoding);
    return tables;
  }
  const text = utf8Of(bytes, encoding);
  const layout = jsonLayout(text);
  return [layout ? jsonTable(text, layout) : await openCsv(text)];
}

/** Takes the separator with which the file is one of a known tool, else the likeliest. */
async function openCsv(bytes: Buffer): Promise<Table> {
  const named = namedDelimiter(bytes);
  if (named) return tableOf([csvRecords(bytes.subarray(named.length), named.delimiter, 2)]);
  return tableOf(likelyDelimiters(bytes).map((delimiter) => csvRecords(bytes, delimiter)));
}

/** Sheets that people don't see count only if there are no others. Those of KoboToolbox's groups belong to its main sheet. */
async function openWorkbook(bytes: Buffer): Promise<[Table, ...Table[]]> {
  const sheets = await openSheets(bytes);
  const found: { sheet: SheetRecords; beginning: Beginning }[] = [];
  for (const sheet of sheets) {
    const beginning = await beginningOf(sheet.records);
    if (beginning) found.push({ sheet, beginning });
  }
  const visible = found.filter(({ sheet }) => !sheet.isHidden);
  const tables = (visible.length > 0 ? visible : found).toSorted(
    (a, b) => Number(isUnknown(a.beginning)) - Number(isUnknown(b.beginning)),
  );
  const kobo = tables.find(({ beginning }) => beginning.format.source === "kobo");
  if (kobo)
    return [
      await withRepeats(
        kobo.beginning,
        sheets.filter((sheet) => sheet !== kobo.sheet),
      ),
    ];
  const [first, ...others] = tables.map(({ beginning }) => sheetTable(beginning));
  if (first) return [first, ...others];
  throw sheets[0] ? noHeaders(sheets[0].records) : new Refusal("file: must have a sheet with rows");
}

const isUnknown = ({ format }: Beginning): boolean => format.source === "table";

/** Returns the first of several readings of a file that is one of a known tool, else the first with headers. */
async function tableOf(readings: readonly Records[]): Promise<Table> {
  let first: Beginning | null = null;
  for (const records of readings) {
    const beginning = await beginningOf(records);
    if (beginning && !isUnknown(beginning)) return sheetTable(beginning);
    first ??= beginning;
  }
  if (first) return sheetTable(first);
  throw readings[0] ? noHeaders(readings[0]) : new Refusal("file: must have a row of headers");
}
