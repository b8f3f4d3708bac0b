/**
 * Parses the part of FHIRPath (http://hl7.org/fhirpath) that conditions and scores of questionnaires use. A library such as
 * `fhirpath` brings its grammar's runtime and the models of all FHIR releases.
 */
import {
  call,
  type Infix,
  nameTerm,
  parseInfix,
  parseWhole,
  type Term,
  type Tokens,
  Unmapped,
  valueTerm,
} from "../expressions/terms.ts";

const pattern = new RegExp(
  [
    String.raw`'(?<text>(?:[^'\\]|\\.)*)'`,
    "@(?<name>[0-9T:.Z+-]+)",
    String.raw`(?<number>\d+(?:\.\d+)?)`,
    "(?<word>%?[A-Za-z_][A-Za-z0-9_-]*|\\$this|%`[^`]*`)",
    String.raw`(?<symbol><=|>=|!=|!~|[-+*/.,()|&=<>~{}\[\]])`,
  ].join("|"),
  "u",
);

const infixes: ReadonlyMap<string, Infix> = new Map(
  [
    ["or", "xor", "implies"],
    ["and"],
    ["in", "contains"],
    ["=", "!=", "~"],
    ["<", "<=", ">", ">="],
    ["|"],
    ["+", "-", "&"],
    ["*", "/", "div", "mod"],
  ].flatMap((names, power) => names.map((name) => [name, { name: name === "~" ? "=" : name, power }] as const)),
);

/** Returns the term of an expression. `x.where(y)` is the call `.where` of x and y, and `x.item` the call `.item` of x. */
export function parseFhirPath(source: string): Term {
  return parseWhole(source, pattern, parse);
}

const parse = (tokens: Tokens): Term => parseInfix(tokens, infixes, () => parseOperand(tokens));

function parseOperand(tokens: Tokens): Term {
  if (tokens.accept("-"))
    return call(
      "-",
      tokens.nested(() => parseOperand(tokens)),
    );
  if (tokens.accept("+")) return tokens.nested(() => parseOperand(tokens));
  let term = parsePrimary(tokens);
  for (;;) {
    if (tokens.accept(".")) term = parseStep(tokens, term);
    else if (tokens.accept("[")) {
      tokens.listUntil("]", () => parseOperand(tokens));
    } else return term;
  }
}

function parsePrimary(tokens: Tokens): Term {
  if (tokens.accept("(")) return tokens.parenthesized(() => parse(tokens));
  if (tokens.accept("{")) {
    tokens.expect("}");
    return { kind: "list", items: [] };
  }
  const { kind, text } = tokens.take();
  if (kind === "text") return valueTerm(text.replace(/\\(.)/g, "$1"));
  if (kind === "name") return valueTerm(text);
  if (kind === "number") return valueTerm(Number(text));
  if (kind !== "word") throw new Unmapped(`\`${text}\` isn't supported here`);
  if (text === "true" || text === "false") return valueTerm(text === "true");
  if (tokens.next?.text === "(" && tokens.next.kind === "symbol") return parseCall(tokens, text, []);
  return text.startsWith("%") || text === "$this" ? nameTerm(text) : call(`.${text}`, nameTerm("%context"));
}

function parseStep(tokens: Tokens, focus: Term): Term {
  const { kind, text } = tokens.take();
  if (kind !== "word") throw new Unmapped(`\`.${text}\` isn't supported`);
  if (tokens.next?.text === "(" && tokens.next.kind === "symbol") return parseCall(tokens, `.${text}`, [focus]);
  return call(`.${text}`, focus);
}

function parseCall(tokens: Tokens, name: string, before: Term[]): Term {
  tokens.expect("(");
  const args = tokens.listUntil(")", () => parse(tokens));
  return call(name, ...before, ...args);
}
