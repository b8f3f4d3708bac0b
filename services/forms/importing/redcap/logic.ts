/** Parses the branching logic and calculations of REDCap, such as `[age] >= 18 and [symptoms(2)] = '1'`, to terms. */
import type { Written } from "../expressions/guards.ts";
import {
  call,
  type Infix,
  nameTerm,
  negative,
  parseInfix,
  parseWhole,
  type Term,
  type Tokens,
  Unmapped,
  valueTerm,
} from "../expressions/terms.ts";

const pattern = new RegExp(
  [
    String.raw`\[(?<name>[^\[\]]{1,200})\]`,
    `(?<text>"[^"]*"|'[^']*')`,
    String.raw`(?<number>\d+(?:\.\d+)?|\.\d+)`,
    String.raw`(?<word>[\p{L}_][\p{L}\p{N}_]*)`,
    "(?<symbol><=|>=|<>|!=|[-=<>+*/^(),])",
  ].join("|"),
  "u",
);

const infixes: ReadonlyMap<string, Infix> = new Map(
  [["or"], ["and"], ["=", "!=", "<>"], ["<", "<=", ">", ">="], ["+", "-"], ["*", "/"], ["^"]].flatMap((names, power) =>
    names.map((name) => [name, { name: named(name), power }] as const),
  ),
);

function named(operator: string): string {
  if (operator === "<>") return "!=";
  return operator === "^" ? "pow" : operator;
}

export const writtenIn = (source: string): Written => ({ source, parse: () => parseLogic(source) });

export const parseLogic = (source: string): Term => withChecks(parseWhole(source, pattern, parse));

const parse = (tokens: Tokens): Term => parseInfix(tokens, infixes, () => parseOperand(tokens));

function parseOperand(tokens: Tokens): Term {
  if (tokens.accept("-")) return negative(tokens.nested(() => parseOperand(tokens)));
  if (tokens.accept("+")) return tokens.nested(() => parseOperand(tokens));
  if (tokens.accept("(")) return tokens.parenthesized(() => parse(tokens));
  const { kind, text } = tokens.take();
  if (kind === "text") return valueTerm(text.slice(1, -1));
  if (kind === "number") return valueTerm(Number(text));
  if (kind === "name") return fieldOf(tokens, text.trim());
  if (kind === "word" && tokens.accept("("))
    return functionOf(
      text.toLowerCase(),
      tokens.listUntil(")", () => parse(tokens)),
    );
  throw new Unmapped(`\`${text.slice(0, 40)}\` isn't supported here`);
}

/** `[field]`, `[field:value]`, or an option of a checkbox as `[field(2)]`, which is 1 or 0. */
function fieldOf(tokens: Tokens, text: string): Term {
  if (tokens.next?.kind === "name") throw new Unmapped("fields of other events or instances aren't supported");
  const [, name = text, , code] = /^([\w-]+)(\(([^()]*)\))?(?::(?:value|checked|unchecked))?$/.exec(text) ?? [];
  if (code === undefined) return nameTerm(name);
  return call("iif", call("selected", nameTerm(name), valueTerm(code.trim())), valueTerm(1), valueTerm(0));
}

/** Writes `[field(2)] = '1'` as a condition. Otherwise it would compare a calculation. */
function withChecks(term: Term): Term {
  if (term.kind !== "call") return term;
  const args = term.args.map(withChecks);
  const [left, right] = args;
  const isEqual = term.name === "=" || term.name === "!=";
  const check = isEqual ? (checkOf(left, right) ?? checkOf(right, left)) : null;
  if (check) return check.isChecked === (term.name === "=") ? check.chosen : call("not", check.chosen);
  return { ...term, args };
}

function checkOf(check: Term | undefined, value: Term | undefined): { chosen: Term; isChecked: boolean } | null {
  const isCheck = check?.kind === "call" && check.name === "iif" && isOption(check.args[0]);
  if (!isCheck || value?.kind !== "value" || !/^[01]$/.test(String(value.value))) return null;
  return { chosen: check.args[0] as Term, isChecked: String(value.value) === "1" };
}

const isOption = (term: Term | undefined): boolean => term?.kind === "call" && term.name === "selected";

/** Names of functions in other languages. The others have their own name. */
const names: Readonly<Record<string, string>> = {
  if: "iif",
  roundup: "ceil",
  rounddown: "floor",
  isblankormissingcode: "empty",
  not_contain: "notcontains",
  starts_with: "startswith",
  ends_with: "endswith",
  length: "string-length",
};

function functionOf(name: string, args: Term[]): Term {
  if (name === "datediff") return differenceOf(args);
  const places = args[1];
  const isWhole = places === undefined || (places.kind === "value" && Number(places.value) === 0);
  if ((name === "roundup" || name === "rounddown") && !isWhole)
    throw new Unmapped(`\`${name}\` is supported without decimal places`);
  if (name === "roundup" || name === "rounddown") return call(names[name] as string, ...args.slice(0, 1));
  return call(names[name] ?? name, ...args);
}

/** Days of REDCap's units. */
const units: Readonly<Record<string, number>> = { d: 1, M: 30.44, y: 365.2425 };

/** `datediff([from], "today", "y")`, which has no sign unless its last part is true. */
function differenceOf([from, to, unit, ...rest]: Term[]): Term {
  const length = unit?.kind === "value" ? units[String(unit.value)] : undefined;
  if (!from || !to || length === undefined) throw new Unmapped("`datediff` is supported in days, months and years");
  const isSigned = rest.some((it) => /^true$/i.test(it.kind === "value" ? String(it.value) : ""));
  const days = call("days", dayOf(from), dayOf(to));
  const difference = isSigned ? days : call("abs", days);
  return length === 1 ? difference : call("/", difference, valueTerm(length));
}

const dayOf = (term: Term): Term =>
  term.kind === "value" && /^(today|now)$/.test(String(term.value)) ? call("today") : term;
