import type { Target } from "./targets.ts";
import { Unmapped } from "./terms.ts";
import { all, any, type Truth } from "./truth.ts";

/** Meaning of a term, before it is known what reads it. */
export type Value =
  | { kind: "constant"; value: string | number | boolean }
  /** an answer, hidden field or calculation */
  | { kind: "target"; target: Target }
  /** part of a calculation (features §12) */
  | { kind: "number"; part: unknown }
  /** a day of a calculation, and a part with the days to add */
  | { kind: "date"; day: unknown; plus: unknown }
  /** `no` isn't the opposite of `yes` in languages with unknown truths */
  /** `isText`: it is the text true or false in the document */
  | { kind: "truth"; yes: Truth; no: () => Truth; isText?: true }
  /** a text to show, which can have recalls */
  | { kind: "text"; text: string }
  /** number of characters or choices of an answer */
  | { kind: "measure"; measure: "length" | "count"; target: Target }
  | { kind: "list"; items: Value[] };

/** A value under a condition. The cases of a term exclude each other, and one of them always holds. */
export interface Case {
  when: Truth;
  value: Value;
}

export const only = (value: Value): Case[] => [{ when: true, value }];
export const constant = (value: string | number | boolean): Case[] => only({ kind: "constant", value });
export const numeric = (part: unknown): Case[] => only({ kind: "number", part });

export const isEmptyText = (value: Value): boolean => value.kind === "constant" && value.value === "";

/** A calculation's value that can't be computed. */
export const unknown = { divide: [1, 0] };
/** A calculation's value that is empty, as in `if(c, x, '')`. It is computed like `unknown`. */
export const empty = { divide: [0, 0] };

export const isSame = (left: unknown, right: unknown): boolean => JSON.stringify(left) === JSON.stringify(right);

export function isNumeric({ value }: Case): boolean {
  if (value.kind === "constant")
    return value.value !== "" && typeof value.value !== "boolean" && Number.isFinite(Number(value.value));
  return (
    value.kind === "number" || value.kind === "measure" || (value.kind === "target" && value.target.family === "num")
  );
}

/** Whether cases can be one number. Those that are always empty can't. */
export const areNumbers = (found: readonly Case[]): boolean =>
  found.some(isNumeric) && found.every((it) => isNumeric(it) || isEmptyText(it.value));

export const caseLimit = 50;

/** Returns the cases under a condition. Cases with the same value become one. */
export function cases(found: readonly Case[]): Case[] {
  const byValue = new Map<string, Case>();
  for (const one of found) {
    if (one.when === false) continue;
    const key = one.value.kind === "truth" ? `${byValue.size}` : JSON.stringify(one.value);
    const same = byValue.get(key);
    byValue.set(key, same ? { ...same, when: any([same.when, one.when]) } : one);
  }
  if (byValue.size > caseLimit) throw new Unmapped(`it has more than ${caseLimit} different values`);
  return [...byValue.values()];
}

/** Combines each case of one term with each of another. */
export function combined(
  left: readonly Case[],
  right: readonly Case[],
  combine: (l: Value, r: Value) => Case[],
): Case[] {
  if (left.length * right.length > caseLimit) throw new Unmapped(`it has more than ${caseLimit} different values`);
  return cases(
    left.flatMap((l) =>
      right.flatMap((r) => {
        const when = all([l.when, r.when]);
        return when === false
          ? []
          : combine(l.value, r.value).map((one) => ({ when: all([when, one.when]), value: one.value }));
      }),
    ),
  );
}
