import type { Graph, Problem } from "../../../../../shared/domain/graph/types.ts";
import {
  conditionDepthLimit,
  conditionLeafLimit,
  guardLeafLimit,
  pageNodeLimit,
} from "../../../../../shared/domain/limits.ts";
import { operatorNames } from "../../../strings/en/dashboard/builder/conditions.ts";
import * as words from "../../../strings/en/dashboard/builder/problemTexts.ts";
import { partLabel } from "../conditions/sentence.ts";
import { nameOfNode } from "../types/names.ts";
import { nodeIn } from "../types/nodeIndex.ts";
import type { ProblemContext } from "./problemContext.ts";
import { scoreName, scoreProblem } from "./scoreProblem.ts";

type Text = (found: string[], context: ProblemContext) => string;

/** Patterns of the API's messages with the owner's sentences. Only the message names the part of a condition. */
const texts: readonly (readonly [RegExp, Text])[] = [
  [/^condition: must have at most \d+ levels/, () => words.conditionTooDeep(conditionDepthLimit)],
  [/^condition: must have at most \d+ comparisons/, () => words.tooManyConditions(conditionLeafLimit)],
  [/^`[^`]*` (?:needs a `right`|takes one value)/, () => words.valueMissing],
  [/^`[^`]*` takes an array/, () => words.valuesMissing],
  [/^`[^`]*` takes \[low, high\]/, () => words.boundsMissing],
  [/^`matches` takes a regular expression/, () => words.patternInvalid],
  [/^all patterns of a form/, () => words.patternsTooLarge],
  [/^the conditions of options on a path/, () => words.optionsTooSlow],
  [/^the conditions and patterns of \d+ nodes/, () => words.pathTooSlow(pageNodeLimit)],
  [/evaluates too many conditions of nodes/, () => words.passedTooSlow],
  [/are too expensive/, () => words.tooSlow],
  [/ needs a `path`$/, () => words.partMissing],
  [/^`[^`]*` of `([^`]*)`: only answers/, ([id], { graph }) => words.noParts(name(graph, id))],
  [/^`([^`]*)` has no (?:option|row) `([^`]*)`/, ([id, part], context) => partGone(id, part, context)],
  [/^`([^`]*)` can't compare (.*), which is /s, ([op, left], { graph }) => operatorUnfit(op, left, graph)],
  [/^`ci` needs a text/, () => words.ignoreCaseUnfit],
  [/^`[^`]*` takes no `ci`/, () => words.ignoreCaseUnfit],
  [/needs a whole number/, () => words.countInvalid],
  [/^(.*?) isn't an option;/s, ([value]) => words.optionGone(plain(value))],
  [/^(.*?) isn't (a number|a text|a date)/s, ([value, kind]) => words.valueUnfit(plain(value), kind ?? "")],
  [/^node `[^`]*` not found/, () => words.referenceGone],
  [/^`([^`]*)` is a screen/, ([id], { graph }) => words.referenceScreen(name(graph, id))],
  [/^`([^`]*)` can't be answered/, ([id], { graph }) => words.referenceLate(name(graph, id))],
  [/^the hidden field `([^`]*)` isn't declared/, ([key = ""]) => words.hiddenGone(key)],
  [/calculation `([^`]*)` not found/, ([key = ""]) => words.scoreGone(key)],
  [/^the calculation `([^`]*)` reads points/, ([key = ""], { graph }) => words.scorePrivate(scoreName(graph, key))],
  [/that the calculation `([^`]*)` reads/, ([key = ""], { graph }) => words.scoreLate(scoreName(graph, key))],
];

/** About conditions on questions, options and answers. */
const guardTexts: readonly (readonly [RegExp, Text])[] = [
  [/^the entry node is always shown/, () => words.startShown],
  [/^end screens are always shown/, () => words.endShown],
  [/^screens have no answer/, () => words.screenUnchecked],
  [/needs a `left`/, () => words.fieldMissing],
  [/^a condition is missing/, () => words.conditionMissing],
  [/^is required/, () => words.messageMissing],
  [/^all `show_if` and `valid_if`/, () => words.tooManyGuards(guardLeafLimit.toLocaleString("en"))],
];

/** Precedes the fault of a condition on a node. */
const guardPath = /^data\.(?:show_if|valid_if|config)[\w.]*: /;

/** Precedes the fault of a calculation. */
const scorePath = /^graph\.calculations\.\d+\./;

/** Returns the fault of a condition, an inserted answer or a calculation. */
export function conditionText({ message }: Problem, context: ProblemContext): string {
  const isScore = scorePath.test(message);
  const own = message.replace(scorePath, "");
  const text = isScore ? scoreProblem(own, context.graph) : null;
  if (text !== null) return text;
  const fault = isScore ? own.slice(own.indexOf(": ") + 2) : message.replace(guardPath, "");
  const known = guardPath.test(message) ? [...texts, ...guardTexts] : texts;
  for (const [pattern, text] of known) {
    const found = pattern.exec(fault);
    if (found) return text(found.slice(1), context);
  }
  return isScore ? words.scoreInvalid : words.conditionInvalid;
}

function name(graph: Graph, id = ""): string {
  const node = nodeIn(graph, id);
  return node ? nameOfNode(node) : id;
}

function partGone(id = "", part = "", { graph, table }: ProblemContext): string {
  const label = partLabel(part, { type: "answer", node_id: id }, { graph, from: id, table });
  return words.partGone(name(graph, id), label);
}

/** Returns the name of the message's `left`: an answer, the score or a part. */
function operatorUnfit(op = "", left = "", graph: Graph): string {
  const operator = (operatorNames as Record<string, string>)[op] ?? op;
  const id = /`([^`]*)`$/.exec(left)?.[1] ?? "";
  if (left === "the score") return words.operatorUnfit(operator, words.field.score);
  if (left.includes("calculation")) return words.operatorUnfit(operator, words.field.answer(scoreName(graph, id)));
  const field = left.startsWith("the hidden field") ? words.field.hidden(id) : words.field.answer(name(graph, id));
  return words.operatorUnfit(operator, field);
}

/** Returns the label of a value, which is JSON in the message. */
function plain(json = ""): string {
  try {
    return String(JSON.parse(json));
  } catch {
    return json;
  }
}
