import { Refusal } from "../refusal.ts";
import type { FileCell } from "../table.ts";

/** A row of a file as it is there, of any length. Blank ones can be left out. */
export interface FileRecord {
  /** as a spreadsheet counts */
  number: number;
  cells: readonly FileCell[];
}

export interface BrokenOff {
  row: number;
  reason: string;
}

/** The rows of a file before its source is known. */
export interface Records {
  /** Reads the file from its start. */
  read(): AsyncIterable<FileRecord>;
  /** Why the file breaks off, once all rows were read. */
  brokenOff(): BrokenOff | null;
}

export const rowTooLarge = (number: number): Refusal => new Refusal(`file: row ${number} must be at most 1 MiB`);

/** Ends a reason for a file that breaks off. */
export const restUnread = "rows from here on aren't read";
