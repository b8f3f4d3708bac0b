import type { Family } from "../conditions/operators.ts";
import type { Precision } from "../dates.ts";
import type { Json } from "../json.ts";
import type { RefusalReason } from "../reason.ts";

/** A question type (decisions §4.1): one module per type and one row in the table of index.ts. Pure, without clock or database. */
export interface Question<Config> {
  /** Determines the operators of conditions and the scoring modes. Null for screens. */
  readonly family: Family | null;
  readonly scoring: readonly ScoringMode[];
  /** Fills in defaults that depend on other keys. Other defaults are in defaults.ts. */
  complete?(config: Config, node: { is_required: boolean }): Config;
  /** Checks a value that isn't empty (decisions §4.1). */
  check(value: Json, config: Config, context: CheckContext): Reply;
  /** Returns the set of answers that `check` can accept, for conditions and proofs. Null for screens. */
  domain(config: Config): Domain | null;
  /** Returns CSV columns: one per question or per row of a matrix, none for screens (decisions §6). */
  columns(config: Config): CsvColumn[];
  /** Returns the cells of an answer in the order of `columns`. */
  cells(answer: Json, config: Config, style: CellStyle): string[];
  /** Returns the rows of an answer as texts for people, of types whose cells aren't. */
  rowTexts?(answer: Json, config: Config): string[];
  /** Returns the fields of each row, of types whose answers are rows of several values. */
  fields?(config: Config): ReadonlyMap<string, CompiledQuestion>;
  /** Returns labels by value, or by `<row>.<column>` of a matrix. Absent if values have no labels. */
  labels?(config: Config): ReadonlyMap<string, string>;
  /** Returns the upload limits of types with files. */
  uploads?(config: Config): UploadLimits;
  /** Returns whether a cell that starts like a formula is safe. Default: only for the family num. */
  isFormulaSafe?(cell: string): boolean;
}

/** Upload limits of a node (decisions §5). `accept` has media types such as `image/*`; 1 MB is 2^20 bytes. */
export interface UploadLimits {
  maxFiles: number;
  maxSizeMb: number;
  accept: readonly string[];
  /** An upload replaces an earlier one that no answer names. */
  isRedrawn: boolean;
}

/** decisions §4.3 */
export type ScoringMode = "options" | "exact" | "ranges" | "value" | "matrix";
export type CellStyle = "labels" | "values";

export type Reply = { kind: "answer"; answer: Json } | { kind: "skip" } | ({ kind: "problem" } & Refusal);

/** A rejected value. `message` is for the API, `reason` for pages, which have their own texts. */
export interface Refusal {
  /** index of the row and key of the field in the answer; absent if it is about the whole answer */
  at?: readonly (string | number)[] | undefined;
  message: string;
  reason: RefusalReason;
  /** exceeded limit */
  limit?: number | string;
  /** index of the broken rule in `valid_if` */
  rule?: number | undefined;
}

export interface CheckContext {
  /** UTC day, `YYYY-MM-DD`, for `days_from_today` */
  today: string;
  /** Returns whether this server issued the upload URL for this session and node. */
  isIssuedFile(url: string): boolean;
  /** Returns whether another completed session has this answer, which must be unique (wants §22). Absent if none must be. */
  isTaken?(nodeId: string, answer: Json): boolean;
}

/** `suffix` and `label` are the key and label of a matrix row. */
export interface CsvColumn {
  suffix?: string;
  label?: string;
}

export type Domain =
  | { family: "text" }
  | { family: "num"; min: number | null; max: number | null; step: number | null }
  /** texts at the precision; null without a limit or with a relative one */
  | { family: "date"; precision: Precision; min: string | null; max: string | null }
  /** `open`: other text is allowed */
  | { family: "one"; values: string[]; open: boolean }
  /** `min` and `max` don't apply to `exclusive` values */
  | { family: "many"; values: string[]; open: boolean; min: number; max: number; exclusive: string[] }
  /** `min`: minimum ranked options */
  | { family: "rank"; values: string[]; min: number }
  | { family: "row"; rows: string[]; columns: string[]; all_rows: boolean }
  /** number of files or rows */
  | { family: "count"; min: number; max: number };

/** A node's question with defaults and scoring, created by `compileQuestion` (index.ts). */
export interface CompiledQuestion {
  readonly type: QuestionType;
  readonly is_screen: boolean;
  readonly is_end: boolean;
  readonly is_required: boolean;
  readonly is_scored: boolean;
  /** minimum and maximum points of an answer; null without scoring */
  readonly award_range: { least: number; most: number } | null;
  /** The points of the best answer. Null if scoring isn't enabled or no answer is the best. */
  readonly best_award: number | null;
  readonly domain: Domain | null;
  readonly columns: CsvColumn[];
  /** labels by value, or by `<row>.<column>` of a matrix; empty if values have no labels */
  readonly labels: ReadonlyMap<string, string>;
  /** fields of each row by key, of types whose answers are rows of several values; else null */
  readonly fields: ReadonlyMap<string, CompiledQuestion> | null;
  /** null for types without files */
  readonly uploads: UploadLimits | null;
  /** config with defaults and without scoring, as pages show it */
  readonly config: Record<string, unknown>;
  /** Checks any value. An empty one is a skip if the question is optional, else a problem. */
  check(value: Json | undefined, context: CheckContext): Reply;
  /** Returns this question without some options (features §11.1). Minimum counts are at most the number of those left. */
  without(options: ReadonlySet<string>): Pick<CompiledQuestion, "domain" | "check" | "best_award">;
  /** Returns the points of an answer, or null without scoring (decisions §4.3). */
  score(answer: Json): number | null;
  cells(answer: Json, style: CellStyle): string[];
  /** Returns the rows of an answer as texts for people, with titles and labels; null for types whose cells are such texts */
  readonly rowTexts: ((answer: Json) => string[]) | null;
  /** Returns whether a cell that starts like a formula is safe in spreadsheets (decisions §6). */
  isFormulaSafe(cell: string): boolean;
}

export const questionTypes = [
  "welcome_screen",
  "end_screen",
  "short_text",
  "long_text",
  "email",
  "phone",
  "number",
  "date",
  "multiple_choice",
  "dropdown",
  "yes_no",
  "checkbox",
  "picture_choice",
  "ranking",
  "star_rating",
  "number_scale",
  "opinion_scale",
  "emoji_rating",
  "matrix",
  "file_upload",
  "records",
] as const;

export type QuestionType = (typeof questionTypes)[number];

/** The part of a graph's node that its question needs. */
export interface QuestionNode {
  /** A draft can have an unknown type. */
  question_type: string;
  data: { is_required?: boolean; config?: Record<string, unknown> };
}
