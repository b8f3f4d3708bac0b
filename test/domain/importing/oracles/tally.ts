import type { Json } from "../../../../shared/domain/graph/types.ts";
import type { Oracle } from "./walks.ts";

// biome-ignore lint/suspicious/noExplicitAny: a document of another tool
type Any = any;

interface Question {
  page: number;
  type: string;
  blocks: Any[];
}

const slug = (text: string): string =>
  text
    .replace(/<[^<>]*>/g, "")
    .replace(/\W+/g, "_")
    .replace(/^_|_$/g, "");
const textOf = ({ payload }: Any): string =>
  payload.text ?? payload.html ?? payload.safeHTMLSchema?.map(([text]: string[]) => text).join("") ?? "";

/**
 * Answers a form as Tally's help describes it: all visible questions of a page are asked, rules show and hide blocks in their order,
 * and a page is left by the first jump that holds. Calculated fields have the changes of the rules before.
 */
export function tallyOracle(document: Any): Oracle {
  const { blocks } = (document.data ?? document) as { blocks: Any[] };
  const pages: string[] = [""];
  const ends = new Set<number>();
  const questions = new Map<string, Question>();
  const rules: { page: number; payload: Any }[] = [];
  let title: Any = null;
  for (const block of blocks) {
    const { type, payload, groupUuid } = block;
    if (type === "PAGE_BREAK") {
      pages.push(block.uuid);
      if (payload.isThankYouPage) ends.add(pages.length - 1);
    } else if (type === "TITLE" || type === "LABEL") title = block;
    else if (type === "CONDITIONAL_LOGIC") rules.push({ page: pages.length - 1, payload });
    else if (
      /^(INPUT|TEXTAREA|RATING|LINEAR|MULTIPLE|CHECKBOX|DROPDOWN|MULTI_|RANKING|MATRIX|FILE|SIGNATURE)/.test(type)
    ) {
      const known = [...questions.values()].find(({ blocks: [first] }) => first.groupUuid === groupUuid);
      if (known) known.blocks.push(block);
      else questions.set(slug(textOf(title)), { page: pages.length - 1, type, blocks: [block] });
    }
  }
  const byGroup = new Map(
    [...questions].map(
      ([
        id,
        {
          blocks: [first],
        },
      ]) => [first.groupUuid, id],
    ),
  );
  const fields = blocks.flatMap(({ payload }) => payload.calculatedFields ?? []);
  const data = new Map<string, Any>();
  const fieldValue = (field: Any, before: number): Any => {
    if (field.type !== "CALCULATED_FIELD") {
      const answer = data.get(byGroup.get(field.blockGroupUuid) ?? "");
      return answer?.rows ? answer.rows[field.uuid] : answer;
    }
    let value = fields.find(({ uuid }) => uuid === field.uuid).value;
    for (const [at, { payload }] of rules.slice(0, before).entries())
      for (const { type, payload: action } of payload.actions)
        if (type === "CALCULATE" && action.calculate.field.uuid === field.uuid && holds(payload, at))
          value = calculated(value, action.calculate, at);
    return value;
  };
  const calculated = (before: Any, { operator, value }: Any, at: number): Any => {
    const operand = value?.uuid ? fieldValue(value, at) : value;
    if (operand === undefined || (operator === "DIVISION" && operand === 0)) return before;
    if (operator === "ADDITION") return before + operand;
    if (operator === "SUBTRACTION") return before - operand;
    if (operator === "MULTIPLICATION") return before * operand;
    return operator === "DIVISION" ? before / operand : operand;
  };
  const holds = ({ logicalOperator, conditionals }: Any, at: number): boolean => {
    const parts = conditionals.map(({ type, payload }: Any) =>
      type === "GROUP" ? holds(payload, at) : compare(payload.comparison, fieldValue(payload.field, at), payload.value),
    );
    return logicalOperator === "OR" ? parts.some(Boolean) : parts.every(Boolean);
  };
  const isShown = ({ blocks: own }: Question): boolean => {
    let isVisible = !own[0].payload.isHidden;
    for (const [at, { payload }] of rules.entries())
      for (const { payload: action } of payload.actions) {
        const isNamed = (uuids?: string[]) => uuids?.includes(own[0].uuid) && holds(payload, at);
        if (isNamed(action.showBlocks)) isVisible = true;
        if (isNamed(action.hideBlocks)) isVisible = false;
      }
    return isVisible;
  };
  let current = -1;
  const left = new Set<string>();
  const enter = (page: number): void => {
    current = page;
    if (page >= pages.length || ends.has(page)) return;
    for (const [id, question] of questions) if (question.page === page) left.add(id);
  };
  /** Leaves the pages before that of a question if nothing else is asked there. */
  const leave = ({ page }: Question): void => {
    const isDone = () => [...left].every((id) => !isShown(questions.get(id) as Question));
    while (current < page && !ends.has(current) && isDone()) advance();
  };
  const advance = (): void => {
    const jump = rules
      .map(({ page, payload }, at) => ({ page, payload, at }))
      .filter(({ page }) => page === current)
      .flatMap(({ payload, at }) =>
        payload.actions.some(({ type }: Any) => type === "JUMP_TO_PAGE") && holds(payload, at)
          ? payload.actions.find(({ type }: Any) => type === "JUMP_TO_PAGE").payload.jumpToPage
          : [],
      );
    left.clear();
    enter(jump.length > 0 ? pages.indexOf(jump[0]) : current + 1);
  };
  enter(0);
  return {
    isAsked(id) {
      const question = questions.get(id);
      if (!question) return null;
      leave(question);
      return left.has(id) && isShown(question);
    },
    answer(id, value) {
      const question = questions.get(id);
      if (!question || !left.has(id)) return;
      if (value !== null) data.set(id, theirs(question, value));
      left.delete(id);
    },
  };
}

