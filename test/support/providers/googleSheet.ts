import { problem } from "./googleErrors.ts";
import { type Answer, type Asked, type Route, Undocumented } from "./standIn.ts";

export interface Spreadsheet {
  id: string;
  sheets: Sheet[];
}

export interface Sheet {
  sheetId: number;
  title: string;
  rowCount: number;
  columnCount: number;
  /** content of a cell; a formula is `{formula}` */
  rows: unknown[][];
}

const reference = "https://developers.google.com/workspace/sheets/api/reference/rest/v4";
const values = `${reference}/spreadsheets.values`;
const valuePath = /^\/v4\/spreadsheets\/([^/:]+)\/values\/([^/:]+)$/;

export function sheetRoutes(spreadsheet: Spreadsheet): Route[] {
  const at = (work: (area: Area, asked: Asked) => Answer) => (asked: Asked) => {
    const [id = "", range = ""] = asked.parts;
    if (id !== spreadsheet.id) return problem(404, "NOT_FOUND", "Requested entity was not found.");
    const area = areaOf(spreadsheet, range);
    return area instanceof Error ? problem(400, "INVALID_ARGUMENT", area.message) : work(area, asked);
  };
  return [
    {
      method: "GET",
      path: /^\/v4\/spreadsheets\/([^/:]+)$/,
      page: `${reference}/spreadsheets/get`,
      query: ["ranges", "includeGridData", "excludeTablesInBandedRanges", "fields"],
      takes: "nothing",
      answer: ({ parts: [id] }) =>
        id === spreadsheet.id
          ? { status: 200, body: { spreadsheetId: id, sheets: spreadsheet.sheets.map(propertiesOf) } }
          : problem(404, "NOT_FOUND", "Requested entity was not found."),
    },
    {
      method: "GET",
      path: valuePath,
      page: `${values}/get`,
      query: ["majorDimension", "valueRenderOption", "dateTimeRenderOption"],
      takes: "nothing",
      answer: at((area, { parts: [, range] }) => ({
        status: 200,
        body: { range, majorDimension: "ROWS", ...(readArea(area).length > 0 && { values: readArea(area) }) },
      })),
    },
    {
      method: "PUT",
      path: valuePath,
      page: `${values}/update`,
      query: ["includeValuesInResponse", "responseValueRenderOption", "responseDateTimeRenderOption"],
      needed: ["valueInputOption"],
      takes: "json",
      members: ["range", "majorDimension", "values"],
      answer: at((area, { query, body }) => {
        writeRow(area.sheet, area.top, area.left, cellsOf(body.values, query));
        return { status: 200, body: { spreadsheetId: spreadsheet.id, updatedRows: 1 } };
      }),
    },
    {
      method: "POST",
      path: /^\/v4\/spreadsheets\/([^/:]+)\/values\/([^/:]+):append$/,
      page: `${values}/append`,
      query: [
        "insertDataOption",
        "includeValuesInResponse",
        "responseValueRenderOption",
        "responseDateTimeRenderOption",
      ],
      needed: ["valueInputOption"],
      takes: "json",
      members: ["range", "majorDimension", "values"],
      answer: at(({ sheet }, { query, body }) => {
        const row = cellsOf(body.values, query);
        if (row.length > sheet.columnCount) return beyond(sheet);
        if (query.get("insertDataOption") === "INSERT_ROWS") sheet.rowCount += 1;
        const number = sheet.rows.length + 1;
        writeRow(sheet, number - 1, 0, row);
        const updatedRange = `'${sheet.title}'!A${number}:${String.fromCharCode(64 + row.length)}${number}`;
        return { status: 200, body: { spreadsheetId: spreadsheet.id, updates: { updatedRange, updatedRows: 1 } } };
      }),
    },
    {
      method: "POST",
      path: /^\/v4\/spreadsheets\/([^/:]+):batchUpdate$/,
      page: `${reference}/spreadsheets/batchUpdate`,
      takes: "json",
      members: ["requests", "includeSpreadsheetInResponse", "responseRanges", "responseIncludeGridData"],
      answer: ({ body }) => {
        for (const request of body.requests) {
          const refused = change(spreadsheet, request);
          if (refused) return refused;
        }
        return { status: 200, body: { spreadsheetId: spreadsheet.id, replies: body.requests.map(() => ({})) } };
      },
    },
  ];
}

const propertiesOf = ({ sheetId, title, rowCount, columnCount }: Sheet) => ({
  properties: { sheetId, title, gridProperties: { rowCount, columnCount } },
});

