import { hasUnseen } from "../../names.ts";
import { recallPattern } from "../recalls.ts";
import { matchStars, type Stars, starsAt } from "./stars.ts";

/** A part of a line. `link` begins one, and `end` ends it. */
export type Token = string | Stars | { kind: "link"; href: string } | { kind: "end" };

/** A backslash makes these characters text. */
const escapable = /[\\*[\]()!.-]/;
/** Beginnings of addresses that links can lead to. Something follows the scheme. */
const address = /(?:https?:\/\/[^\s/?#)]|(?:mailto|tel):[^\s)])/iy;
/** Characters without a meaning. */
const meaningless = /[^\\*[\]{]+/y;

/** Returns the parts of a line, with its stars matched. */
export function tokensOf(source: string): Token[] {
  const recalls = new Map(Array.from(source.matchAll(recallPattern), ({ 0: recall, index }) => [index, recall]));
  const line = new Line(source, recalls);
  while (line.at < source.length) line.read();
  matchStars(starsIn(line.tokens));
  return line.tokens;
}

/** An opening bracket: its token, and where its text begins. */
interface Bracket {
  token: number;
  from: number;
  isImage: boolean;
}

class Line {
  readonly tokens: Token[] = [];
  at = 0;
  readonly #source: string;
  readonly #recalls: ReadonlyMap<number, string>;
  readonly #brackets: Bracket[] = [];
  /** Brackets below this height are around a link. Links aren't nested. */
  #inactive = 0;
  #closing: ReadonlyMap<number, number> | undefined;
  /** where the last recall and the last character after a backslash end */
  #recallEnd = -1;
  #escapeEnd = -1;

  constructor(source: string, recalls: ReadonlyMap<number, string>) {
    this.#source = source;
    this.#recalls = recalls;
  }

  /** Reads one token. */
  read(): void {
    const sign = this.#source[this.at] as string;
    const recall = this.#recalls.get(this.at);
    if (recall !== undefined) {
      this.#add(recall, recall.length);
      this.#recallEnd = this.at;
    } else if (isEscape(this.#source, this.at)) {
      this.#add(this.#source[this.at + 1] as string, 2);
      this.#escapeEnd = this.at;
    } else if (sign === "*") this.#readStars();
    else if (sign === "[") this.#openBracket();
    else if (sign === "]") this.#closeBracket();
    else this.#readText(sign);
  }

  #add(token: Token, length: number): void {
    this.tokens.push(token);
    this.at += length;
  }

  #readText(sign: string): void {
    meaningless.lastIndex = this.at;
    const text = meaningless.exec(this.#source)?.[0] ?? sign;
    this.#add(text, text.length);
  }

  #readStars(): void {
    const from = this.at;
    let end = from;
    while (this.#source[end] === "*") end += 1;
    const beside = { before: this.#recallEnd === from, after: this.#recalls.has(end) };
    this.#add(starsAt(this.#source, from, end, beside), end - from);
  }

  #openBracket(): void {
    const isImage = this.#source[this.at - 1] === "!" && this.#escapeEnd !== this.at;
    this.#brackets.push({ token: this.tokens.length, from: this.at + 1, isImage });
    this.#add("[", 1);
  }

  #closeBracket(): void {
    const bracket = this.#brackets.pop();
    const height = this.#brackets.length;
    const isActive = bracket !== undefined && height >= this.#inactive;
    this.#inactive = Math.min(this.#inactive, height);
    const end = isActive ? this.#addressEnd() : undefined;
    if (bracket && end !== undefined) this.#readLink(bracket, end, height);
    else this.#add("]", 1);
  }

  /** `height`: number of brackets around the link */
  #readLink(bracket: Bracket, end: number, height: number): void {
    const written = unescaped(this.#source.slice(this.at + 2, end));
    const text = this.#source.slice(bracket.from, this.at);
    if (bracket.isImage || !this.#isAddress() || !isHonest(written) || text.trim() === "") {
      // the whole link is text
      const parts = this.tokens
        .splice(bracket.token)
        .map((token) => (typeof token === "string" ? token : starsOf(token)));
      this.#add(`${parts.join("")}](${written})`, end + 1 - this.at);
      return;
    }
    matchStars(starsIn(this.tokens.slice(bracket.token)));
    this.tokens[bracket.token] = { kind: "link", href: written };
    this.#add({ kind: "end" }, end + 1 - this.at);
    this.#inactive = height;
  }

  /** Returns where the parenthesis ends that follows the bracket. */
  #addressEnd(): number | undefined {
    if (this.#source[this.at + 1] !== "(") return undefined;
    this.#closing ??= parenthesesOf(this.#source, this.#recalls);
    return this.#closing.get(this.at + 1);
  }

  #isAddress(): boolean {
    address.lastIndex = this.at + 2;
    return address.test(this.#source);
  }
}

/**
 * Returns false for an address that doesn't lead where it seems to: with characters that can't be seen, or with a name before the host,
 * as in https://bank.example@evil.example.
 */
function isHonest(address: string): boolean {
  if (hasUnseen(address)) return false;
  if (!/^http.*@/i.test(address) || !URL.canParse(address)) return true;
  const { username, password } = new URL(address);
  return username === "" && password === "";
}

/** Returns the ends of parentheses without spaces and recalls by their starts, in one pass. */
function parenthesesOf(source: string, recalls: ReadonlyMap<number, string>): Map<number, number> {
  const ends = new Map<number, number>();
  let open: number[] = [];
  for (let at = 0; at < source.length; at += 1) {
    const sign = source[at] as string;
    if (recalls.has(at) || /[\s\p{Cc}]/u.test(sign)) open = [];
    else if (isEscape(source, at)) at += 1;
    else if (sign === "(") open.push(at);
    else if (sign === ")") {
      const start = open.pop();
      if (start !== undefined) ends.set(start, at);
    }
  }
  return ends;
}

const isEscape = (source: string, at: number): boolean => source[at] === "\\" && escapable.test(source[at + 1] ?? "");

const unescaped = (text: string): string => text.replace(/\\([\\*[\]()!.-])/g, "$1");

const starsIn = (tokens: readonly Token[]): Stars[] =>
  tokens.filter((token) => typeof token !== "string" && token.kind === "stars" && !token.isSettled) as Stars[];

/** Nothing but texts and stars is inside brackets without a link. */
const starsOf = (token: Exclude<Token, string>): string => (token.kind === "stars" ? "*".repeat(token.length) : "");
