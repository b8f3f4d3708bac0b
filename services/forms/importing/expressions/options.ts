import { number } from "../values.ts";
import type { Scope } from "./scope.ts";
import { namesOf, oneOf, type Target } from "./targets.ts";
import { fail, Unmapped } from "./terms.ts";
import type { Truth } from "./truth.ts";

/** Comparisons of a choice with one of its options. */

export type Scalar = string | number | boolean;
export type Comparator = "=" | "<" | "<=" | ">" | ">=";

export const constantNumber = (value: Scalar): number | undefined =>
  typeof value === "boolean" ? Number(value) : number(value);

/** A choice whose options aren't in the file is a text here, and no one types a code. */
export function checkOptions({ lacksOptions, node }: Target): void {
  if (lacksOptions)
    throw new Unmapped(
      `the options of \`${node?.id ?? ""}\` aren't in the file`,
      null,
      `the options of “${node?.id ?? ""}” aren't in the file`,
    );
}

/** Returns our values of an option, whatever the case of its name if the language ignores that. */
export function valuesOf(target: Target, theirs: Scalar, { dialect }: Scope): readonly string[] {
  const { isOpen, node, left } = target;
  const values = namesOf(target);
  const isYesNo = node?.question_type === "yes_no" && values !== target.values;
  // 1 is true in JavaScript, and the text "1" isn't
  const isNumber = isYesNo && dialect.comparesLoosely && (theirs === 1 || theirs === 0);
  const wanted = isNumber ? String(theirs === 1) : String(theirs);
  const exact = values.get(wanted);
  if (exact) return [...exact];
  const same = (one: string) =>
    one === wanted ||
    ((isYesNo || dialect.ignoresCase) && one.toLowerCase() === wanted.toLowerCase()) ||
    (number(one) !== undefined && number(one) === number(wanted));
  const found = [...values].flatMap(([one, ours]) => (same(one) ? ours : []));
  if (found.length === 0 && typeof theirs === "boolean" && [...values.keys()].some((one) => number(one) !== undefined))
    return fail("it compares a number with yes or no");
  const isOther = found.length === 0 && isOpen && !(left.type === "answer" && left.path !== undefined);
  return isOther && wanted !== "other" ? [wanted] : found;
}

const isOther = ({ isOpen, values }: Target, theirs: Scalar): boolean =>
  isOpen && theirs === "other" && !values.has("other");

/** Whether one option is chosen. An option that the question lacks never is. */
export function chosen(target: Target, theirs: Scalar, scope: Scope): Truth {
  checkOptions(target);
  const { left, family } = target;
  if (family !== "many" && family !== "one") return fail(`\`${target.node?.id ?? ""}\` isn't a choice`);
  if (isOther(target, theirs)) return otherText(target);
  const values = valuesOf(target, theirs, scope);
  if (family === "one") return oneOf(target, values);
  return values.length > 0 && { left, op: "includes_any", right: [...values] };
}

/** The value `other` stands for any other text. */
function otherText({ left, family, values }: Target): Truth {
  if (family !== "one") return fail("it asks for other text beside several choices");
  return { left, op: "not_in", right: [...new Set([...values.values()].flat())] };
}

/** Numeric options are compared as numbers. In XPath, any other option is neither less nor more than a number. */
export function ordered(op: Comparator, target: Target, right: Scalar, { dialect }: Scope): Truth {
  const limit = constantNumber(right);
  const named = [...target.values].map(([theirs, ours]) => ({ ours, value: number(theirs) }));
  const numbered = named.filter(({ value }) => value !== undefined);
  const isMixed = numbered.length < named.length;
  if (limit === undefined || numbered.length === 0 || (isMixed && !dialect.hasTextTruths))
    return fail("choices have no order");
  const holds = comparing(op, limit);
  return oneOf(
    target,
    numbered.flatMap(({ ours, value }) => (holds(value as number) ? ours : [])),
  );
}

/** Returns a comparison with a number. */
export const comparing =
  (op: Comparator, limit: number) =>
  (value: number): boolean => {
    if (op === "=") return value === limit;
    if (op === "<" || op === "<=") return value < limit || (op === "<=" && value === limit);
    return value > limit || (op === ">=" && value === limit);
  };
