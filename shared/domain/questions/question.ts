import type { Json } from "../json.ts";

/**
 * What a question type is (decisions §4.1). One module a type, one row in the table of index.ts; nothing else in the
 * project asks "which type is this?". Everything here is pure: the day and the issued files come in as arguments.
 */
export interface Question<Config> {
  /** Which operators conditions may use on its answers, and which scoring modes apply; null for screens. */
  readonly family: Family | null;
  readonly scoring: readonly ScoringMode[];
  /** Fills in the keys whose default depends on others; the plain ones stand in defaults.ts. */
  complete?(config: Config, node: { is_required: boolean }): Config;
  /** A value that is not one of the empty values (decisions §4.1): an answer, or why it is none. */
  check(value: Json, config: Config, context: CheckContext): Reply;
  /** The set of answers that `check` can accept, as conditions and their proofs see it; null for screens. */
  domain(config: Config): Domain | null;
  /** One column a question, but a matrix has one a row (decisions §6); none for screens. */
  columns(config: Config): CsvColumn[];
  /** The cells of an answer, in the order of `columns`. */
  cells(answer: Json, config: Config, style: CellStyle): string[];
  /** What respondents see for a value, for one `<row>.<column>` of a matrix; absent: answers are their own labels. */
  labels?(config: Config): ReadonlyMap<string, string>;
  /** Only of a type whose answers are files. */
  uploads?(config: Config): UploadLimits;
  /** May a spreadsheet have this cell as it is, though it starts like a formula? Absent: no; of the family num: yes. */
  isFormulaSafe?(cell: string): boolean;
}

/** What may be uploaded to a node (decisions §5): media types such as `image/*`; 1 MB is 2^20 bytes. */
export interface UploadLimits {
  maxFiles: number;
  maxSizeMb: number;
  accept: readonly string[];
}

export type Family = "text" | "num" | "date" | "one" | "many" | "rank" | "row" | "count";
/** decisions §4.3 */
export type ScoringMode = "options" | "exact" | "ranges" | "value" | "matrix";
export type CellStyle = "labels" | "values";

/** `problems` are "<key>: <message>", dotted for nested keys (`options.2.value: …`). */
export type Parsed<T> = { ok: true; value: T } | { ok: false; problems: string[] };

export type Reply = { kind: "answer"; answer: Json } | { kind: "skip" } | ({ kind: "problem" } & Refusal);

/** Why a value is no answer: `message` in the words of the API, `reason` for pages, which tell it in words of their own. */
export interface Refusal {
  message: string;
  reason: RefusalReason;
  /** The bound that was overstepped, where it is not simply a key of the config. */
  limit?: number | string;
}

/** `invalid`: what no page lets a respondent give, such as a text where an array is asked for. */
export type RefusalReason =
  | "invalid"
  | "required"
  | "too_short"
  | "too_long"
  | "pattern"
  | "email"
  | "domain"
  | "phone"
  | "country"
  | "number"
  | "too_low"
  | "too_high"
  | "step"
  | "decimals"
  | "date"
  | "too_early"
  | "too_late"
  | "option"
  | "other_text"
  | "exclusive"
  | "too_few"
  | "too_many"
  | "rows";

export interface CheckContext {
  /** The UTC day, `YYYY-MM-DD`, that `days_from_today` counts from. */
  today: string;
  /** Did this service issue that upload URL for this session and node? */
  isIssuedFile(url: string): boolean;
}

/** `suffix` and `label` only for a matrix: the row's key and label. */
export interface CsvColumn {
  suffix?: string;
  label?: string;
}

export type Domain =
  | { family: "text" }
  | { family: "num"; min: number | null; max: number | null; step: number | null }
  /** ISO dates; null where there is no bound, or one that moves with the day */
  | { family: "date"; min: string | null; max: string | null }
  /** `open`: other text is allowed beside the values */
  | { family: "one"; values: string[]; open: boolean }
  /** an `exclusive` value stands alone, whatever `min` says; `min` and `max` hold for all other answers */
  | { family: "many"; values: string[]; open: boolean; min: number; max: number; exclusive: string[] }
  /** `min` places at least are filled */
  | { family: "rank"; values: string[]; min: number }
  | { family: "row"; rows: string[]; columns: string[]; all_rows: boolean }
  | { family: "count"; max: number };

/** A node's question, ready to use: its defaults filled in, scoring bound. Made by `compileQuestion` in index.ts. */
export interface CompiledQuestion {
  readonly type: QuestionType;
  readonly is_screen: boolean;
  readonly is_end: boolean;
  readonly is_required: boolean;
  readonly is_scored: boolean;
  /** No answer earns less than `least`, none more than `most`; null when scoring is not enabled. */
  readonly award_range: { least: number; most: number } | null;
  /** The points of the best answer. Null if scoring isn't enabled or no answer is the best. */
  readonly best_award: number | null;
  readonly domain: Domain | null;
  readonly columns: CsvColumn[];
  /** What respondents see for a value, for one `<row>.<column>` of a matrix; empty: answers are their own labels. */
  readonly labels: ReadonlyMap<string, string>;
  /** null: its answers are no files */
  readonly uploads: UploadLimits | null;
  /** The config, defaults filled in and without scoring: what pages show (button texts, redirects, placeholders). */
  readonly config: Record<string, unknown>;
  /** Empty values included: a skip where the question is optional, a problem where it is required. */
  check(value: Json | undefined, context: CheckContext): Reply;
  /** The points of an answer, 0 where it earns none; null when scoring is not enabled (decisions §4.3). */
  score(answer: Json): number | null;
  cells(answer: Json, style: CellStyle): string[];
  /** May a spreadsheet have this cell as it is, though it starts like a formula (decisions §6)? */
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
] as const;

export type QuestionType = (typeof questionTypes)[number];
