import type { Family } from "../conditions/operators.ts";
import { precisionNames } from "../dates.ts";
import type { Reason, ReasonKind, ReasonOf } from "../reason.ts";
import { shapeTexts } from "../shapeText.ts";
import type { Operand } from "./types.ts";

/** Returns the name of a setting in a text. The API uses its key, the builder its label. */
export type SettingName = (key: string) => string;

/** Words a reason for the API (decisions §4.4). Other code reads the reason, never the text. */
export const reasonText = (reason: Reason, settingName: SettingName = (key) => key): string =>
  (texts[reason.kind] as (reason: Reason, settingName: SettingName) => string)(reason, settingName);

const cheaper = "simplify patterns, lower max_length or use fewer";
const wayOut = "add a last edge without a condition, or choose a default end screen";
const inEnglish = (count: number): string => count.toLocaleString("en");
const textCount = (count: number): string => (count === 1 ? "1 text" : `${inEnglish(count)} texts`);
const joined = (names: readonly string[]): string => names.map((name) => `\`${name}\``).join(" and ");

/** Lists the first known values, and the number of others. */
function listed(known: readonly string[], count: number): string {
  const shown = known.map((value) => `"${value}"`).join(", ");
  return count > known.length ? `${shown} and ${count - known.length} more` : shown;
}

