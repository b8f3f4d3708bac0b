import { isObject, type Json } from "../../../shared/domain/json.ts";
import { suggest } from "./columns/suggest.ts";
import type { ImportForm } from "./form/questions.ts";
import { columnLimit } from "./limits.ts";
import type { Cell, FileCell, Table } from "./table.ts";

/** Levels of objects: a matrix, its rows, their columns. */
const depthLimit = 3;

/**
 * Adds a column for each part of an object that is a question of its own, such as `q.part` (SurveyJS's fields and cells, which its
 * import made questions of). Objects that are an answer as they are stay whole. Reads the rows once if there is such a column.
 */
export async function withParts(table: Table, form: ImportForm): Promise<Table> {
  if (table.source !== "surveyjs") return table;
  const open = suggest(table, form).flatMap(({ target }, column) => (target ? [] : [column]));
  const parts = await partsIn(table, open);
  const headers = [...table.headers, ...parts.keys()];
  const own = headers.map((_, column) => table.own[column] ?? null);
  const suggestions = suggest({ source: table.source, headers, own }, form);
  const found = [...parts].filter((_, at) => suggestions[table.headers.length + at]?.target);
  if (found.length === 0) return table;
  return {
    ...table,
    headers: [...table.headers, ...found.map(([header]) => header)],
    own: own.slice(0, table.headers.length + found.length),
    async *rows() {
      for await (const row of table.rows()) {
        const added = found.map(([, { column, path }]) => cellOf(valueAt(row.cells[column] ?? "", path)));
        yield { ...row, cells: [...row.cells, ...added] };
      }
    },
  };
}

interface Part {
  column: number;
  path: readonly string[];
}

/** Returns the parts of objects in these columns by their headers. */
async function partsIn({ headers, rows }: Table, columns: readonly number[]): Promise<Map<string, Part>> {
  const parts = new Map<string, Part>();
  if (columns.length === 0) return parts;
  for await (const { cells } of rows()) {
    for (const column of columns) {
      const cell = cells[column];
      if (typeof cell !== "object" || !("json" in cell) || !isObject(cell.json)) continue;
      add(cell.json as Record<string, Json>, { column, path: [] });
    }
  }
  return parts;

  function add(value: Record<string, Json>, { column, path }: Part): void {
    for (const [key, inner] of Object.entries(value)) {
      const part = { column, path: [...path, key] };
      const header = [headers[column], ...part.path].join(".");
      if (parts.size + headers.length < columnLimit && !parts.has(header)) parts.set(header, part);
      if (isObject(inner) && part.path.length < depthLimit) add(inner as Record<string, Json>, part);
    }
  }
}

function valueAt(cell: FileCell, path: readonly string[]): Json {
  let value: Json = typeof cell === "object" && "json" in cell ? cell.json : null;
  for (const key of path) value = isObject(value) && Object.hasOwn(value, key) ? (value[key] as Json) : null;
  return value;
}

const cellOf = (json: Json): Cell =>
  json === null || json === "" ? "" : { text: typeof json === "object" ? JSON.stringify(json) : String(json), json };
