import { Refusal } from "../refusal.ts";

/** A row of a sheet by its lower-case column names. Empty cells are left out. */
export interface Row {
  /** Number in the file, from 1. */
  number: number;
  cells: Map<string, string>;
  /** Columns whose cells were longer than `cellLimit`. */
  cut: string[];
  /** Columns whose cells have a formula without a stored value. */
  formulas?: string[];
  /** Whether it has cells in columns without a name. */
  hasUnnamed?: true;
}

/** Characters of a cell, as in Excel. Readers keep no more than one beyond it, and rows cut them to it. */
export const cellLimit = 32_767;

/** Appends to the text of a cell while it is read. */
export const appended = (text: string, more: string): string =>
  text.length > cellLimit ? text : text + more.slice(0, cellLimit + 1 - text.length);

/** The sheets of an XLSForm. Other sheets aren't read. */
export interface Workbook {
  survey?: Row[];
  choices?: Row[];
  settings?: Row[];
  entities?: Row[];
  osm?: Row[];
  external_choices?: Row[];
}

export const sheetNames = ["survey", "choices", "settings", "entities", "osm", "external_choices"] as const;
export type SheetName = (typeof sheetNames)[number];

const rowLimit = 20_000;
export const columnLimit = 500;

/** Returns which sheet of an XLSForm has this name. Null for other sheets. */
export const sheetNameOf = (name: string): SheetName | null =>
  sheetNames.find((known) => known === name.trim().toLowerCase()) ?? null;

/** Collects the rows of one sheet, or of an attached file without a sheet's name. The first row with content has the column names. */
export class SheetRows {
  readonly rows: Row[] = [];
  private columns: Map<number, string> | null = null;
  private readonly name: SheetName | null;
  private readonly count: () => void;

  /** `count` is called for each row. */
  constructor(name: SheetName | null, count: () => void) {
    this.name = name;
    this.count = count;
  }

  /** Adds a row of cells by their column index. Empty cells can be left out. */
  add(number: number, cells: ReadonlyMap<number, string>, formulas: readonly number[] = []): void {
    const filled = new Map([...cells].filter(([, text]) => text.trim() !== ""));
    if (filled.size === 0) return;
    this.count();
    if (!this.columns)
      this.columns = withoutAliases(
        this.name,
        new Map([...filled].slice(0, columnLimit).map(([at, name]) => [at, columnName(name)])),
      );
    else {
      const unknown = formulas.flatMap((at) => this.columns?.get(at) ?? []);
      this.rows.push({ number, ...this.named(filled), ...(unknown.length > 0 && { formulas: unknown }) });
    }
  }

  /** Names of the columns, in their order. */
  get names(): string[] {
    return [...(this.columns?.values() ?? [])];
  }

  private named(cells: ReadonlyMap<number, string>): Pick<Row, "cells" | "cut" | "hasUnnamed"> {
    const named = new Map<string, string>();
    const cut: string[] = [];
    let hasUnnamed = false;
    for (const [at, text] of cells) {
      const name = this.columns?.get(at);
      hasUnnamed ||= name === undefined;
      if (name === undefined || named.has(name)) continue;
      named.set(name, text.slice(0, cellLimit).trim());
      if (text.length > cellLimit) cut.push(name);
    }
    return { cells: named, cut, ...(hasUnnamed && { hasUnnamed }) };
  }
}

/** Lower case before the language of a column, such as `label::Français (fr)`. */
export function columnName(text: string): string {
  const [name = "", ...language] = text
    .slice(0, cellLimit)
    .split(/::?/)
    .map((part) => part.trim());
  const isMedia = name.toLowerCase() === "media" && language.length > 0;
  const head = isMedia ? `media::${language.shift()?.toLowerCase()}` : name.toLowerCase().replaceAll(" ", "_");
  return [head, ...language].join("::");
}

/** Other names of columns that converters of XLSForms accept (pyxform's aliases). */
const aliases: Readonly<Record<SheetName, Readonly<Record<string, string>>>> = {
  survey: {
    command: "type",
    tag: "name",
    value: "name",
    caption: "label",
    relevance: "relevant",
    calculate: "calculation",
    constraining_message: "constraint_message",
    requiredmsg: "required_message",
    "body::relevant": "relevant",
    "bind::relevant": "relevant",
    "bind::required": "required",
    "bind::constraint": "constraint",
    "bind::calculate": "calculation",
    "bind::jr:constraintmsg": "constraint_message",
    "control::appearance": "appearance",
    "body::appearance": "appearance",
  },
  choices: { value: "name", caption: "label", list: "list_name" },
  settings: { title: "form_title", set_form_title: "form_title", set_form_id: "form_id" },
  entities: {},
  osm: {},
  external_choices: {},
};

/** Replaces aliases, unless the sheet has the column itself. */
function withoutAliases(sheet: SheetName | null, columns: ReadonlyMap<number, string>): Map<number, string> {
  const known = sheet ? aliases[sheet] : {};
  const own = new Set([...columns.values()].map((name) => name.split("::")[0]));
  return new Map(
    [...columns].map(([at, name]) => {
      const [head = "", ...language] = name.split("::");
      const whole = known[name.toLowerCase()];
      const alias = whole ?? known[head];
      return [at, alias === undefined || own.has(alias) ? name : [alias, ...(whole ? [] : language)].join("::")];
    }),
  );
}

/** Returns a function that counts rows of all sheets. It throws a Refusal above the limit. */
export function rowCounter(): () => void {
  let rows = 0;
  return () => {
    rows += 1;
    if (rows > rowLimit) throw new Refusal(`file: must have at most ${rowLimit.toLocaleString("en")} rows`);
  };
}