/** Returns an answer as logic reads it: UUIDs of options, and those of columns by rows. */
function theirs({ type, blocks }: Question, value: Json): Any {
  const uuidOf = (ours: Json): Any => blocks.find((block) => slug(textOf(block)) === ours)?.uuid ?? `other ${ours}`;
  if (type === "MATRIX")
    return {
      rows: Object.fromEntries(Object.entries(value as object).map(([row, column]) => [uuidOf(row), uuidOf(column)])),
    };
  if (Array.isArray(value)) return value.map(uuidOf);
  return /OPTION|CHECKBOX/.test(type) ? uuidOf(value) : value;
}

function compare(comparison: string, one: Any, other: Any): boolean {
  const has = (part: Any): boolean => (Array.isArray(one) ? one.includes(part) : one === part);
  const isMissing = one === undefined || one === "" || one?.length === 0;
  const opposite = /^(IS_NOT|NOT|DOES_NOT)_(?!EMPTY)/.exec(comparison)?.[0];
  if (opposite) {
    const same = { IS_NOT_: "IS_", NOT_: "", DOES_NOT_: "" }[opposite] + comparison.slice(opposite.length);
    return !compare(opposites[same] ?? same, one, other);
  }
  if (comparison === "IS_NOT") return !has(other);
  const tests: Record<string, () => boolean> = {
    IS: () => has(other),
    EQUAL: () => one === other,
    IS_ANY_OF: () => other.some(has),
    IS_EVERY_OF: () => other.every(has),
    CONTAINS: () => (typeof one === "string" ? one.includes(other) : has(other)),
    STARTS_WITH: () => !isMissing && one.startsWith(other),
    ENDS_WITH: () => !isMissing && one.endsWith(other),
    IS_EMPTY: () => isMissing,
    IS_NOT_EMPTY: () => !isMissing,
    GREATER_THAN: () => one > other,
    LESS_THAN: () => one < other,
    GREATER_OR_EQUAL_THAN: () => one >= other,
    LESS_OR_EQUAL_THAN: () => one <= other,
    IS_BEFORE: () => one < other,
    IS_AFTER: () => one > other,
  };
  const test = tests[comparison];
  if (!test) throw new Error(`no comparison ${comparison}`);
  return test();
}

const opposites: Readonly<Record<string, string>> = {
  CONTAIN: "CONTAINS",
  START_WITH: "STARTS_WITH",
  END_WITH: "ENDS_WITH",
};
