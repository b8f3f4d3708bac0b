import type { Json } from "../../../../shared/domain/graph/types.ts";
import type { Oracle } from "./walks.ts";

// biome-ignore lint/suspicious/noExplicitAny: a document of another tool
type Any = any;

/**
 * Answers a survey by the rules of Formbricks' engine (packages/surveys): after a block, its rules act in order on the answers and
 * variables so far. The first jump of a rule that holds is taken, then the block's default target, then the next block.
 */
export function formbricksOracle(document: Any): Oracle {
  const survey = document.data ?? document;
  const blocks: Any[] = survey.blocks?.length
    ? survey.blocks
    : survey.questions.map((one: Any) => ({ ...one, elements: [one] }));
  const elements = new Map<string, Any>(blocks.flatMap((block) => block.elements.map((one: Any) => [one.id, one])));
  const data = new Map<string, Any>();
  const variables = new Map<string, Any>((survey.variables ?? []).map((one: Any) => [one.id, one.value]));
  let current = 0;
  const left = new Set<string>();
  /** Several inputs are several questions here, which no walk answers. */
  const isAnswered = ({ type }: Any) => !["contactInfo", "address", "cal", "payment"].includes(type);
  const enter = (at: number): void => {
    current = at;
    left.clear();
    for (const one of blocks[at]?.elements ?? []) if (isAnswered(one)) left.add(one.id);
    if (blocks[at] && left.size === 0) advance();
  };
  const advance = (): void => {
    const block = blocks[current];
    let jump: string | undefined;
    for (const { conditions, actions } of block.logic ?? []) {
      if (!holds(conditions)) continue;
      for (const action of actions) {
        if (action.objective === "calculate") calculate(action);
        if (/^jump/.test(action.objective)) jump ??= action.target;
      }
    }
    jump ??= block.logicFallback;
    const target = blocks.findIndex(({ id }) => id === jump);
    enter(jump === undefined ? current + 1 : target < 0 ? blocks.length : target);
  };
  const operandOf = ({ type, value, meta }: Any): Any => {
    if (type === "static") return value;
    if (type === "variable") return variables.get(value);
    const answer = data.get(value);
    return meta?.row === undefined ? answer : answer?.[Number(meta.row)];
  };
  const calculate = ({ variableId, operator, value }: Any): void => {
    const operand = operandOf(value);
    if (operand === undefined || (operator === "divide" && Number(operand) === 0)) return;
    const before = variables.get(variableId);
    const results: Record<string, () => Any> = {
      assign: () => operand,
      concat: () => `${before}${operand}`,
      add: () => Number(before) + Number(operand),
      subtract: () => Number(before) - Number(operand),
      multiply: () => Number(before) * Number(operand),
      divide: () => Number(before) / Number(operand),
    };
    variables.set(variableId, results[operator]?.());
  };
  const holds = (condition: Any): boolean => {
    if (condition.connector === "and") return condition.conditions.every(holds);
    if (condition.connector === "or") return condition.conditions.some(holds);
    const one = operandOf(condition.leftOperand);
    const other = condition.rightOperand && operandOf(condition.rightOperand);
    return compare(condition.operator, one, other, elements.get(condition.leftOperand.value));
  };
  enter(0);
  return {
    isAsked: (id) => (elements.has(id) && isAnswered(elements.get(id)) ? left.has(id) : null),
    answer(id, value) {
      if (!left.has(id)) return;
      if (value !== null) data.set(id, theirs(elements.get(id), value));
      left.delete(id);
      if (left.size === 0) advance();
    },
  };
}

/** Returns an answer as Formbricks' logic reads it: IDs of choices, and indexes of columns by those of rows. */
function theirs(element: Any, value: Json): Any {
  const named = (label: Any) => (label?.label ?? label)?.default?.replace(/\W+/g, "_");
  const idOf = (one: Json): Any => {
    const known = element.choices?.find((choice: Any) => named(choice) === one);
    return known?.id ?? (element.choices ? "other" : one);
  };
  if (element.type === "consent") return "accepted";
  if (element.type === "cta") return value === "yes" ? "clicked" : undefined;
  if (element.scale === "smiley") return Number(value);
  if (element.type !== "matrix") return Array.isArray(value) ? value.map(idOf) : idOf(value);
  const indexOf = (list: Any[], name: unknown) => list.findIndex((one) => named(one) === name);
  return Object.fromEntries(
    Object.entries(value as Record<string, Json>).map(([row, column]) => [
      indexOf(element.rows, row),
      String(indexOf(element.columns, column)),
    ]),
  );
}

function compare(operator: string, one: Any, other: Any, element: Any): boolean {
  const isIn = (part: Any) => one.includes(part);
  const areLists = Array.isArray(one) && Array.isArray(other);
  const isMissing = one === undefined || one === "" || one?.length === 0;
  const tests: Record<string, () => boolean> = {
    equals: () => (Array.isArray(one) ? one.length === 1 && one[0] === other : one === other),
    doesNotEqual: () => !tests.equals?.(),
    contains: () => String(one).includes(String(other)),
    doesNotContain: () => !String(one).includes(String(other)),
    startsWith: () => String(one).startsWith(String(other)),
    endsWith: () => String(one).endsWith(String(other)),
    isSubmitted: () => !isMissing,
    isSkipped: () => isMissing,
    isSet: () => !isMissing,
    isNotSet: () => isMissing,
    isGreaterThan: () => Number(one) > Number(other),
    isLessThan: () => Number(one) < Number(other),
    isGreaterThanOrEqual: () => Number(one) >= Number(other),
    isLessThanOrEqual: () => Number(one) <= Number(other),
    isBefore: () => new Date(one) < new Date(other),
    isAfter: () => new Date(one) > new Date(other),
    equalsOneOf: () => typeof one === "string" && other.includes(one),
    isAnyOf: () => typeof one === "string" && other.includes(one),
    includesAllOf: () => areLists && other.every(isIn),
    includesOneOf: () => areLists && other.some(isIn),
    doesNotIncludeOneOf: () => areLists && !other.some(isIn),
    doesNotIncludeAllOf: () => areLists && !other.some(isIn),
    isAccepted: () => one === "accepted",
    isClicked: () => one === "clicked",
    isCompletelySubmitted: () => Object.keys(one ?? {}).length === element.rows.length,
  };
  const test = tests[operator];
  if (!test) throw new Error(`no operator ${operator}`);
  return test();
}
