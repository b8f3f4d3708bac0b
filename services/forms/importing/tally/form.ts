import type { Asked } from "../asked.ts";
import type { Scope } from "../expressions/scope.ts";
import type { Term } from "../expressions/terms.ts";
import type { ImportedForm } from "../importedForm.ts";
import type { Page } from "./blocks.ts";
import type { Rule, Rules } from "./rules.ts";
import type { Mentions } from "./texts.ts";

/** A question that logic can read. */
export interface Known {
  /** its type in Tally, such as `MULTIPLE_CHOICE` */
  kind: string;
  page: number;
  /** whether all who leave its page have answered it */
  isSure: boolean;
  /** its options, and the one for another answer */
  options: ReadonlySet<string>;
  other: string | null;
}

/** Place that reads answers and calculated fields. */
export interface Place {
  /** Answers of later pages aren't known. */
  page: number;
  /** the rule that reads, which knows the changes of those before it. Null for a text, which knows all of its page. */
  rule: number | null;
}

/** Calculated fields, which logic changes. */
export interface KnownVariables {
  has(uuid: string): boolean;
  isNumber(uuid: string): boolean;
  /** Adds the calculations that have all changes. */
  define(form: TallyForm): void;
  /** Returns the value at a place. */
  valueAt(form: TallyForm, uuid: string, place: Place): Term;
}

/** A node, with what it reads. */
export interface AskedBlock extends Asked {
  /** UUIDs of fields that its texts insert */
  reads: readonly string[];
  /** rules that show or hide it */
  logic: readonly Rule[];
}

/** A form of Tally while it is converted. */
export interface TallyForm {
  form: ImportedForm;
  scope: Scope;
  asked: AskedBlock[];
  pages: readonly Page[];
  rules: Rules;
  mentions: Mentions;
  variables: KnownVariables;
  /** names that expressions have for questions and hidden fields, by the UUIDs that logic uses */
  names: Map<string, string>;
  /** questions by name */
  questions: Map<string, Known>;
  /** Whether respondents can be at a page without having been at another one. */
  isPassable(page: number, reader: number): boolean;
  /** comparisons of its logic so far */
  comparisons: number;
}
