/** Parses expressions of LimeSurvey's Expression Manager, such as `Q1.NAOK == "Y" and age > 17`, to terms. */
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
    `(?<text>"[^"]*"|'[^']*')`,
    String.raw`(?<name>\d+X\d+X\w+(?:\.\w+)?)`,
    String.raw`(?<number>\d+(?:\.\d+)?|\.\d+)`,
    String.raw`(?<word>[\p{L}_][\p{L}\p{N}_:]*(?:\.\w+)?)`,
    String.raw`(?<symbol>&&|\|\||<=|>=|==|!=|[-=<>!+*/(),])`,
  ].join("|"),
  "u",
);

const operators: readonly Readonly<Record<string, string>>[] = [
  { or: "or", "||": "or" },
  { and: "and", "&&": "and" },
  { "==": "=", "=": "=", eq: "=", "!=": "!=", ne: "!=" },
  { "<": "<", lt: "<", "<=": "<=", le: "<=", ">": ">", gt: ">", ">=": ">=", ge: ">=" },
  { "+": "+", "-": "-" },
  { "*": "*", "/": "/" },
];

const infixes: ReadonlyMap<string, Infix> = new Map(
  operators.flatMap((names, power) => Object.entries(names).map(([word, name]) => [word, { name, power }] as const)),
);

/** Returns the condition of a question or group. `1` and nothing always hold. */
export const writtenIn = (source: string): Written[] => {
  const expression = withoutBraces(source);
  return expression === "" || expression === "1" ? [] : [{ source: expression, parse: () => parseLogic(expression) }];
};

/** Equations stand in braces, and relevance can. */
export const withoutBraces = (source: string): string =>
  /^\{(.*)\}$/s.exec(source.trim())?.[1]?.trim() ?? source.trim();

/** Parses an expression. `self` is the question whose answers it checks. */
export function parseLogic(source: string, self = "."): Term {
  return parseWhole(source, pattern, (tokens) => parse(tokens, self));
}

const parse = (tokens: Tokens, self: string): Term => parseInfix(tokens, infixes, () => parseOperand(tokens, self));

function parseOperand(tokens: Tokens, self: string): Term {
  const inner = () => tokens.nested(() => parseOperand(tokens, self));
  if (tokens.accept("-")) return negative(inner());
  if (tokens.accept("+")) return inner();
  if (tokens.accept("!")) return call("not", inner());
  if (tokens.accept("(")) return tokens.parenthesized(() => parse(tokens, self));
  const { kind, text } = tokens.take();
  if (kind === "text") return valueTerm(text === '"-oth-"' || text === "'-oth-'" ? "other" : text.slice(1, -1));
  if (kind === "number") return valueTerm(Number(text));
  if (kind === "name") return named(text, self);
  if (kind !== "word") throw new Unmapped(`\`${text}\` isn't supported here`);
  if (text.toLowerCase() === "not") return call("not", inner());
  if (!tokens.accept("(")) return named(text, self);
  return functionOf(
    text.toLowerCase(),
    tokens.listUntil(")", () => parse(tokens, self)),
  );
}

/** `Q1`, `Q1.NAOK`, `Q1.code`, `Q1.value` and `Q1.valueNAOK` are the answer, and `this` is that of the question itself. */
function named(text: string, self: string): Term {
  const [name = "", suffix] = text.split(".");
  if (suffix !== undefined && !/^(NAOK|code|value|valueNAOK)$/.test(suffix))
    throw new Unmapped(`\`${text.slice(0, 60)}\` isn't supported`);
  return nameTerm(name === "this" || name === "self" ? self : name);
}

function functionOf(name: string, args: Term[]): Term {
  const [first, second] = args;
  if (name === "is_empty" && first) return call("empty", first);
  if (name === "if") return call("iif", ...args);
  if (name === "intval" || name === "floor") return call(name === "floor" ? "floor" : "int", ...args);
  if (name === "strlen") return call("string-length", ...args);
  // how many of the answers are given
  if (name === "count")
    return call("sum", ...args.map((it) => call("iif", call("notempty", it), valueTerm(1), valueTerm(0))));
  if (name === "regexmatch" && first?.kind === "value" && second)
    return call("matches", second, valueTerm(patternOf(String(first.value))));
  const known = new Set(["sum", "min", "max", "round", "ceil", "abs", "pow"]);
  if (!known.has(name)) throw new Unmapped(`\`${name.slice(0, 40)}\` isn't supported`);
  return call(name, ...args);
}

/** `/^a.*$/` without its slashes. */
export function patternOf(source: string): string {
  const [, inner, flags] = /^\/(.*)\/([a-z]*)$/s.exec(source.trim()) ?? [];
  if (inner === undefined || (flags ?? "").replace(/u/g, "") !== "") throw new Unmapped("its pattern isn't supported");
  return inner;
}
