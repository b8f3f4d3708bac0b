import { createScanner, type JSONScanner } from "jsonc-parser";
import { badRequest, invalid } from "../../shared/platform/errors.ts";

/**
 * JSON as `JSON.parse` reads it, but in parts: an object of a new shape or key costs V8 a microsecond, so that a megabyte
 * of them would hold everybody up for 0.1 s. What no later part could store is refused where it stands (decisions §1).
 */
export interface ReadJson {
  value: unknown;
  /** the bytes that it has more than its text when it is written again, about: numbers may grow, white space goes */
  growth: number;
}

/** Tokens of jsonc-parser, whose own enum is gone at run time; what is not among them is no JSON: comments, unknown words. */
const token = {
  openBrace: 1,
  closeBrace: 2,
  openBracket: 3,
  closeBracket: 4,
  comma: 5,
  colon: 6,
  null: 7,
  true: 8,
  false: 9,
  string: 10,
  number: 11,
  lineBreak: 14,
  space: 15,
  end: 17,
} as const;

const tokensPerPart = 500;

/** Throws 400 where the text is not JSON, or holds what could not be stored. */
export function* readingJson(text: string): Generator<void, ReadJson> {
  const reader = new Reader(createScanner(text));
  for (let tokens = 1; reader.take(); tokens += 1) if (tokens % tokensPerPart === 0) yield;
  return { value: reader.root, growth: reader.growth };
}

type Expected = "value" | "item or end" | "key" | "key or end" | "colon" | "next";

/** An array or object that is not closed yet. */
interface Open {
  value: Record<string, unknown> | unknown[];
  /** of the member that is being read; of an array's it is the place of the last one */
  key: string;
}

const forbiddenKeys: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

class Reader {
  root: unknown;
  growth = 0;
  private readonly scanner: JSONScanner;
  private readonly open: Open[] = [];
  private expected: Expected = "value";

  constructor(scanner: JSONScanner) {
    this.scanner = scanner;
  }

  /** Takes one token; false when it was the end. */
  take(): boolean {
    const { scanner } = this;
    const kind: number = scanner.scan();
    if (kind === token.space || kind === token.lineBreak) {
      this.growth -= scanner.getTokenLength();
      return true;
    }
    if (scanner.getTokenError() !== 0) throw this.malformed();
    if (kind === token.end) {
      this.expect(this.expected === "next" && this.open.length === 0);
      return false;
    }
    if (kind === token.string || kind === token.number || isWord(kind)) this.takeScalar(kind);
    else this.takeMark(kind);
    return true;
  }

  private takeScalar(kind: number): void {
    const text = this.scanner.getTokenValue();
    const isKey = this.expected === "key" || this.expected === "key or end";
    if (isKey) {
      this.expect(kind === token.string);
      this.takeKey(text);
      return;
    }
    if (kind === token.string) {
      this.place(text);
      checkText(text, () => pathOf(this.open));
    } else if (kind === token.number) {
      const number = Number(text);
      this.place(number);
      // 1e999 is JSON, but no number that anybody could store
      if (!Number.isFinite(number)) throw invalid([`${pathOf(this.open)}: must be a number within ±1.8e308`]);
      this.growth += String(number).length - text.length;
    } else this.place(kind === token.null ? null : kind === token.true);
  }

  private takeMark(kind: number): void {
    const top = this.open.at(-1);
    const isList = Array.isArray(top?.value);
    if (kind === token.openBrace) this.begin({}, "key or end");
    else if (kind === token.openBracket) this.begin([], "item or end");
    else if (kind === token.closeBrace || kind === token.closeBracket) {
      const [isOfKind, empty] = kind === token.closeBrace ? [!isList, "key or end"] : [isList, "item or end"];
      this.expect(this.expected === empty || (this.expected === "next" && top !== undefined && isOfKind));
      this.open.pop();
      this.expected = "next";
    } else if (kind === token.comma) {
      this.expect(this.expected === "next" && top !== undefined);
      this.expected = isList ? "value" : "key";
    } else {
      this.expect(kind === token.colon && this.expected === "colon");
      this.expected = "value";
    }
  }

  private takeKey(key: string): void {
    const top = this.open.at(-1) as Open;
    top.key = key;
    if (forbiddenKeys.has(key)) throw invalid([`${pathOf(this.open)}: this key is not allowed`]);
    // said of the object that has it
    checkText(key, () => pathOf(this.open.slice(0, -1)));
    this.expected = "colon";
  }

  private begin(value: Open["value"], expected: Expected): void {
    this.place(value);
    this.open.push({ value, key: "" });
    this.expected = expected;
  }

  private place(value: unknown): void {
    this.expect(this.expected === "value" || this.expected === "item or end");
    const top = this.open.at(-1);
    if (!top) this.root = value;
    else if (Array.isArray(top.value)) top.value.push(value);
    else top.value[top.key] = value;
    this.expected = "next";
  }

  private expect(isRight: boolean): void {
    if (!isRight) throw this.malformed();
  }

  private malformed(): Error {
    const [line, column] = [this.scanner.getTokenStartLine() + 1, this.scanner.getTokenStartCharacter() + 1];
    return badRequest(`The request body is not valid JSON: see line ${line}, column ${column}.`);
  }
}

const isWord = (kind: number): boolean => kind === token.null || kind === token.true || kind === token.false;

function checkText(text: string, path: () => string): void {
  if (text.includes("\u0000")) throw invalid([`${path()}: must not contain the character U+0000`]);
  if (!text.isWellFormed()) throw invalid([`${path()}: must be valid Unicode text, without half of a surrogate pair`]);
}

const pathOf = (open: readonly Open[]): string =>
  open.map(({ value, key }) => (Array.isArray(value) ? value.length - 1 : key)).join(".") || "body";
