import type { AttachedFiles } from "./attached.ts";
import { nameOf, parametersOf } from "./row.ts";
import type { RowKind } from "./types.ts";
import { columnName, type Row, type Workbook } from "./workbook.ts";

/** The choices of a question, or the issue that says why it has none. */
export type Listed =
  | { choices: readonly Row[] | undefined /** instead of `choice_filter` */; filter?: string }
  | { code: string; problem: string };

/** Finds choices in the sheets of a workbook and in the files that come with it. */
export class ChoiceLists {
  private readonly inSheet: ReadonlyMap<string, Row[]>;
  private readonly external: ReadonlyMap<string, Row[]>;
  private readonly files: AttachedFiles;

  constructor({ choices = [], external_choices = [] }: Workbook, files: AttachedFiles) {
    this.inSheet = byList(choices);
    this.external = byList(external_choices);
    this.files = files;
  }

  /** Returns the choices of a list in the sheet. */
  named(list: string): readonly Row[] {
    return this.inSheet.get(list) ?? [];
  }

  of(row: Row, { list, origin }: Extract<RowKind, { kind: "question" }>): Listed {
    if (origin === "file") return this.ofFile(row, list);
    const search = searchOf(row);
    if (search) return this.ofSearch(search, this.inSheet.get(list)?.[0]);
    if (origin === "sheet") return { choices: this.inSheet.get(list) };
    const choices = this.external.get(list) ?? byList(this.files.use(itemsets) ?? []).get(list);
    return choices ? { choices } : missing(itemsets);
  }

  private ofFile(row: Row, name: string): Listed {
    if (!/\.csv$/i.test(name))
      return { code: "external_choices", problem: `in “${name}”, but only choices of CSV files are imported` };
    const parameters = parametersOf(row);
    return this.ofColumns(name, parameters.get("value") ?? "name", parameters.get("label") ?? "label");
  }

  /** The only choice in the sheet has the names of the file's columns. */
  private ofSearch({ file, filter }: Search, columns: Row | undefined): Listed {
    const listed = this.ofColumns(file, columns?.cells.get("name") ?? "name", columns?.cells.get("label") ?? "label");
    return "choices" in listed && filter !== null ? { ...listed, filter } : listed;
  }

  private ofColumns(name: string, value: string, label: string): Listed {
    const rows = this.files.use(name);
    if (!rows) return missing(name);
    const columns = [["name", columnName(value)] as const, ["label", columnName(label)] as const];
    const choices = rows.map((choice) => renamed(choice, columns)).filter((choice) => nameOf(choice) !== "");
    if (choices.length > 0) return { choices };
    return {
      code: "external_choices",
      problem: `in “${name}”, which has no values in a column \`${columns[0]?.[1]}\``,
    };
  }
}

interface Search {
  file: string;
  filter: string | null;
}

/** Reads `search('file', 'matches', 'column', ${question})` in an appearance (https://docs.getodk.org/form-datasets/). */
function searchOf({ cells }: Row): Search | null {
  const [, name, rest] = /\bsearch\(\s*['"]([^'"]+)['"]\s*(?:,([^)]*))?\)/.exec(cells.get("appearance") ?? "") ?? [];
  if (name === undefined) return null;
  const file = /\.csv$/i.test(name) ? name : `${name}.csv`;
  if (rest === undefined) return { file, filter: null };
  const [, test = "", column = "", value = ""] = /^\s*'(\w+)'\s*,\s*'([\w-]+)'\s*,\s*([^,]+)$/.exec(rest) ?? [];
  // a filter that can't be read isn't an expression either, so that it is noted
  return { file, filter: filters.get(test)?.(column, value) ?? `search(${rest})` };
}

const filters: ReadonlyMap<string, (column: string, value: string) => string> = new Map([
  ["matches", (column, value) => `${column} = ${value}`],
  ["contains", (column, value) => `contains(${column}, ${value})`],
  ["startswith", (column, value) => `starts-with(${column}, ${value})`],
  ["endswith", (column, value) => `ends-with(${column}, ${value})`],
]);

/** Name of the file that pyxform makes of the sheet `external_choices`. */
const itemsets = "itemsets.csv";

const byList = (rows: readonly Row[]): Map<string, Row[]> =>
  Map.groupBy(rows, ({ cells }) => cells.get("list_name") ?? "");

const missing = (name: string): Listed => ({
  code: "attachment_missing",
  problem: `in “${name}”, which isn't attached`,
});

/** Adds columns under the names that all choices have. */
function renamed(row: Row, columns: readonly (readonly [string, string])[]): Row {
  const cells = new Map(row.cells);
  for (const [name, column] of columns) {
    const text = row.cells.get(column);
    if (text !== undefined) cells.set(name, text);
    else if (name !== column) cells.delete(name);
  }
  return { ...row, cells };
}
