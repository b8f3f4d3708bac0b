/** Parser for the XPath subset of XLSForms (https://docs.getodk.org/form-operators-functions/). Evaluates nothing. */
export type Expression =
  | { kind: "number"; value: number }
  | { kind: "text"; value: string }
  /** `${name}`, or a bare name in a choice filter */
  | { kind: "field"; name: string; isBare: boolean }
  /** `.` */
  | { kind: "self" }
  | { kind: "call"; name: string; args: Expression[] }
  | { kind: "binary"; op: BinaryOp; left: Expression; right: Expression }
  | { kind: "negative"; value: Expression };

export type BinaryOp = "or" | "and" | "=" | "!=" | "<" | "<=" | ">" | ">=" | "+" | "-" | "*" | "div" | "mod";

/** Part of an expression that has no counterpart. `message` completes “can't be converted: …”. */
export class Unsupported extends Error {}

const sourceLimit = 5_000;
const depthLimit = 30;

const token =
  /\s*(?:(\$\{\s*[^}]{1,200}\})|("[^"]*"|'[^']*'|[“”][^“”]*[“”]|[‘’][^‘’]*[‘’])|(\d+(?:\.\d+)?|\.\d+)|([A-Za-z_][A-Za-z0-9_.:-]*)|(<=|>=|!=|[=<>+*(),/|.-]))/y;

interface Token {
  kind: "field" | "text" | "number" | "name" | "symbol";
  text: string;
}

function tokensOf(source: string): Token[] {
  if (source.length > sourceLimit) throw new Unsupported(`it is longer than ${sourceLimit} characters`);
  const tokens: Token[] = [];
  const matcher = new RegExp(token.source, "y");
  const text = source.trimEnd();
  while (matcher.lastIndex < text.length) {
    const at = matcher.lastIndex;
    const match = matcher.exec(text);
    if (!match) throw new Unsupported(`“${text.slice(at, at + 20)}” isn't understood`);
    const [, field, quoted, number, name, symbol] = match;
    if (field) tokens.push({ kind: "field", text: field.slice(2, -1).trim() });
    else if (quoted) tokens.push({ kind: "text", text: quoted.slice(1, -1) });
    else if (number) tokens.push({ kind: "number", text: number });
    else if (name) tokens.push({ kind: "name", text: name });
    else tokens.push({ kind: "symbol", text: symbol ?? "" });
  }
  return tokens;
}

/** Operators from the weakest to the strongest. */
const levels: readonly (readonly BinaryOp[])[] = [
  ["or"],
  ["and"],
  ["=", "!="],
  ["<", "<=", ">", ">="],
  ["+", "-"],
  ["*", "div", "mod"],
];

/** Parses an expression. Throws Unsupported. */
export function parseXpath(source: string): Expression {
  const parser = new Parser(tokensOf(source));
  const expression = parser.expression(0);
  parser.end();
  return expression;
}

class Parser {
  private readonly tokens: Token[];
  private at = 0;
  private depth = 0;

  constructor(tokens: Token[]) {
    this.tokens = tokens;
  }

  expression(level: number): Expression {
    const ops = levels[level];
    if (!ops) return this.unary();
    let left = this.expression(level + 1);
    for (let op = this.operator(ops); op; op = this.operator(ops)) {
      this.at += 1;
      left = { kind: "binary", op, left, right: this.expression(level + 1) };
    }
    return left;
  }

  end(): void {
    const rest = this.tokens[this.at];
    if (rest) throw new Unsupported(`“${rest.text}” isn't expected there`);
  }

  /** Names such as `div` are operators here, because an operand came before. */
  private operator(ops: readonly BinaryOp[]): BinaryOp | null {
    const next = this.tokens[this.at];
    if (next?.kind !== "symbol" && next?.kind !== "name") return null;
    const text = next.text.toLowerCase();
    return ops.find((op) => op === text) ?? null;
  }

  private unary(): Expression {
    if (!this.accept("-")) return this.primary();
    return { kind: "negative", value: this.nested(() => this.unary()) };
  }

  private primary(): Expression {
    const next = this.tokens[this.at];
    if (!next) throw new Unsupported("it ends too early");
    this.at += 1;
    if (next.kind === "number") return { kind: "number", value: Number(next.text) };
    if (next.kind === "text") return { kind: "text", value: next.text };
    if (next.kind === "field") return { kind: "field", name: next.text, isBare: false };
    if (next.kind === "name")
      return this.accept("(") ? this.call(next.text) : { kind: "field", name: next.text, isBare: true };
    if (next.text === ".") return { kind: "self" };
    if (next.text !== "(") throw new Unsupported(`“${next.text}” isn't understood`);
    const inner = this.nested(() => this.expression(0));
    this.expect(")");
    return inner;
  }

  private call(name: string): Expression {
    const args: Expression[] = [];
    if (this.accept(")")) return { kind: "call", name, args };
    do args.push(this.nested(() => this.expression(0)));
    while (this.accept(","));
    this.expect(")");
    return { kind: "call", name, args };
  }

  private nested(parse: () => Expression): Expression {
    this.depth += 1;
    if (this.depth > depthLimit) throw new Unsupported(`it nests more than ${depthLimit} levels`);
    const inner = parse();
    this.depth -= 1;
    return inner;
  }

  private accept(symbol: string): boolean {
    const next = this.tokens[this.at];
    if (next?.kind !== "symbol" || next.text !== symbol) return false;
    this.at += 1;
    return true;
  }

  private expect(symbol: string): void {
    if (!this.accept(symbol)) throw new Unsupported(`“${symbol}” is missing`);
  }
}
