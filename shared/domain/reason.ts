import { Operand } from "./conditions/condition.ts";
import type { Family } from "./conditions/operators.ts";
import type { Precision } from "./dates.ts";
import { Closed, type Static, Type } from "./schema.ts";

/** Why an answer is refused. `invalid`: impossible input on a page, such as a text instead of an array. */
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
  | "digits"
  | "too_low"
  | "too_high"
  | "step"
  | "decimals"
  | "date"
  | "too_early"
  | "too_late"
  | "option"
  | "not_offered"
  /** another completed session gave it (wants §22) */
  | "not_unique"
  /** the option has no places left (wants §22) */
  | "option_full"
  /** a rule of `valid_if`; `message` is for the respondent */
  | "rule"
  | "other_text"
  | "exclusive"
  | "too_few"
  | "too_many"
  | "rows";

/** Values of reasons. One name always has the same meaning. */
const values = {
  node_id: Type.String(),
  node_ids: Type.Array(Type.String()),
  page_id: Type.String(),
  language: Type.String(),
  question_type: Type.String(),
  type_before: Type.String(),
  key: Type.String(),
  edge_index: Type.Integer(),
  index: Type.Integer(),
  setting: Type.String(),
  changed: Type.String(),
  why: Type.String(),
  when: Type.String(),
  expected: Type.String(),
  refusal: Type.Unsafe<RefusalReason>(Type.String()),
  allowed: Type.Array(Type.String()),
  limit: Type.Number(),
  minimum: Type.Number(),
  maximum: Type.Number(),
  count: Type.Integer(),
  op: Type.String(),
  left: Operand,
  value: Type.Unsafe<string | number>(Type.Unknown()),
  family: Type.Unsafe<Family>(Type.String()),
  wanted: Type.Unsafe<"number" | "date" | "list" | "records">(Type.String()),
  precision: Type.Unsafe<Precision>(Type.String()),
  part: Type.Unsafe<"option" | "row" | "column">(Type.String()),
  known: Type.Array(Type.String()),
} as const;

