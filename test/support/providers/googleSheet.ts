import { columnName } from "../../../services/integrations/types/sheetLayout.ts";
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
      answer: at((area, { query, body }) => {
        const { sheet } = area;
        const row = cellsOf(body.values, query);
        const { top, left } = placeToAppend(area);
        if (left + row.length > sheet.columnCount) return beyond(sheet);
        if (query.get("insertDataOption") === "INSERT_ROWS") {
          sheet.rowCount += 1;
          if (top < sheet.rows.length) sheet.rows.splice(top, 0, []);
        }
        writeRow(sheet, top, left, row);
        const [from, to] = [columnName(left), columnName(left + row.length - 1)];
        const updatedRange = `'${sheet.title}'!${from}${top + 1}:${to}${top + 1}`;
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

type Box = Omit<Area, "sheet">;

/**
 * Below the last table in the range, from that table's first column on, or the range itself if no table is there:
 * https://developers.google.com/workspace/sheets/api/guides/values#append_values
 */
function placeToAppend(area: Area): { top: number; left: number } {
  const cells = filledIn(area.sheet, area);
  const tables = cells.map((cell) => tableAround(area.sheet, cell));
  const last = tables.sort((one, other) => one.bottom - other.bottom || one.left - other.left).at(-1);
  return last ? { top: last.bottom + 1, left: last.left } : { top: area.top, left: area.left };
}

function filledIn({ rows }: Sheet, { top, bottom, left, right }: Box): Box[] {
  return rows.slice(top, bottom + 1).flatMap((row, at) =>
    row.flatMap((cell, column) => {
      const isFilled = (cell ?? "") !== "" && column >= left && column <= right;
      return isFilled ? [{ top: top + at, bottom: top + at, left: column, right: column }] : [];
    }),
  );
}

/** Grows a box until the rows and columns around it are blank. */
function tableAround(sheet: Sheet, box: Box): Box {
  const around = { top: Math.max(0, box.top - 1), bottom: box.bottom + 1, left: box.left - 1, right: box.right + 1 };
  const filled = filledIn(sheet, around);
  const grown = {
    top: Math.min(box.top, ...filled.map(({ top }) => top)),
    bottom: Math.max(box.bottom, ...filled.map(({ bottom }) => bottom)),
    left: Math.min(box.left, ...filled.map(({ left }) => left)),
    right: Math.max(box.right, ...filled.map(({ right }) => right)),
  };
  return JSON.stringify(grown) === JSON.stringify(box) ? box : tableAround(sheet, grown);
}

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
