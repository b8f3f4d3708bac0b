/** Parses the expressions of SurveyJS, such as `{q1} = 'x' and {q2} contains 'y'` (features §14). */
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
    String.raw`\{(?<name>[^{}]+)\}`,
    String.raw`(?<text>'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")`,
    String.raw`(?<number>(?:0|[1-9]\d*)(?:\.\d+)?(?![\p{L}\d_.:]))`,
    String.raw`(?<symbol><=|>=|<>|!=|==|\*=|&&|\|\||[-+*/%^()=<>!,\[\]])`,
    String.raw`(?<word>[\p{L}\d_.:]+(?:-[\p{L}\d_.:]+)*)`,
  ].join("|"),
  "u",
);

const powers: [names: Record<string, string>, power: number][] = [
  [{ or: "or", "||": "or" }, 0],
  [{ and: "and", "&&": "and" }, 1],
  [
    {
      "=": "=",
      "==": "=",
      equal: "=",
      equals: "=",
      "!=": "!=",
      "<>": "!=",
      notequal: "!=",
      notequals: "!=",
      "<": "<",
      less: "<",
      "<=": "<=",
      lessorequal: "<=",
      ">": ">",
      greater: ">",
      ">=": ">=",
      greaterorequal: ">=",
      contains: "contains",
      contain: "contains",
      "*=": "contains",
      notcontains: "notcontains",
      notcontain: "notcontains",
      anyof: "anyof",
      allof: "allof",
      noneof: "noneof",
    },
    2,
  ],
  [{ "+": "+", "-": "-" }, 3],
  [{ "*": "*", "/": "/", "%": "%" }, 4],
  [{ "^": "pow" }, 5],
];
const infixes: ReadonlyMap<string, Infix> = new Map(
  powers.flatMap(([names, power]) => Object.entries(names).map(([word, name]) => [word, { name, power }] as const)),
);

export function parseExpression(source: string): Term {
  return parseWhole(source, pattern, parse);
}

const parse = (tokens: Tokens): Term => parseInfix(tokens, infixes, () => parseOperand(tokens));

function parseOperand(tokens: Tokens): Term {
  let term = parsePrimary(tokens);
  for (;;) {
    const word = tokens.next?.kind === "word" ? tokens.next.text.toLowerCase() : "";
    if (word !== "empty" && word !== "notempty") return term;
    tokens.take();
    term = call(word, term);
  }
}

function parsePrimary(tokens: Tokens): Term {
  if (tokens.accept("!"))
    return call(
      "not",
      tokens.nested(() => parseOperand(tokens)),
    );
  if (tokens.accept("-")) return negative(tokens.nested(() => parseOperand(tokens)));
  if (tokens.accept("(")) return tokens.parenthesized(() => parse(tokens));
  if (tokens.accept("[")) return { kind: "list", items: tokens.listUntil("]", () => parse(tokens)) };
  const { kind, text } = tokens.take();
  if (kind === "name") return nameOf(text.trim());
  if (kind === "text") return valueTerm(text.slice(1, -1).replace(/\\(.)/g, "$1"));
  if (kind === "number") return valueTerm(Number(text));
  if (kind !== "word") throw new Unmapped(`\`${text}\` isn't supported here`);
  return wordOf(tokens, text);
}

/** `{x.length}` is the number of choices or characters of an answer. */
function nameOf(name: string): Term {
  const of = /^(.+)\.length$/.exec(name)?.[1];
  return of === undefined ? nameTerm(name) : call("size", nameTerm(of));
}

function wordOf(tokens: Tokens, text: string): Term {
  const word = text.toLowerCase();
  if (tokens.accept("("))
    return functionOf(
      word,
      tokens.listUntil(")", () => parse(tokens)),
    );
  if (word === "not" || word === "negate")
    return call(
      word === "not" ? "meant-not" : "not",
      tokens.nested(() => parseOperand(tokens)),
    );
  if (word === "true" || word === "false") return valueTerm(word === "true");
  if (word === "null" || word === "undefined") return valueTerm("");
  return unquoted(text);
}

/** A text may have no quotes if it is a name. SurveyJS ignores a condition with any other one, such as a date. */
function unquoted(text: string): Term {
  if (/^[A-Za-z_]\w*$/.test(text)) return valueTerm(text);
  if (/^[A-Za-z_]\w*(?:-\w+)+$/.test(text)) return call("meant-text", valueTerm(text));
  throw new Unmapped(`\`${text.slice(0, 60)}\` needs quotes, also in SurveyJS`);
}

const today = call("today");

function functionOf(name: string, args: Term[]): Term {
  const [first, second, third] = args;
  if (name === "not" || name === "negate") return call(name === "not" ? "meant-not" : "not", ...args);
  if (name === "age" && first) return call("years", first, today);
  if (name === "diffdays" && first && second) return call("days", first, second);
  if (name === "datediff" && first && second && third?.kind === "value")
    return call(String(third.value), first, second);
  if (name === "currentdate") return today;
  if (name === "currentyear") return call("format-date", today, valueTerm("%Y"));
  const part = dateParts.get(name);
  // without an answer, it is a part of today
  if (part !== undefined) return call("format-date", first ? call("coalesce", first, today) : today, valueTerm(part));
  if (name === "dateadd" && first && second && third?.kind === "value")
    return moved(first, second, String(third.value));
  if (name === "trunc" && first) return call("int", first);
  if (name === "getdate" && first) return first;
  return call(name, ...args);
}

/** Functions of a part of a date, as formats of ODK. */
const dateParts: ReadonlyMap<string, string> = new Map([
  ["year", "%Y"],
  ["month", "%n"],
  ["day", "%e"],
  ["weekday", "%w"],
]);

/** `dateAdd(date, 2, 'days')`. Months and years have no fixed number of days, and nothing is added to a date there by 0. */
function moved(date: Term, count: Term, unit: string): Term {
  if (unit !== "days" || count.kind !== "value" || typeof count.value !== "number" || count.value === 0)
    throw new Unmapped("dates are only moved by a fixed number of days");
  return call("move", date, count);
}

/** Returns a condition of an element. */
export const writtenIn = (source: string): Written => ({ source, parse: () => parseExpression(source) });

/** Replaces names that only have a meaning at one place, such as `{item}`. */
export function replaced(term: Term, replace: (term: Term) => Term): Term {
  if (term.kind === "name") return replace(term);
  if (term.kind === "list") return { kind: "list", items: term.items.map((it) => replaced(it, replace)) };
  return term.kind === "call" ? { ...term, args: term.args.map((it) => replaced(it, replace)) } : term;
}
