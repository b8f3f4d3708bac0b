import type { Json } from "../../../shared/domain/json.ts";
import { type FileRecord, type Records, rowTooLarge } from "./files/records.ts";
import { isTooLarge, type SheetRecords } from "./files/workbook.ts";
import { Refusal } from "./refusal.ts";
import { type Beginning, beginningOf, sheetTable } from "./sheetTable.ts";
import { type Cell, type FileCell, faultKey, isBlank, isFault, type Table, textOf } from "./table.ts";

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
  headers: Set<string>;
  /** rows without a parent */
  orphans: number;
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
  await countOrphans(table, ofResponse);
  const orphans = ofResponse.filter((repeat) => repeat.orphans > 0);
  return {
    ...table,
    rowsColumns: ofResponse.map(({ headers }, at) => ({ column: first + at, headers: [...headers] })),
    leftOut: [
      ...repeats.filter((repeat) => !ofResponse.includes(repeat)).map(({ name }) => name),
      ...orphans.map((repeat) => `${repeat.name}: ${repeat.orphans} rows of no response`),
    ],
  };
}

/** Counts rows whose response isn't in the main sheet. */
async function countOrphans({ headers, rows }: Table, repeats: readonly Repeat[]): Promise<void> {
  const index = headers.indexOf("_index");
  const known = new Set<string>();
  for await (const { cells } of rows()) known.add(textOf(cells[index]));
  for (const repeat of repeats)
    for (const [parent, own] of repeat.rows) if (!known.has(parent)) repeat.orphans += own.length;
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
  let names: string[] | null = null;
  const repeat: Repeat = { name, headers: new Set(), orphans: 0, parent: "", rows: new Map() };
  for await (const { cells } of records.read()) {
    if (!names) {
      names = namesIn(cells.map(textOf));
      if (!names.includes(parentIndex) || !names.includes(parentTable)) return null;
      continue;
    }
    const row = rowOf(names, cells);
    const parent = textOf(row.get(parentIndex));
    repeat.parent ||= textOf(row.get(parentTable)).slice(0, nameLength);
    const own = [...row].filter(([key, cell]) => !isBlank(cell) && !ofKobo.test(key));
    for (const [key] of own) repeat.headers.add(key);
    const json = JSON.stringify(Object.fromEntries(own.map(([key, cell]) => [key, jsonOf(cell)])));
    budget.left -= json.length + rowCost;
    if (budget.left < 0) throw new Refusal("file: must have at most 64 MiB of rows of groups that repeat");
    if (parent === "" && own.length > 0) repeat.orphans += 1;
    if (parent === "") continue;
    const rows = repeat.rows.get(parent) ?? [];
    repeat.rows.set(parent, rows);
    rows.push({ index: textOf(row.get("_index")), json });
  }
  if (records.brokenOff())
    throw new Refusal(`file: must have a sheet “${name.slice(0, nameLength)}” that can be read; export it again`);
  for (const key of names ?? []) if (!ofKobo.test(key) && !/^#\d+$/.test(key)) repeat.headers.add(key);
  return names && repeat;
}

/** Returns the headers, each once: equal ones are counted, as in other tools, and blank ones have their column. */
function namesIn(headers: readonly string[]): string[] {
  const counts = new Map<string, number>();
  return headers.map((header, at) => {
    if (header.trim() === "") return `#${at + 1}`;
    const count = (counts.get(header) ?? 0) + 1;
    counts.set(header, count);
    return count === 1 ? header : `${header} (${count})`;
  });
}

const rowOf = (names: readonly string[], cells: readonly FileCell[]): Map<string, FileCell> =>
  new Map(cells.map((cell, at) => [names[at] ?? `#${at + 1}`, cell]));

/** A cell without a value becomes an object that says why. */
const jsonOf = (cell: FileCell): Json => (isFault(cell) ? { [faultKey]: cell.fault } : textOf(cell));