/** Every kind of reason, with its values. Kinds never change their meaning. */
export const reasonKinds = {
  // the form
  start_missing: [],
  start_unknown: ["node_id"],
  fallback_unknown: ["node_id"],
  fallback_not_end: ["node_id"],
  hidden_reserved: ["key"],
  // nodes
  node_id_repeated: [],
  type_unknown: ["question_type", "allowed"],
  title_missing: [],
  unreachable: [],
  dead_end: [],
  end_unreachable: [],
  cycle: ["node_ids", "count"],
  answers_unhandled: ["when"],
  answers_maybe_unhandled: ["when"],
  answers_unchecked: [],
  answers_too_complex: [],
  answers_too_slow: [],
  // edges
  edge_ends_unknown: ["node_ids"],
  end_has_edges: ["node_id"],
  shadowed: [],
  shadowed_by: ["edge_index"],
  never_true: [],
  // settings and other keys
  required: [],
  unknown_field: [],
  null_value: [],
  not_unicode: [],
  wrong_type: ["expected"],
  wrong_format: ["expected"],
  not_allowed: ["allowed"],
  below_minimum: ["limit"],
  not_above: ["limit"],
  above_maximum: ["limit"],
  too_short: ["limit"],
  too_long: ["limit"],
  too_few_items: ["limit"],
  too_many_items: ["limit"],
  too_many_fields: ["limit"],
  above_setting: ["setting", "limit"],
  after_setting: ["setting"],
  not_in_setting: ["setting"],
  wrong_steps: ["setting", "limit"],
  above_options: ["limit"],
  above_selectable: ["limit"],
  value_repeated: ["value"],
  image_unknown: [],
  media_type_unknown: ["value"],
  pattern_too_slow: ["limit"],
  patterns_too_large: ["limit"],
  rows_too_slow: [],
  correct_empty: [],
  correct_refused: ["refusal", "expected"],
  default_empty: [],
  default_refused: ["refusal", "expected"],
  points_unknown: ["part", "key"],
  ranges_overlap: ["index"],
  // conditions
  condition_missing: [],
  condition_too_deep: ["limit"],
  condition_too_long: ["limit"],
  conditions_too_many: ["limit"],
  right_unexpected: ["op"],
  right_missing: ["op"],
  right_not_one: ["op"],
  right_not_pair: ["op"],
  right_not_list: ["op"],
  right_not_pattern: [],
  ci_unexpected: ["op"],
  ci_unfit: ["left", "family"],
  left_missing: [],
  left_needed: [],
  part_unexpected: ["left"],
  part_missing: ["op", "left"],
  part_unknown: ["left", "part", "known", "count"],
  operator_unfit: ["op", "left", "family"],
  count_invalid: ["op", "left"],
  option_unknown: ["value", "left", "known", "count"],
  precision_unfit: ["value", "left", "precision"],
  value_unfit: ["value", "left", "family"],
  start_always_shown: [],
  end_always_shown: [],
  screen_unchecked: [],
  rule_message_missing: [],
  conditions_too_slow: [],
  options_too_slow: [],
  nodes_too_slow: ["limit"],
  passed_too_slow: [],
  // references of conditions, texts and calculations
  node_unknown: ["node_id"],
  node_without_answer: ["node_id"],
  node_later: ["node_id"],
  hidden_unknown: ["key"],
  calculation_unknown: ["key"],
  calculation_private: ["key"],
  calculation_unanswered: ["key"],
  calculation_later: ["key"],
  answer_unfit: ["node_id", "wanted"],
  field_unknown: ["node_id", "key"],
  field_unfit: ["node_id", "key"],
  // calculations
  key_repeated: ["key"],
  band_overlap: ["key"],
  whole_needed: ["minimum"],
  whole_range_needed: ["minimum", "maximum"],
  part_invalid: [],
  operation_unknown: ["allowed"],
  operations_several: ["known"],
  node_id_needed: [],
  key_needed: [],
  true_needed: [],
  day_needed: [],
  parts_missing: [],
  parts_wrong_count: ["limit"],
  parts_too_deep: ["limit"],
  parts_too_many: ["limit"],
  all_parts_too_many: ["limit"],
  calculation_too_slow: [],
  calculations_too_slow: [],
  // pages
  page_id_repeated: ["page_id"],
  page_has_end: ["node_id"],
  page_node_repeated: ["node_id"],
  page_entered_late: ["page_id"],
  page_shuffled: ["page_id", "node_id"],
  page_started_late: ["node_id"],
  // translations
  language_invalid: ["language"],
  language_own: ["language"],
  language_repeated: ["language"],
  translations_missing: ["language", "count", "key"],
  translations_unused: ["language", "count", "key"],
  // since the current version
  type_changed: ["type_before", "question_type"],
  node_removed: ["node_id", "why"],
  field_changed: ["changed", "why"],
} as const satisfies Record<string, readonly (keyof typeof values)[]>;

type Kinds = typeof reasonKinds;
type Values = { [Name in keyof typeof values]: Static<(typeof values)[Name]> };

/** Why something is a problem. `field` names a missing part in the value at the problem's path. */
export type Reason = {
  [Kind in keyof Kinds]: { kind: Kind; field?: string } & Pick<Values, Kinds[Kind][number]>;
}[keyof Kinds];
export type ReasonKind = Reason["kind"];
export type ReasonOf<Kind extends ReasonKind> = Extract<Reason, { kind: Kind }>;

export const ProblemReasonKind = Type.Enum(Object.keys(reasonKinds) as ReasonKind[], {
  description: `Kinds with their values:\n\n${Object.entries(reasonKinds)
    .map(
      ([kind, names]) => `- \`${kind}\`${names.length > 0 ? `: ${names.map((name) => `\`${name}\``).join(", ")}` : ""}`,
    )
    .join("\n")}`,
});

/** One object for all kinds, because client generators create invalid code for large unions. */
const Documented = Closed(
  {
    kind: ProblemReasonKind,
    field: Type.Optional(Type.String()),
    ...Object.fromEntries(Object.entries(values).map(([name, schema]) => [name, Type.Optional(schema)])),
  },
  { description: "Why it is a problem. New kinds can be added. A kind never changes its meaning or its values." },
);
export const ProblemReason = Type.Unsafe<Reason>(Documented);
