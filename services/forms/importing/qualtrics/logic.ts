/** Converts display, branch and skip logic of Qualtrics to terms. */
import type { Written } from "../expressions/guards.ts";
import { type Dialect, plainDialect } from "../expressions/scope.ts";
import { call, nameTerm, type Term, Unmapped, valueTerm } from "../expressions/terms.ts";
import { number, type Raw, record, scalar, text } from "../values.ts";

export const dialect: Dialect = { ...plainDialect, ignoresCase: true };

/** Names of a question's answer, its recoded value, and embedded data in expressions. */
export const recodeName = (qid: string): string => `${qid}:recode`;
/** All rows of a matrix. */
export const rowsName = (qid: string): string => `${qid}:rows`;
export const fieldName = (field: string): string => `e:${field}`;

/** Returns the condition of `DisplayLogic` or `BranchLogic`. Empty if there is none. */
export function writtenLogic(logic: unknown): Written[] {
  const sets = numbered(logic);
  if (sets.length === 0) return [];
  const source = sets.flatMap(numbered).map(describe).join(", ");
  return [{ source, parse: () => joined(sets.map((set) => ({ kind: kindOf(text(set.Type)), term: termOfSet(set) }))) }];
}

/** Returns the condition of one part of `SkipLogic`. */
export const writtenSkip = (skip: Raw): Written => {
  const operand = skip.RightOperand ?? skip.Value;
  const part = { ...skip, LogicType: "Question", Operator: skip.Condition, RightOperand: operand };
  return { source: describe(part), parse: () => termOf(part) };
};

const describe = (part: Raw): string => `${locatorOf(part)} ${text(part.Operator)} ${scalar(part.RightOperand)}`.trim();

/** Parts have the keys 0, 1 and so on. */
const numbered = (parts: unknown): Raw[] =>
  Object.entries(record(parts)).flatMap(([key, part]) => (/^\d+$/.test(key) ? [record(part)] : []));

const kindOf = (word: string): "and" | "or" => (/^(or|orif|elseif)$/i.test(word) ? "or" : "and");

const termOfSet = (set: Raw): Term => {
  const parts = numbered(set);
  if (parts.length === 0) throw new Unmapped("it has no condition");
  // Qualtrics writes it so
  return joined(parts.map((part) => ({ kind: kindOf(text(part.Conjuction ?? part.Conjunction)), term: termOf(part) })));
};

/** Joins conditions by their words. `and` binds tighter than `or`. */
function joined(parts: readonly { kind: "and" | "or"; term: Term }[]): Term {
  const groups: Term[][] = [];
  for (const [at, { kind, term }] of parts.entries()) {
    if (at === 0 || kind === "or") groups.push([term]);
    else groups.at(-1)?.push(term);
  }
  const all = groups.map((terms) => (terms.length === 1 ? (terms[0] as Term) : call("and", ...terms)));
  return all.length === 1 ? (all[0] as Term) : call("or", ...all);
}

const locatorOf = (part: Raw): string => text(part.ChoiceLocator) || text(part.LeftOperand);

function termOf(part: Raw): Term {
  const operator = text(part.Operator);
  if (text(part.LogicType) === "EmbeddedField")
    return compared(nameTerm(fieldName(text(part.LeftOperand))), operator, part.RightOperand);
  if (text(part.LogicType) !== "Question")
    throw new Unmapped(`\`${text(part.LogicType).slice(0, 40)}\` isn't supported`);
  const locator = locatorOf(part);
  const [, qid = "", rest = ""] = /^q:\/\/(QID\w+)\/(.+)$/.exec(locator) ?? [];
  const [kind, first, second] = rest.split("/");
  // of a matrix, the row comes before the column, which can stand alone for any row
  if (kind === "SelectableAnswer" && first !== undefined && second === undefined)
    return chosenIf(operator, call("contains", nameTerm(rowsName(qid)), valueTerm(first)));
  if (kind === "SelectableChoice" || kind === "SelectableAnswer") return selected(qid, operator, first ?? "", second);
  if (kind === "SelectedChoicesCount")
    return compared(call("count-selected", nameTerm(qid)), operator, part.RightOperand);
  if (kind === "SelectedChoicesRecode") return compared(nameTerm(recodeName(qid)), operator, part.RightOperand);
  if (kind === "ChoiceTextEntryValue" || kind === "ChoiceNumericEntryValue")
    return compared(nameTerm(first === undefined ? qid : `${qid}_${first}`), operator, part.RightOperand);
  throw new Unmapped(`\`${locator.slice(0, 80)}\` isn't supported`);
}

function selected(qid: string, operator: string, choice: string, answer?: string): Term {
  const term =
    answer === undefined
      ? call("selected", nameTerm(qid), valueTerm(choice))
      : call("=", nameTerm(`${qid}_${choice}`), valueTerm(answer));
  return chosenIf(operator, term);
}

function chosenIf(operator: string, term: Term): Term {
  if (operator === "Selected") return term;
  if (operator === "NotSelected") return call("not", term);
  throw new Unmapped(`\`${operator.slice(0, 40)}\` isn't supported`);
}

const comparisons: Readonly<Record<string, string>> = {
  EqualTo: "=",
  NotEqualTo: "!=",
  GreaterThan: ">",
  GreaterThanOrEqual: ">=",
  LessThan: "<",
  LessThanOrEqual: "<=",
  Contains: "contains",
  DoesNotContain: "notcontains",
  StartsWith: "startswith",
  EndsWith: "endswith",
};

function compared(left: Term, operator: string, right: unknown): Term {
  if (operator === "Empty") return call("empty", left);
  if (operator === "NotEmpty") return call("notempty", left);
  const name = comparisons[operator];
  if (name === undefined) throw new Unmapped(`\`${operator.slice(0, 40)}\` isn't supported`);
  const value = number(right) ?? scalar(right);
  return call(name, left, valueTerm(/contains|with/.test(name) ? String(value) : value));
}
