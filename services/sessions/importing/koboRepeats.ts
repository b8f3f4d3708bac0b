import type { Json } from "../../../shared/domain/json.ts";
import { type FileRecord, type Records, rowTooLarge } from "./files/records.ts";
import { isTooLarge, type SheetRecords } from "./files/workbook.ts";
import { Refusal } from "./refusal.ts";
import { type Beginning, beginningOf, sheetTable } from "./sheetTable.ts";
import { type Cell, type Table, textOf } from "./table.ts";

/**
 * Groups that repeat, in KoboToolbox's workbooks: each has a sheet, whose rows name the row that they belong to. Each sheet becomes one
 * more column, with a list of objects as JSON.
 */

/** Characters of all rows as JSON, which are kept until their response is read. */
const repeatsLimit = 64 * 1024 * 1024;
/** Characters, about, that a row takes beside its JSON. */
const rowCost = 100;

interface RepeatRow {
  index: string;
  /** without rows of groups inside of it */
  json: string;
}

/** A sheet's rows by the row of the parent that they belong to. */
interface Repeat {
  name: string;
  /** without KoboToolbox's own */
  headers: readonly string[];
  parent: string;
  rows: Map<string, RepeatRow[]>;
}

const parentIndex = "_parent_index";
const parentTable = "_parent_table_name";
const ofKobo = /^_(?:index|parent_index|parent_table_name|submission__.*)$/;

/** Returns the table of the main sheet with a column for each sheet of a group. */
export async function withRepeats({ records }: Beginning, others: readonly SheetRecords[]): Promise<Table> {
  const repeats: Repeat[] = [];
  const budget = { left: repeatsLimit };
  for (const { name, records: rows } of others) {
    const repeat = await repeatOf(name, rows, budget);
    if (repeat) repeats.push(repeat);
  }
  const ofResponse = outermost(repeats);
  const read = () => joined(records, repeats, ofResponse);
  const table = sheetTable((await beginningOf({ read, brokenOff: records.brokenOff })) as Beginning);
  const first = table.headers.length - ofResponse.length;
  return {
    ...table,
    rowsColumns: ofResponse.map(({ headers }, at) => ({ column: first + at, headers })),
    leftOut: repeats.filter((repeat) => !ofResponse.includes(repeat)).map(({ name }) => name),
  };
}

function outermost(repeats: readonly Repeat[]): Repeat[] {
  const names = new Set(repeats.map(({ name }) => name.slice(0, nameLength)));
  return repeats.filter(({ parent, name }) => !names.has(parent) || parent === name);
}

async function* joined(
  records: Records,
  repeats: readonly Repeat[],
  ofResponse: readonly Repeat[],
): AsyncGenerator<FileRecord> {
  let width = -1;
  let index = -1;
  for await (const { number, cells } of records.read()) {
    const isBlank = cells.every((cell) => textOf(cell) === "");
    if (width < 0 && !isBlank) {
      width = cells.findLastIndex((cell) => textOf(cell).trim() !== "") + 1;
      index = cells.indexOf("_index");
      yield { number, cells: [...cells.slice(0, width), ...ofResponse.map(({ name }) => name)] };
      continue;
    }
    const own = Array.from({ length: Math.max(width, 0) }, (_, at) => cells[at] ?? "");
    const lists = isBlank ? [] : ofResponse.map((repeat) => listCell(repeat, textOf(cells[index]), repeats));
    if (isTooLarge(lists)) throw rowTooLarge(number);
    yield { number, cells: [...own, ...lists, ...cells.slice(width)] };
  }
}

/** Characters of a sheet's name, at which Excel cuts it. */
const nameLength = 31;

function listCell(repeat: Repeat, index: string, repeats: readonly Repeat[]): Cell {
  const json = listOf(repeat, index, repeats);
  return json.length === 0 ? "" : { text: JSON.stringify(json), json };
}

/** Groups inside of a group become lists in its objects. */
function listOf(repeat: Repeat, index: string, repeats: readonly Repeat[]): Json[] {
  const inner = repeats.filter((other) => other !== repeat && other.parent === repeat.name.slice(0, nameLength));
  const outside = repeats.filter((other) => other !== repeat);
  return (repeat.rows.get(index) ?? []).map((row) => {
    const object = JSON.parse(row.json) as { [key: string]: Json };
    for (const group of inner) {
      const list = listOf(group, row.index, outside);
      if (list.length > 0) object[group.name] = list;
    }
    return object;
  });
}

/** Reads the sheet of a group. Null for other sheets. */
async function repeatOf(name: string, records: Records, budget: { left: number }): Promise<Repeat | null> {
  let headers: string[] | null = null;
  const repeat: Repeat = { name, headers: [], parent: "", rows: new Map() };
  for await (const { cells } of records.read()) {
    if (!headers) {
      headers = cells.map(textOf);
      if (!headers.includes(parentIndex) || !headers.includes(parentTable)) return null;
      repeat.headers = headers.filter((header) => header !== "" && !ofKobo.test(header));
      continue;
    }
    const row = new Map(headers.map((header, at) => [header, textOf(cells[at])]));
    const parent = row.get(parentIndex) ?? "";
    if (parent === "") continue;
    repeat.parent ||= (row.get(parentTable) ?? "").slice(0, nameLength);
    const json = JSON.stringify(Object.fromEntries([...row].filter(([key, text]) => text !== "" && !ofKobo.test(key))));
    budget.left -= json.length + rowCost;
    if (budget.left < 0) throw new Refusal("file: must have at most 64 MiB of rows of groups that repeat");
    const rows = repeat.rows.get(parent) ?? [];
    repeat.rows.set(parent, rows);
    rows.push({ index: row.get("_index") ?? "", json });
  }
  if (records.brokenOff())
    throw new Refusal(`file: must have a sheet “${name.slice(0, nameLength)}” that can be read; export it again`);
  return headers && repeat;
}
