import { csvRecords, likelyDelimiters, namedDelimiter } from "./files/csv.ts";
import { jsonLayout } from "./files/json.ts";
import { kindOf } from "./files/kind.ts";
import { utf8Of } from "./files/text.ts";
import { jsonTable } from "./jsonTable.ts";
import { beginningOf, sheetTable } from "./sheetTable.ts";
import type { Table, TableOptions } from "./table.ts";

/**
 * Opens a file of responses, which is recognized by its content (wants §25). Throws a Refusal of `file` or `mapping.encoding` for one
 * that can't be read.
 */
export async function openTable(bytes: Buffer, { encoding }: TableOptions): Promise<Table> {
  kindOf(bytes);
  const text = utf8Of(bytes, encoding);
  const layout = jsonLayout(text);
  return layout ? jsonTable(text, layout) : openCsv(text);
}

/** Takes the separator with which the file is one of a known tool, else the likeliest. */
async function openCsv(bytes: Buffer): Promise<Table> {
  const named = namedDelimiter(bytes);
  if (named) return sheetTable(await beginningOf(csvRecords(bytes.subarray(named.length), named.delimiter, 2)));
  const beginnings = [];
  for (const delimiter of likelyDelimiters(bytes)) beginnings.push(await beginningOf(csvRecords(bytes, delimiter)));
  const known = beginnings.find(({ format }) => format.source !== "table");
  return sheetTable(known ?? (beginnings[0] as (typeof beginnings)[number]));
}
