import type { Json } from "../../../shared/domain/json.ts";
import { hasLongNumber } from "../../../shared/domain/longNumbers.ts";
import { type JsonLayout, type JsonRecord, jsonRecords } from "./files/json.ts";
import type { BrokenOff } from "./files/records.ts";
import { columnLimit, rowLimit } from "./limits.ts";
import { Refusal } from "./refusal.ts";
import { tooManyColumns, tooManyRows } from "./sheetTable.ts";
import { objectFormatOf } from "./sources/objects.ts";
import type { Member, ObjectFormat } from "./sources/responseObject.ts";
import type { Cell, FileCell, OwnColumn, Table, TableRow } from "./table.ts";
import { reasons } from "./values/reading.ts";

/** Columns of all responses, in the order in which they first appear. */
interface Columns {
  byKey: Map<string, number>;
  headers: string[];
  own: (OwnColumn | null)[];
}

/** Opens responses in JSON. Reads all of them once for their columns. */
export function jsonTable(bytes: Buffer, layout: JsonLayout): Table {
  const format = formatIn(bytes, layout);
  const { byKey, headers, own } = columnsIn(bytes, layout, format);
  let broken: BrokenOff | null = null;
  return {
    ...{ source: format.source, headers, own, zone: format.zone },
    brokenOff: () => broken,
    async *rows() {
      broken = null;
      for (const record of jsonRecords(bytes, layout)) {
        if ("reason" in record) broken = record;
        else if ("refusal" in record) yield refusedRow(record, headers.length);
        else {
          const row = rowOf(record.number, record.value, format, byKey);
          if (row.cells.some((cell) => cell !== "")) yield row;
        }
      }
    },
  };
}

function formatIn(bytes: Buffer, layout: JsonLayout): ObjectFormat {
  for (const first of jsonRecords(bytes, layout)) {
    if ("value" in first) return objectFormatOf(first.value as Record<string, Json>);
    const isBroken = "reason" in first;
    throw new Refusal(`file: must be ${isBroken ? "valid JSON" : "an array of objects, or objects one per line"}`);
  }
  return objectFormatOf({});
}

function columnsIn(bytes: Buffer, layout: JsonLayout, format: ObjectFormat): Columns {
  const columns: Columns = { byKey: new Map(), headers: [], own: [] };
  let rows = 0;
  for (const record of jsonRecords(bytes, layout)) {
    rows += 1;
    if (rows > rowLimit) throw tooManyRows();
    if (!("value" in record)) continue;
    for (const member of format.members(record.value as Record<string, Json>)) addColumn(columns, member);
  }
  return columns;
}

function addColumn({ byKey, headers, own }: Columns, member: Member): void {
  if (byKey.has(member.key)) return;
  if (headers.length === columnLimit) throw tooManyColumns();
  byKey.set(member.key, headers.length);
  headers.push(member.header);
  own.push(member.own);
}

const refusedRow = ({ number, refusal }: Extract<JsonRecord, { refusal: string }>, width: number): TableRow => ({
  ...{ number, refusal, isUnfinished: false },
  cells: new Array<Cell>(width).fill(""),
});

function rowOf(number: number, value: object, format: ObjectFormat, byKey: ReadonlyMap<string, number>): TableRow {
  const cells = new Array<FileCell>(byKey.size).fill("");
  const response = value as Record<string, Json>;
  for (const member of format.members(response)) cells[byKey.get(member.key) as number] = cellOf(member.value);
  return { number, cells, isUnfinished: format.isUnfinished?.(response) ?? false, refusal: null };
}

/** Empty lists and objects are empty cells. */
function cellOf(json: Json): FileCell {
  if (hasLongNumber(json)) return { text: "", fault: reasons.digits };
  const text = textOfJson(json);
  return text === "" ? "" : { text, json };
}

function textOfJson(json: Json): string {
  if (json === null) return "";
  if (typeof json !== "object") return String(json);
  if (!Array.isArray(json)) return Object.keys(json).length === 0 ? "" : JSON.stringify(json);
  return json.some((item) => typeof item === "object") ? JSON.stringify(json) : json.join("; ");
}