/** https://developers.google.com/workspace/sheets/api/reference/rest/v4/spreadsheets/request */
function change(spreadsheet: Spreadsheet, request: Record<string, never>): Answer | null {
  const { addSheet, appendDimension, ...others } = request as unknown as {
    addSheet?: { properties: { title: string; gridProperties: { rowCount: number; columnCount: number } } };
    appendDimension?: { sheetId: number; dimension: string; length: number };
  };
  if (Object.keys(others).length > 0) throw new Undocumented(`request ${Object.keys(others)}`);
  if (addSheet) {
    const { title, gridProperties } = addSheet.properties;
    if (spreadsheet.sheets.some((sheet) => sheet.title === title)) {
      const message = `Invalid requests[0].addSheet: A sheet with the name "${title}" already exists.`;
      return problem(400, "INVALID_ARGUMENT", message);
    }
    spreadsheet.sheets.push({ sheetId: spreadsheet.sheets.length, title, ...gridProperties, rows: [] });
  }
  if (appendDimension) {
    const sheet = spreadsheet.sheets.find(({ sheetId }) => sheetId === appendDimension.sheetId);
    if (!sheet || appendDimension.dimension !== "COLUMNS") throw new Undocumented("appendDimension");
    sheet.columnCount += appendDimension.length;
  }
  return null;
}

/** Parses a range in A1 notation: https://developers.google.com/workspace/sheets/api/guides/concepts#cell */
interface Area {
  sheet: Sheet;
  top: number;
  bottom: number;
  left: number;
  right: number;
}

function areaOf({ sheets }: Spreadsheet, range: string): Area | Error {
  const [, quoted = "", cells = ""] = /^'((?:[^']|'')+)'!([A-Z0-9:]+)$/.exec(range) ?? [];
  const sheet = sheets.find(({ title }) => title === quoted.replaceAll("''", "'"));
  if (!sheet) return new Error(`Unable to parse range: ${range}`);
  const [from = "", to = from] = cells.split(":");
  const [first, last] = [cellOf(from), cellOf(to)];
  const area = {
    sheet,
    top: (first.row ?? 1) - 1,
    bottom: (last.row ?? sheet.rowCount) - 1,
    left: first.column ?? 0,
    right: last.column ?? sheet.columnCount - 1,
  };
  const isInside = area.bottom < sheet.rowCount && area.right < sheet.columnCount;
  return isInside ? area : new Error(tooFar(sheet));
}

function cellOf(text: string): { column: number | undefined; row: number | undefined } {
  const [, letters = "", digits = ""] = /^([A-Z]*)(\d*)$/.exec(text) ?? [];
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  return { column: letters ? column : undefined, row: digits ? Number(digits) : undefined };
}

const tooFar = ({ rowCount, columnCount }: Sheet): string =>
  `Range exceeds grid limits. Max rows: ${rowCount}, max columns: ${columnCount}`;
const beyond = (sheet: Sheet): Answer => problem(400, "INVALID_ARGUMENT", tooFar(sheet));

/** Omits trailing blank cells and rows. */
function readArea({ sheet, top, bottom, left, right }: Area): unknown[][] {
  const rows = sheet.rows.slice(top, bottom + 1).map((row) => trimmed(row.slice(left, right + 1)));
  const last = rows.findLastIndex((row) => row.length > 0);
  return rows.slice(0, last + 1);
}

const trimmed = (row: unknown[]): unknown[] =>
  row.map((cell) => cell ?? "").slice(0, row.findLastIndex((cell) => (cell ?? "") !== "") + 1);

function writeRow(sheet: Sheet, top: number, left: number, cells: unknown[]): void {
  while (sheet.rows.length <= top) sheet.rows.push([]);
  const row = sheet.rows[top] ?? [];
  cells.forEach((cell, index) => {
    if (cell !== null) row[left + index] = cell;
  });
}

/** Appends a row. With USER_ENTERED, values that start with "=" become formulas. */
function cellsOf([row = [], ...others]: unknown[][], query: URLSearchParams): unknown[] {
  const isRaw = query.get("valueInputOption") === "RAW";
  if (others.length > 0) throw new Undocumented("more than one row");
  if (!row.every((cell) => cell === null || ["string", "number", "boolean"].includes(typeof cell))) {
    throw new Undocumented("a cell that is no value");
  }
  return row.map((cell) => (!isRaw && typeof cell === "string" && /^[=+]/.test(cell) ? { formula: cell } : cell));
}
