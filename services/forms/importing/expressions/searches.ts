import type { Comparison } from "../../../../shared/domain/graph/types.ts";
import { checkOptions } from "./options.ts";
import type { Scope } from "./scope.ts";
import { namesOf, oneOf, type Target } from "./targets.ts";
import { fail } from "./terms.ts";
import type { Truth } from "./truth.ts";
import type { Value } from "./values.ts";

const textOps = { contains: "contains", startswith: "starts_with", endswith: "ends_with", matches: "matches" } as const;
export type TextTest = keyof typeof textOps;

/** Searches in a text, or in the names of choices. */
export function searched(test: TextTest, value: Value, part: Value, scope: Scope): Truth {
  if (part.kind !== "constant") return fail("it searches for something that isn't fixed");
  const wanted = String(part.value);
  const { ignoresCase } = scope.dialect;
  if (value.kind === "constant") return found(test, String(value.value), wanted, ignoresCase);
  if (value.kind !== "target") return fail("it searches in something other than an answer");
  const { target } = value;
  checkOptions(target);
  const { left, family } = target;
  if (wanted === "") return fail("it searches for an empty text");
  if (family === "text")
    return {
      left,
      op: textOps[test],
      right: wanted,
      ...(ignoresCase && test !== "matches" && { ci: true }),
    } satisfies Comparison;
  const isWhole = family === "num" && target.node?.data.config?.decimals === 0;
  if (test === "matches" && isWhole) return digitsMatch(target, wanted);
  const isBoolean = target.node?.question_type === "yes_no" && target.values.size === 0;
  if (family !== "one" || target.isOpen || isBoolean) return fail("it searches in an answer that isn't a text");
  const matching = [...namesOf(target)].flatMap(([theirs, ours]) =>
    found(test, theirs, wanted, ignoresCase) ? ours : [],
  );
  return oneOf(target, matching);
}

const digits = String.raw`(?:\[0-9\]|\\d)\{(\d{1,2})(?:,(\d{1,2}))?\}`;
const numberOfDigits = new RegExp(String.raw`^\^\(\?:${digits}\)\$$`);
const firstDigit = new RegExp(String.raw`^\^\(\?:\[(\d)-(\d)\]${digits}\)\$$`);
/** digits of a number that is exact */
const digitLimit = 14;

/** `^[0-9]{10}$` and `^[1-9][0-9]{9}$` of a whole number: how many digits it has, and its first one. None begins with 0. */
function digitsMatch({ left }: Target, pattern: string): Truth {
  const [, least, most = least] = numberOfDigits.exec(pattern) ?? [];
  if (least !== undefined && Number(least) > 0 && Number(most) <= digitLimit)
    return { left, op: "between", right: [least === "1" ? 0 : 10 ** (Number(least) - 1), 10 ** Number(most) - 1] };
  const [, first, last, rest, other] = firstDigit.exec(pattern) ?? [];
  const power = 10 ** Number(rest);
  if (rest === undefined || rest === "0" || other !== undefined || Number(rest) >= digitLimit)
    return fail("it matches a number with a pattern");
  return { left, op: "between", right: [Math.max(Number(first), 1) * power, (Number(last) + 1) * power - 1] };
}

function found(test: TextTest, text: string, part: string, ignoresCase: boolean): boolean {
  if (test === "matches") return fail("it matches an answer that isn't a text");
  const [where, what] = ignoresCase ? [text.toLowerCase(), part.toLowerCase()] : [text, part];
  if (test === "contains") return where.includes(what);
  return test === "startswith" ? where.startsWith(what) : where.endsWith(what);
}
