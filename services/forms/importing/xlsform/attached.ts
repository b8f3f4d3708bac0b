import { Refusal } from "../refusal.ts";
import { fitted } from "../wording.ts";
import { columnName, type Row } from "./workbook.ts";

/** CSV files that come with an XLSForm, whose choices questions can have. */
export class AttachedFiles {
  private readonly files = new Map<string, { name: string; rows: readonly Row[]; isUsed: boolean }>();

  /** Throws if another file has the name, whose case doesn't count. */
  add(name: string, rows: readonly Row[]): void {
    if (this.files.has(name.toLowerCase()))
      throw new Refusal(`attachment: must be files with different names, but two have the name “${fitted(name, 60)}”`);
    this.files.set(name.toLowerCase(), { name, rows, isUsed: false });
  }

  /** Returns the rows of a file that a question uses. Undefined if it isn't attached. */
  use(name: string): readonly Row[] | undefined {
    const file = this.files.get(name.toLowerCase());
    if (file) file.isUsed = true;
    return file?.rows;
  }

  /** Returns the values of a column by those of another one. The first row of a key counts. Null if the file isn't attached. */
  columns(file: string, column: string, key: string): Map<string, string> | null {
    const rows = this.use(/\.csv$/i.test(file) ? file : `${file}.csv`);
    if (!rows) return null;
    const [of, by] = [columnName(column), columnName(key)];
    const values = new Map<string, string>();
    for (const { cells } of rows) {
      const name = cells.get(by) ?? "";
      if (name !== "" && !values.has(name)) values.set(name, cells.get(of) ?? "");
    }
    return values;
  }

  get unused(): string[] {
    return [...this.files.values()].flatMap(({ name, isUsed }) => (isUsed ? [] : [name]));
  }

  /** Rows by the names of their files. */
  get rows(): [string, readonly Row[]][] {
    return Array.from(this.files.values(), ({ name, rows }) => [name, rows]);
  }
}
