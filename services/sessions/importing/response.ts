import type { ImportColumn, ImportSource, RefusedCell } from "../../../shared/api/shapes/responseImports.ts";
import type { Graph, Texts } from "../../../shared/domain/graph/types.ts";
import type { Json } from "../../../shared/domain/json.ts";
import type { DateOrder } from "./writtenTime.ts";

/** `mapping` of an import (wants §25). */
export interface Mapping {
  version: number | null;
  /** IANA name */
  zone: string | null;
  /** WHATWG label */
  encoding: string | null;
  date_order: DateOrder | null;
  /** target by header or `#<column from 1>`; null leaves it out */
  columns: ReadonlyMap<string, string | null>;
}

/** The version that responses go into. */
export interface TargetForm {
  graph: Graph;
  /** the form's own */
  language: string | null;
  /** by language tag */
  translations: ReadonlyMap<string, Texts>;
}

/** `column`: the header of its first column. */
export interface FileAnswer {
  value: Json;
  column: string;
}

/** Keys that tell a row apart: the present one, then those of releases before. */
export type Identities = readonly [string, ...string[]];

export type RefusedPart = Omit<RefusedCell, "row">;

/** A row of the file as an answered form, before its walk. */
export interface FileResponse {
  row: number;
  /** why it is refused whole */
  refusal: string | null;
  refused: readonly RefusedPart[];
  /** for keyed hashes */
  identities: Identities;
  started_at: Date | null;
  completed_at: Date | null;
  /** one of the form's */
  language: string | null;
  is_unfinished: boolean;
  /** questions that aren't required of it; null for none */
  unasked: ReadonlySet<string> | null;
  hidden: Readonly<Record<string, string>>;
  /** by node id */
  answers: ReadonlyMap<string, FileAnswer>;
}

export interface Responses {
  source: ImportSource;
  /** A column has an answer or a hidden field, or the mapping names one. */
  fits: boolean;
  /** counted; blank ones aside */
  rows: number;
  columns: readonly ImportColumn[];
  brokenOff: { row: number; reason: string } | null;
  /** Reads the rows again, in their order. */
  read(): AsyncIterable<FileResponse>;
}