const texts: { [Kind in ReasonKind]: (reason: ReasonOf<Kind>, settingName: SettingName) => string } = {
  ...shapeTexts,
  start_missing: () => "`entry_node_id` is missing; choose the start",
  start_unknown: ({ node_id }) => `\`entry_node_id\` is \`${node_id}\`, which doesn't exist`,
  fallback_unknown: ({ node_id }) => `the fallback (fallback_end_node_id) \`${node_id}\` doesn't exist`,
  fallback_not_end: ({ node_id }) => `the fallback (fallback_end_node_id) \`${node_id}\` isn't an end screen`,
  hidden_reserved: ({ key }) =>
    `the page gives \`${key}\` in its address a meaning of its own, so a link can't set this field; rename it`,
  node_id_repeated: () => "another node has the same ID",
  type_unknown: ({ question_type, allowed }) =>
    `\`${question_type}\` isn't a question type; known types: ${allowed.join(", ")}`,
  title_missing: () => "a question needs a title",
  unreachable: () => "no path leads here from the entry node",
  dead_end: () => "no outgoing edge and no default end screen",
  end_unreachable: () => "no end screen can be reached from here",
  cycle: ({ node_ids, count }) => {
    const rest = count > node_ids.length ? ` and ${count - node_ids.length} more` : "";
    return `the edges form a cycle: ${node_ids.map((id) => `\`${id}\``).join(", ")}${rest}`;
  },
  answers_unhandled: ({ when }) => `no edge matches when ${when}; ${wayOut}`,
  answers_maybe_unhandled: ({ when }) => `an edge may be missing when ${when}; ${wayOut}`,
  answers_unchecked: () => "some answers may match no edge; fix the errors in this node and its conditions first",
  answers_too_complex: () => `too many combinations to check every answer; ${wayOut}`,
  answers_too_slow: () =>
    "the conditions of this form take too long to check; " +
    "use fewer or simpler conditions, end with an edge without a condition, or choose a default end screen",

  edge_ends_unknown: ({ node_ids }) => `node ${joined(node_ids)} not found`,
  end_has_edges: ({ node_id }) => `\`${node_id}\` is an end screen and can't have edges`,
  shadowed: () => "never reached: an earlier edge matches whenever this one does",
  shadowed_by: ({ edge_index }) => `never reached: edge ${edge_index} before it has no condition`,
  never_true: () => "this condition is never true",

  above_setting: ({ setting, limit }, settingName) => `must be at most ${settingName(setting)} (${limit})`,
  after_setting: ({ setting }, settingName) => `must not be after ${settingName(setting)}`,
  not_in_setting: ({ setting }, settingName) => `must be one of ${settingName(setting)}`,
  wrong_steps: ({ setting, limit }, settingName) => `must be 4 to 10 more than ${settingName(setting)} (${limit})`,
  above_options: ({ limit }) => `must be at most the number of options (${limit})`,
  above_selectable: ({ limit }) => `must be at most ${limit}, because only ${limit} options can be selected together`,
  value_repeated: ({ value }) => `"${value}" is used twice; values must be unique`,
  media_type_unknown: ({ value }) =>
    `no file is recognized as ${value}; use a type such as image/*, image/jpeg or application/pdf`,
  image_unknown: () => "must be an https URL, or the `url` of an uploaded image",
  pattern_too_slow: ({ limit }, settingName) =>
    `too expensive for texts of ${limit} characters; lower ${settingName("max_length")} or shorten the pattern`,
  patterns_too_large: ({ limit }) =>
    `all patterns of a form can have ${inEnglish(limit)} instructions; shorten repeats such as {500} or remove some`,
  rows_too_slow: () => "so many rows of these fields take too long to check; lower it or remove fields",
  correct_empty: () => "must be an answer, not an empty value",
  correct_refused: ({ expected }) => expected,
  default_empty: () => "must be an answer, not an empty value",
  default_refused: ({ expected }) => expected,
  points_unknown: ({ part, key }) => `this question has no ${part} "${key}"`,
  ranges_overlap: ({ index }) => `overlaps ranges.${index}`,

  condition_missing: () => "a condition is missing",
  condition_too_deep: ({ limit }) => `must have at most ${limit} levels of all, any and not`,
  condition_too_long: ({ limit }) => `must have at most ${limit} comparisons`,
  conditions_too_many: ({ limit }) =>
    `all \`show_if\` and \`valid_if\` of a form can have at most ${inEnglish(limit)} comparisons together`,
  right_unexpected: ({ op }) => `\`${op}\` takes no \`right\``,
  right_missing: ({ op }) => `\`${op}\` needs a \`right\``,
  right_not_one: ({ op }) => `\`${op}\` takes one value as its \`right\``,
  right_not_pair: ({ op }) => `\`${op}\` takes [low, high] as its \`right\``,
  right_not_list: ({ op }) => `\`${op}\` takes an array of at least one value as its \`right\``,
  right_not_pattern: () => "`matches` takes a regular expression in RE2 syntax, of up to 1,000 characters",
  ci_unexpected: ({ op }) => `\`${op}\` takes no \`ci\``,
  ci_unfit: ({ left, family }) => `\`ci\` needs a text; ${nameOf(left)} is ${familyNames[family]}`,
  left_missing: () => "each comparison needs a `left`, because the node has no answer yet",
  left_needed: () => "each comparison needs a `left`",
  part_unexpected: ({ left }) => `${nameOf(left)}: only answers of a matrix or a ranking have a \`path\``,
  part_missing: ({ op, left }) => `\`${op}\` on ${nameOf(left)} needs a \`path\``,
  part_unknown: ({ left, part, known, count }) => {
    const { node_id: id = "", path = "" } = left.type === "answer" ? left : {};
    return `\`${id}\` has no ${part} \`${path}\`; known: ${listed(known, count)}`;
  },
  operator_unfit: ({ op, left, family }) => `\`${op}\` can't compare ${nameOf(left)}, which is ${familyNames[family]}`,
  count_invalid: ({ op, left }) => `\`${op}\` needs a whole number of at least 0 (${nameOf(left)})`,
  option_unknown: ({ value, left, known, count }) =>
    `${JSON.stringify(value)} isn't an option; options: ${listed(known, count)} (${nameOf(left)})`,
  precision_unfit: ({ value, left, precision }) =>
    `${JSON.stringify(value)} isn't ${precisionNames[precision]} (${nameOf(left)})`,
  value_unfit: ({ value, left, family }) => `${JSON.stringify(value)} isn't ${familyNames[family]} (${nameOf(left)})`,
  start_always_shown: () => "the entry node is always shown; remove the condition",
  end_always_shown: () => "end screens are always shown; remove the condition",
  screen_unchecked: () => "screens have no answer to check",
  rule_message_missing: () => "is required",
  conditions_too_slow: () => `the text conditions up to here are too expensive; ${cheaper}`,
  options_too_slow: () => `the conditions of options on a path up to here are too expensive together; ${cheaper}`,
  nodes_too_slow: ({ limit }) =>
    `the conditions and patterns of ${limit} nodes up to here are too expensive together; ${cheaper}`,
  passed_too_slow: () =>
    "an answer to this node evaluates too many conditions of nodes that are passed over; remove some",

  node_unknown: ({ node_id }) => `node \`${node_id}\` not found`,
  node_without_answer: ({ node_id }) => `\`${node_id}\` is a screen and has no answer`,
  node_later: ({ node_id }) => `\`${node_id}\` can't be answered before this point`,
  hidden_unknown: ({ key }) => `the hidden field \`${key}\` isn't declared`,
  calculation_unknown: ({ key }) => `calculation \`${key}\` not found`,
  calculation_private: ({ key }) =>
    `the calculation \`${key}\` reads points or the score, so only end screens can show it`,
  calculation_unanswered: ({ key }) =>
    `no question that the calculation \`${key}\` reads can be answered before this point`,
  calculation_later: ({ key }) => `calculation \`${key}\` must come before this one`,
  answer_unfit: ({ node_id, wanted }) => `the answer of \`${node_id}\` isn't ${wantedNames[wanted]}`,

  field_unknown: ({ node_id, key }) => `\`${node_id}\` has no field \`${key}\``,
  field_unfit: ({ node_id, key }) => `the field \`${key}\` of \`${node_id}\` isn't a number`,

  key_repeated: ({ key }) => `\`${key}\` is used twice; keys must be unique`,
  band_overlap: ({ key }) => `overlaps the band \`${key}\``,
  whole_needed: ({ minimum }) => `must be a whole number of at least ${minimum}`,
  whole_range_needed: ({ minimum, maximum }) => `must be a whole number from ${minimum} to ${maximum}`,
  part_invalid: () => "must be a number or an object with one operation",
  operation_unknown: ({ allowed }) => `must have one of the operations ${allowed.join(", ")}`,
  operations_several: ({ known }) => `must have one operation, not ${joined(known)}`,
  node_id_needed: () => "must be the ID of a node",
  key_needed: () => "must be a key",
  true_needed: () => "must be true",
  day_needed: () => 'must be `{"answer": "<node ID>"}`, a date such as "2026-01-31", or "today"',
  parts_missing: () => "must be an array of at least one part",
  parts_wrong_count: ({ limit }) => `must be an array of ${limit} items`,
  parts_too_deep: ({ limit }) => `must nest at most ${limit} operations`,
  parts_too_many: ({ limit }) => `must have at most ${limit} parts`,
  all_parts_too_many: ({ limit }) => `all calculations together must have at most ${inEnglish(limit)} parts`,
  calculation_too_slow: () => `its text conditions are too expensive; ${cheaper}`,
  calculations_too_slow: () => `all calculations up to here are too expensive together; ${cheaper}`,

  page_id_repeated: ({ page_id }) => `another page has the ID \`${page_id}\``,
  page_has_end: ({ node_id }) => `\`${node_id}\` is an end screen and can't be on a page`,
  page_node_repeated: ({ node_id }) => `\`${node_id}\` is already on a page`,
  page_shuffled: ({ page_id, node_id }) =>
    `page \`${page_id}\` is shuffled, but \`${node_id}\` has a condition within it; a follow-up can come before its question`,
  page_entered_late: ({ page_id }) => `leads into page \`${page_id}\`; it must lead to the page's first node`,
  language_invalid: ({ language }) => `\`${language}\` isn't a language tag such as en, de-CH or pt-BR`,
  language_own: ({ language }) => `\`${language}\` is the form's own language; remove its translations`,
  language_repeated: ({ language }) => `\`${language}\` is there twice in different case`,
  translations_missing: ({ language, count, key }) => `${textCount(count)} without ${language}, first \`${key}\``,
  translations_unused: ({ language, count, key }) =>
    `${textCount(count)} in ${language} for nothing in the form, first \`${key}\``,
  page_started_late: ({ node_id }) => `\`entry_node_id\` \`${node_id}\` isn't the first node of its page`,

  type_changed: ({ type_before, question_type }) =>
    `the type changed from \`${type_before}\` in the current version to \`${question_type}\`; exports show both in one column`,
  node_removed: ({ node_id, why }) => `\`${node_id}\` was removed: ${why}`,
  field_changed: ({ changed, why }) => `${changed}: ${why}`,
};

/** Returns an operand's name for messages. */
export function nameOf(left: Operand): string {
  if (left.type === "score") return "the score";
  if (left.type === "calculation") return `the calculation \`${left.key}\``;
  if (left.type === "hidden") return `the hidden field \`${left.key}\``;
  return left.path === undefined ? `the answer of \`${left.node_id}\`` : `\`${left.path}\` of \`${left.node_id}\``;
}

const familyNames: Record<Family, string> = {
  text: "a text",
  num: "a number",
  date: "a date (YYYY-MM-DD)",
  one: "one choice",
  many: "a set of choices",
  rank: "a ranking",
  row: "a matrix",
  count: "a number of files or rows",
};

/** Kinds of answers that calculations read. */
export const wantedNames = {
  number: "a number",
  date: "a date",
  list: "a list of values",
  records: "records",
} as const;
