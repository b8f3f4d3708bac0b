import { crc32, deflateRawSync } from "node:zlib";

/** A part of a zip file. `announced` is a false size. */
export interface ZipPart {
  name: string;
  bytes: Buffer;
  announced?: number;
}

/** Returns a zip file (APPNOTE 6.3), deflated. */
export function zipOf(parts: readonly ZipPart[]): Buffer {
  const locals: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes, announced = bytes.length } of parts) {
    const packed = deflateRawSync(bytes, { level: 9 });
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt32LE(crc32(bytes), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(announced, 18);
    fields.writeUInt16LE(name.length, 22);
    const local = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), fields, Buffer.from(name), packed]);
    const position = Buffer.alloc(14);
    position.writeUInt32LE(offset, 10);
    directory.push(Buffer.concat([Buffer.from("PK\x01\x02\x14\x00", "latin1"), fields, position, Buffer.from(name)]));
    locals.push(local);
    offset += local.length;
  }
  const end = Buffer.alloc(18);
  const list = Buffer.concat(directory);
  end.writeUInt16LE(parts.length, 4);
  end.writeUInt16LE(parts.length, 6);
  end.writeUInt32LE(list.length, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...locals, list, Buffer.from("PK\x05\x06", "latin1"), end]);
}

export type Cell = string | number | { formula: string; value: string };

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");

function cellXml(cell: Cell): string {
  if (typeof cell === "number") return `<c><v>${cell}</v></c>`;
  if (typeof cell === "object") return `<c t="str"><f>${escaped(cell.formula)}</f><v>${escaped(cell.value)}</v></c>`;
  return cell === "" ? "<c/>" : `<c t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`;
}

export const sheetXml = (rows: readonly (readonly Cell[])[]): string =>
  `<?xml version="1.0"?><worksheet><sheetData>${rows
    .map((cells, at) => `<row r="${at + 1}">${cells.map(cellXml).join("")}</row>`)
    .join("")}</sheetData></worksheet>`;

/** Returns the parts of a workbook with these sheets, as XML. */
export function workbookParts(sheets: Readonly<Record<string, string>>): ZipPart[] {
  const names = Object.keys(sheets);
  const list = names.map((name, at) => `<sheet name="${name}" sheetId="${at + 1}" r:id="rId${at + 1}"/>`).join("");
  const targets = names
    .map((_, at) => `<Relationship Id="rId${at + 1}" Target="worksheets/sheet${at + 1}.xml"/>`)
    .join("");
  return [
    { name: "xl/workbook.xml", bytes: Buffer.from(`<workbook xmlns:r="r"><sheets>${list}</sheets></workbook>`) },
    { name: "xl/_rels/workbook.xml.rels", bytes: Buffer.from(`<Relationships>${targets}</Relationships>`) },
    ...names.map((name, at) => ({ name: `xl/worksheets/sheet${at + 1}.xml`, bytes: Buffer.from(sheets[name] ?? "") })),
  ];
}

/** Returns an .xlsx workbook with these rows by sheet. */
export const xlsxOf = (sheets: Readonly<Record<string, readonly (readonly Cell[])[]>>): Buffer =>
  zipOf(workbookParts(Object.fromEntries(Object.entries(sheets).map(([name, rows]) => [name, sheetXml(rows)]))));
