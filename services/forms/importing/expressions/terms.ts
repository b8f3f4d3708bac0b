import type { Reason } from "../../../../shared/domain/graph/types.ts";

/** Expressions of foreign documents, in one form for all their languages. Operators are calls, such as `and` and `+`. */
export type Term =
  | { kind: "value"; value: string | number | boolean }
  | { kind: "list"; items: Term[] }
  | { kind: "name"; name: string }
  | { kind: "call"; name: string; args: Term[] };

/** An expression that has no counterpart. The message says why, without a full stop. */
export class Unmapped extends Error {
  /** why the graph can't have it, if it can't */
  readonly reason: Reason | null;
  /** parts that fail for the same reason, such as a calculation that it reads. Empty if nothing does. */
  override readonly cause: string;

  constructor(message: string, reason: Reason | null = null, cause = "") {
    super(message);
    this.reason = reason;
    this.cause = cause;
  }
}

export function fail(message: string): never {
  throw new Unmapped(message);
}

export const call = (name: string, ...args: Term[]): Term => ({ kind: "call", name, args });
/** Makes a call of a comparison of two terms, or its opposite. */
export type Binary = (left: Term, right: Term) => Term;
export const named =
  (name: string): Binary =>
  (left, right) =>
    call(name, left, right);
export const opposite =
  (name: string): Binary =>
  (left, right) =>
    call("not", call(name, left, right));
export const valueTerm = (value: string | number | boolean): Term => ({ kind: "value", value });
export const nameTerm = (name: string): Term => ({ kind: "name", name });
export const negative = (term: Term): Term =>
  term.kind === "value" && typeof term.value === "number" ? valueTerm(-term.value) : call("-", term);

/** Returns the names of answers and other parts of the document that a term reads. */
export function namesIn(term: Term): string[] {
  if (term.kind === "name") return [term.name];
  if (term.kind === "value") return [];
  return (term.kind === "call" ? term.args : term.items).flatMap(namesIn);
}

/** Length of an expression and nested levels of its parser. */
const sourceLimit = 10_000;
const depthLimit = 60;
const tokenLimit = 2_000;

export interface Token {
  kind: "text" | "number" | "name" | "word" | "symbol";
  text: string;
}

/** Tokens with a position, for parsers by recursive descent. */
export class Tokens {
  private index = 0;
  private depth = 0;
  private readonly tokens: Token[] = [];

  /** `pattern` is sticky and has a named group for each kind. White space between tokens is skipped. */
  constructor(source: string, pattern: RegExp) {
    if (source.length > sourceLimit) throw new Unmapped(`it is longer than ${sourceLimit} characters`);
    const matcher = new RegExp(pattern.source, "yu");
    for (let at = skipSpace(source, 0); at < source.length; at = skipSpace(source, matcher.lastIndex)) {
      matcher.lastIndex = at;
      const groups = matcher.exec(source)?.groups;
      const [kind, text] = Object.entries(groups ?? {}).find(([, found]) => found !== undefined) ?? [];
      if (kind === undefined || text === undefined)
        throw new Unmapped(`\`${source.slice(at, at + 20)}\` isn't supported`);
      this.tokens.push({ kind: kind as Token["kind"], text });
      if (this.tokens.length > tokenLimit) throw new Unmapped(`it has more than ${tokenLimit} parts`);
    }
  }

  get next(): Token | undefined {
    return this.tokens[this.index];
  }

  get following(): Token | undefined {
    return this.tokens[this.index + 1];
  }

  take(): Token {
    const token = this.tokens[this.index++];
    if (!token) throw new Unmapped("it ends too early");
    return token;
  }

  /** Takes the symbol if it is next. */
  accept(symbol: string): boolean {
    if (this.next?.kind !== "symbol" || this.next.text !== symbol) return false;
    this.index++;
    return true;
  }

  expect(symbol: string): void {
    if (!this.accept(symbol)) throw new Unmapped(`it lacks \`${symbol}\``);
  }

  /** Runs a nested parser, up to a depth. */
  nested<T>(parse: () => T): T {
    if (++this.depth > depthLimit) throw new Unmapped(`it is nested more than ${depthLimit} levels deep`);
    const result = parse();
    this.depth--;
    return result;
  }

  /** Parses what stands in parentheses, after the opening one. */
  parenthesized(parse: () => Term): Term {
    const inner = this.nested(parse);
    this.expect(")");
    return inner;
  }

  /** Parses a list up to the closing symbol. */
  listUntil(close: string, parse: () => Term): Term[] {
    const items: Term[] = [];
    while (!this.accept(close)) {
      if (items.length > 0) this.expect(",");
      items.push(this.nested(parse));
    }
    return items;
  }

  end(): void {
    if (this.next) throw new Unmapped(`\`${this.next.text.slice(0, 20)}\` isn't supported`);
  }
}

/** Parses all of an expression. Throws `Unmapped`. */
export function parseWhole(source: string, pattern: RegExp, parse: (tokens: Tokens) => Term): Term {
  const tokens = new Tokens(source, pattern);
  const term = parse(tokens);
  tokens.end();
  return term;
}

const space = /\s/;
function skipSpace(source: string, from: number): number {
  let at = from;
  while (at < source.length && space.test(source[at] as string)) at++;
  return at;
}

/** An infix operator: its call and its binding power. Higher binds tighter. */
export interface Infix {
  name: string;
  power: number;
}

/** Parses operators of one language by their binding powers. All are left-associative. */
export function parseInfix(
  tokens: Tokens,
  infixes: ReadonlyMap<string, Infix>,
  parseOperand: () => Term,
  minimum = 0,
): Term {
  let left = parseOperand();
  for (;;) {
    const token = tokens.next;
    const infix =
      token && (token.kind === "word" || token.kind === "symbol") ? infixes.get(token.text.toLowerCase()) : null;
    if (!infix || infix.power < minimum) return left;
    tokens.take();
    const right = tokens.nested(() => parseInfix(tokens, infixes, parseOperand, infix.power + 1));
    left = call(infix.name, left, right);
  }
}
