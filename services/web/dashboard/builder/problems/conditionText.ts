import type { Family } from "../../../../../shared/domain/conditions/operators.ts";
import { precisionNames } from "../../../../../shared/domain/dates.ts";
import { placeKeys } from "../../../../../shared/domain/graph/problemPath.ts";
import { wantedNames } from "../../../../../shared/domain/graph/reasonText.ts";
import type { Graph, Operand, Problem } from "../../../../../shared/domain/graph/types.ts";
import type { ReasonKind, ReasonOf } from "../../../../../shared/domain/reason.ts";
import { operatorNames } from "../../../strings/en/dashboard/builder/conditions.ts";
import * as words from "../../../strings/en/dashboard/builder/problemTexts.ts";
import { partLabel } from "../conditions/sentence.ts";
import { nameOfNode } from "../types/names.ts";
import { nodeIn } from "../types/nodeIndex.ts";
import type { ProblemContext } from "./problemContext.ts";

/** Null for the sentence of every other kind. `keys` lead from the graph to the place. */
type Text<Kind extends ReasonKind = ReasonKind> = (
  reason: ReasonOf<Kind>,
  context: ProblemContext,
  keys: readonly string[],
) => string | null;
type Texts = { [Kind in ReasonKind]?: Text<Kind> };

/** The owner's sentences about conditions, inserted answers and calculations. */
const texts: Texts = {
  condition_too_deep: ({ limit }) => words.conditionTooDeep(limit),
  condition_too_long: ({ limit }) => words.tooManyConditions(limit),
  right_missing: () => words.valueMissing,
  right_not_one: () => words.valueMissing,
  right_not_list: () => words.valuesMissing,
  right_not_pair: () => words.boundsMissing,
  right_not_pattern: () => words.patternInvalid,
  patterns_too_large: () => words.patternsTooLarge,
  options_too_slow: () => words.optionsTooSlow,
  nodes_too_slow: ({ limit }) => words.pathTooSlow(limit),
  passed_too_slow: () => words.passedTooSlow,
  conditions_too_slow: () => words.tooSlow,
  part_missing: () => words.partMissing,
  part_unexpected: ({ left }, { graph }) => words.noParts(name(graph, nodeIdOf(left))),
  part_unknown: ({ left }, context) => partGone(left, context),
  operator_unfit: ({ op, left }, { graph }) => words.operatorUnfit(operatorName(op), fieldName(left, graph)),
  ci_unfit: () => words.ignoreCaseUnfit,
  ci_unexpected: () => words.ignoreCaseUnfit,
  count_invalid: () => words.countInvalid,
  option_unknown: ({ value }) => words.optionGone(String(value)),
  value_unfit: ({ value, family }) => {
    const kind = families[family];
    return kind === undefined ? null : words.valueUnfit(String(value), kind);
  },
  precision_unfit: ({ value, precision }) => words.valueUnfit(String(value), precisionNames[precision]),
  node_unknown: () => words.referenceGone,
  node_without_answer: ({ node_id }, { graph }) => words.referenceScreen(name(graph, node_id)),
  node_later: ({ node_id }, { graph }) => words.referenceLate(name(graph, node_id)),
  hidden_unknown: ({ key }) => words.hiddenGone(key),
  calculation_unknown: ({ key }) => words.scoreGone(key),
  calculation_private: ({ key }, { graph }) => words.scorePrivate(scoreName(graph, key)),
  calculation_unanswered: ({ key }, { graph }) => words.scoreLate(scoreName(graph, key)),
  start_always_shown: () => words.startShown,
  end_always_shown: () => words.endShown,
  screen_unchecked: () => words.screenUnchecked,
  left_missing: () => words.fieldMissing,
  condition_missing: () => words.conditionMissing,
  rule_message_missing: () => words.messageMissing,
  conditions_too_many: ({ limit }) => words.tooManyGuards(limit.toLocaleString("en")),
};

/** About calculations. */
const scoreTexts: Texts = {
  ...texts,
  key_repeated: (_, _context, keys) => (isOfBand(keys) ? words.bandKeyTwice(bandNumber(keys)) : words.scoreKeyTwice),
  whole_range_needed: (_, _context, [, , key]) => (key === "decimals" ? words.scoreDecimals : null),
  above_setting: (_, _context, keys) => words.bandReversed(bandNumber(keys)),
  band_overlap: ({ key }, _, keys) => words.bandsOverlap(bandNumber(keys), key),
  required: () => words.scoreEmpty,
  parts_missing: () => words.scoreEmpty,
  calculation_later: ({ key }, { graph }) => words.scoreLater(scoreName(graph, key)),
  calculation_too_slow: () => words.scoreTooSlow,
  calculations_too_slow: () => words.scoreTooSlow,
  all_parts_too_many: ({ limit }) => words.scoresTooLarge(limit),
  parts_too_many: ({ limit }) => words.scoreTooLarge(limit),
  parts_too_deep: ({ limit }) => words.scoreTooDeep(limit),
  answer_unfit: ({ node_id, wanted }, { graph }) => words.answerUnfit(name(graph, node_id), wantedNames[wanted]),
};

/** Returns the sentence about a condition, an inserted answer or a calculation. */
export function conditionText(problem: Problem, context: ProblemContext): string {
  const keys = placeKeys(problem);
  const isScore = keys[0] === "calculations";
  const known = (isScore ? scoreTexts : texts) as Partial<Record<ReasonKind, Text>>;
  return (
    known[problem.reason.kind]?.(problem.reason, context, keys) ??
    (isScore ? words.scoreInvalid : words.conditionInvalid)
  );
}

const isOfBand = ([, , list]: readonly string[]): boolean => list === "bands";
const bandNumber = ([, , , index]: readonly string[]): number => Number(index) + 1;

const families: Partial<Record<Family, string>> = { num: "a number", text: "a text", date: "a date" };

function name(graph: Graph, id: string): string {
  const node = nodeIn(graph, id);
  return node ? nameOfNode(node) : id;
}

const scoreName = ({ calculations = [] }: Graph, key: string): string =>
  calculations.find((one) => one.key === key)?.title || key;

const nodeIdOf = (left: Operand): string => (left.type === "answer" ? left.node_id : "");

function partGone(left: Operand, { graph, table }: ProblemContext): string {
  const id = nodeIdOf(left);
  const part = (left.type === "answer" && left.path) || "";
  const label = partLabel(part, { type: "answer", node_id: id }, { graph, from: id, table });
  return words.partGone(name(graph, id), label);
}

const operatorName = (op: string): string => (operatorNames as Record<string, string>)[op] ?? op;

function fieldName(left: Operand, graph: Graph): string {
  if (left.type === "score") return words.field.score;
  if (left.type === "calculation") return words.field.answer(scoreName(graph, left.key));
  return left.type === "hidden" ? words.field.hidden(left.key) : words.field.answer(name(graph, left.node_id));
}
