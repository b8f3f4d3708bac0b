import type { Condition, GraphNode } from "../../../../../shared/domain/graph/types.ts";
import type { Domain } from "../../../../../shared/domain/questions/question.ts";
import * as words from "../../../strings/en/dashboard/builder/canvas.ts";
import * as conditionWords from "../../../strings/en/dashboard/builder/conditions.ts";
import type { Reading } from "../conditions/operands.ts";
import { isComparison, readCondition } from "../conditions/read.ts";
import { ifText, sentenceOf } from "../conditions/sentence.ts";
import type { NamedEdge } from "../model/ids.ts";
import { nameOfNode } from "../types/names.ts";
import { nodeIn } from "../types/nodeIndex.ts";

/** One way out of a card, with the handle that its edge leaves from. */
export interface Row {
  /** null for the row that counts the options that aren't shown */
  handle: string | null;
  /** null while it has no edge */
  edge: string | null;
  /** the target's id; null while it isn't connected */
  to: string | null;
  /** the letter of an option or the number of a rule */
  key: string;
  /** on the card */
  label: string;
  /** spoken, and in lists */
  text: string;
  /** the condition that an edge drawn from an option gets */
  condition: Condition | null;
  /** respondents can't get any further here */
  isDeadEnd: boolean;
}

export const handleOtherwise = "otherwise";
/** From this number on, a card shows only the options that have a rule. */
const manyOptions = 7;

interface Rows {
  rows: Row[];
  /** options that the card doesn't show */
  hidden: Row[];
}

/** Returns the rows of a card: a row per option of a single-answer question, the other rules, and Otherwise last. */
export function rowsOf(node: GraphNode, edges: readonly NamedEdge[], reading: Reading): Rows {
  const { domain, labels, isEnd } = reading.table.factsOf(node);
  const options = optionRows(domain, labels, edges, reading);
  const taken = new Set<string | null>(options.map(({ edge }) => edge));
  const isShort = options.length < manyOptions;
  const shown = options.filter(({ edge }) => isShort || edge !== null);
  const hidden = options.filter((row) => !shown.includes(row));
  const rules = edges.flatMap((edge, index) => (taken.has(edge.id) ? [] : [ruleRow(edge, index, edges, reading)]));
  const more = hidden.length === 0 ? [] : [plainRow({ handle: null, label: words.further(hidden.length) })];
  const isCovered =
    options.length > 0 && taken.size === options.length && !taken.has(null) && isAlwaysOne(node, domain);
  const needsOtherwise = !isEnd && !isCovered && edges.every(({ condition }) => condition !== null);
  return { rows: [...shown, ...more, ...rules, ...(needsOtherwise ? [openRow(edges.length, reading)] : [])], hidden };
}

type Choice = Extract<Domain, { values: string[]; open: boolean }>;

/** Only one value can be the answer, so the order of the options' rules doesn't matter. */
const isChoice = (domain: Domain | null): domain is Choice =>
  domain?.family === "one" || (domain?.family === "many" && domain.max === 1);

/** Every answer is one of the options. */
const isAlwaysOne = ({ data }: GraphNode, domain: Domain | null): boolean =>
  data.is_required === true && isChoice(domain) && !domain.open;

function optionRows(
  domain: Domain | null,
  labels: ReadonlyMap<string, string>,
  edges: readonly NamedEdge[],
  reading: Reading,
): Row[] {
  if (!isChoice(domain)) return [];
  return domain.values.map((value, index) => {
    const condition: Condition =
      domain.family === "one" ? { op: "eq", right: value } : { op: "includes_any", right: [value] };
    const edge = edges.find((one) => isSameCondition(one.condition, condition, reading.from));
    return {
      ...plainRow({ handle: `option:${value}`, label: labels.get(value) ?? value }),
      ...(edge && targetOf(edge, reading)),
      key: keyOf(value, index),
      text: ifText(condition, reading),
      condition,
    };
  });
}

/** As on the respondent's page: Y and N, else A, B, C. */
const keyOf = (value: string, index: number): string =>
  (value === "yes" && "Y") || (value === "no" && "N") || (index < 26 ? String.fromCharCode(65 + index) : "");

function isSameCondition(raw: unknown, option: Condition, from: string): boolean {
  const condition = readCondition(raw);
  if (!condition || !isComparison(condition) || !isComparison(option)) return false;
  const { left, op, right } = condition;
  const isOwn = !left || (left.type === "answer" && left.node_id === from && left.path === undefined);
  return isOwn && op === option.op && String(right) === String(option.right) && isList(right) === isList(option.right);
}
const isList = (right: unknown): boolean => Array.isArray(right);

function ruleRow(edge: NamedEdge, index: number, edges: readonly NamedEdge[], reading: Reading): Row {
  const isLast = edge.condition === null;
  const isOnly = edges.every(({ condition }) => condition === null);
  const sentence = isLast ? "" : sentenceOf(readCondition(edge.condition), reading);
  const target = targetOf(edge, reading);
  const text = isLast ? (isOnly ? words.always : words.otherwise) : ifText(readCondition(edge.condition), reading);
  const label = isLast ? (isOnly ? words.next : words.otherwise) : shortOf(sentence);
  const named = (name: string) => (target.to === null ? words.missingTarget(name, edge.to) : name);
  return {
    ...plainRow({
      handle: isLast && index === edges.length - 1 ? handleOtherwise : `rule:${edge.id}`,
      label: named(label),
    }),
    ...target,
    key: isLast ? "" : String(index + 1),
    text: named(text),
  };
}

const targetOf = (edge: NamedEdge, { graph }: Reading) => ({
  edge: edge.id,
  to: nodeIn(graph, edge.to) ? edge.to : null,
});

/** Leaves out that the question's own answer is compared: `the answer is one of 7, 8` → `7, 8`. */
function shortOf(sentence: string): string {
  const own = [conditionWords.operatorNames.in, conditionWords.operatorNames.eq, ""]
    .map((operator) => `${conditionWords.ownAnswer} ${operator}${operator && " "}`)
    .find((start) => sentence.startsWith(start));
  const short = sentence.slice(own?.length ?? 0);
  return short.charAt(0).toLocaleUpperCase() + short.slice(1);
}

/** Returns the row of a node without an Otherwise edge: the default end screen, or that it isn't connected. */
function openRow(rules: number, { graph }: Reading): Row {
  const fallback = graph.fallback_end_node_id ? nodeIn(graph, graph.fallback_end_node_id) : undefined;
  const text = fallback ? words.otherwiseEnd(nameOfNode(fallback)) : words.notConnected(rules === 0);
  return { ...plainRow({ handle: handleOtherwise, label: text }), isDeadEnd: !fallback && rules === 0 };
}

const plainRow = ({ handle, label }: Pick<Row, "handle" | "label">): Row => ({
  handle,
  edge: null,
  to: null,
  key: "",
  label,
  text: label,
  condition: null,
  isDeadEnd: false,
});
