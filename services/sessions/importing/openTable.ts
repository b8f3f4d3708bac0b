import { csvRecords, likelyDelimiters, namedDelimiter } from "./files/csv.ts";
import { jsonLayout } from "./files/json.ts";
import { kindOf } from "./files/kind.ts";
import type { Records } from "./files/records.ts";
import { decoderOf, utf8Of } from "./files/text.ts";
import { openSheets } from "./files/workbook.ts";
import { jsonTable } from "./jsonTable.ts";
import { withRepeats } from "./koboRepeats.ts";
import { Refusal } from "./refusal.ts";
import { type Beginning, beginningOf, noHeaders, sheetTable } from "./sheetTable.ts";
import type { Table, TableOptions } from "./table.ts";

/**
 * Opens a file of responses, which is recognized by its content (wants §25). Throws a Refusal of `file` or `mapping.encoding` for one
 * that can't be read.
 */
export async function openTable(bytes: Buffer, { encoding }: TableOptions): Promise<Table> {
  if (kindOf(bytes) === "zip") {
    const table = await openWorkbook(bytes);
    decoderOf(encoding);
    return table;
  }
  const text = utf8Of(bytes, encoding);
  const layout = jsonLayout(text);
  return layout ? jsonTable(text, layout) : openCsv(text);
}

/** Takes the separator with which the file is one of a known tool, else the likeliest. */
async function openCsv(bytes: Buffer): Promise<Table> {
  const named = namedDelimiter(bytes);
  if (named) return tableOf([csvRecords(bytes.subarray(named.length), named.delimiter, 2)]);
  return tableOf(likelyDelimiters(bytes).map((delimiter) => csvRecords(bytes, delimiter)));
}

/** Takes the sheet of a known tool, else the first with rows. */
async function openWorkbook(bytes: Buffer): Promise<Table> {
  const sheets = await openSheets(bytes);
  const found = await likeliest(sheets.map(({ records }) => records));
  if (found.format.source !== "kobo") return sheetTable(found);
  const others = sheets.filter(({ records }) => records !== found.records);
  return tableOf([await withRepeats(found.records, others)]);
}

const tableOf = async (readings: readonly Records[]): Promise<Table> => sheetTable(await likeliest(readings));

/** Returns the first of several readings of a file that is one of a known tool, else the first with headers. */
async function likeliest(readings: readonly Records[]): Promise<Beginning> {
  let first: Beginning | null = null;
  for (const records of readings) {
    const beginning = await beginningOf(records);
    if (beginning && beginning.format.source !== "table") return beginning;
    first ??= beginning;
  }
  if (first) return first;
  throw readings[0] ? noHeaders(readings[0]) : new Refusal("file: must have a sheet with rows");
}
