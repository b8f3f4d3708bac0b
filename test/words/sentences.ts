import { parseSync } from "@swc/core";

export interface Sentence {
  line: number;
  text: string;
}

/** Strings of SQL, JavaScript or HTML. */
const code =
  /^\s*<(!doctype|svg)|=>|^[Mm]-?[\d.]|\$\d|^\s*(select|insert|update|delete|with|from|case|create|alter|drop|do) |\bis (not )?null\b|\(\w+, \w+\) where |\(\s*select |\bset \w+ = |\b(as \(|lateral|materialized|cross join|plpgsql|language sql)\b/;

/** Texts in SQL that people read, such as those of notifications. Adjacent literals are one text. */
const quoted = /'([\p{Lu}“][^']*(?:''[^']*|'\s*\n\s*'[^']*)*)'/gu;

/** Sentences of the string literals and JSX texts of a module, except code. A line with `// words: ok` is skipped. */
export function ofModule(source: string, path = "strings.ts"): Sentence[] {
  const bytes = Buffer.from(source);
  const lines = source.split("\n");
  const found: Sentence[] = [];
  const add = (text: string, start: number) => {
    const line = bytes.subarray(0, start).toString().split("\n").length;
    if (lines[line - 1]?.includes("words: ok")) return;
    if (!code.test(text)) {
      if (/\S\s+\S|^[A-Z][a-z]+$/.test(text)) found.push(...split(text, line));
      return;
    }
    for (const [, literal = ""] of text.matchAll(quoted))
      found.push(...split(literal.replaceAll("''", "’").replace(/'\s*'/g, ""), line));
  };
  visit(parseSync(source, { syntax: "typescript", tsx: path.endsWith("x") }), add);
  return found;
}

/** Returns sentences of comments, without code in backticks, directives and lines with `words: ok`. */
export function ofComments(source: string): Sentence[] {
  const found: Sentence[] = [];
  const comment = /^[ \t]*(\/\*[\s\S]*?\*\/|\/\/.*(?:\n[ \t]*\/\/.*)*)/gm;
  const plain = source.replace(/^.*(words: ok|biome-ignore|@ts-).*$/gm, "");
  for (const { 0: block, index } of plain.matchAll(comment)) {
    const line = plain.slice(0, index).split("\n").length;
    const text = block.replace(/^\s*(\/\*+|\*\/|\*(?= |$)|\/\/)|\*\/$/gm, "").replace(/`[^`]*`/g, "`x`");
    found.push(...split(text, line));
  }
  return found;
}

const isTest = /^\s*(?:test|it|describe)(?:\.\w+)*\(\s*(["`])(.*?)\1|^\s*[\]})]+\)\(\s*(["`])(.*?)\3/gm;

/** Returns names of tests and suites. */
export function ofTests(source: string): Sentence[] {
  return [...source.matchAll(isTest)].flatMap(({ 2: name, 4: last, index }) =>
    split(name ?? last ?? "", source.slice(0, index).split("\n").length),
  );
}

interface Node {
  type?: string;
  span?: { start: number };
  value?: unknown;
  quasis?: { cooked?: string }[];
  tag?: unknown;
}

function visit(node: unknown, add: (text: string, start: number) => void): void {
  if (Array.isArray(node)) for (const one of node) visit(one, add);
  if (typeof node !== "object" || node === null || Array.isArray(node)) return;
  const { type, span, value, quasis } = node as Node;
  if (type === "TaggedTemplateExpression" || type === "TsLiteralType") return;
  if ((type === "StringLiteral" || type === "JSXText") && span) add(String(value), span.start);
  if (type === "TemplateLiteral" && quasis && span) add(quasis.map(({ cooked }) => cooked).join("{}"), span.start);
  for (const child of Object.values(node)) visit(child, add);
}

/** Sentences of a Markdown page, without code, comments and addresses. A line with `<!-- words: ok -->` is skipped. */
export function ofPage(source: string): Sentence[] {
  const found: Sentence[] = [];
  let block: string[] = [];
  let start = 1;
  const close = () => {
    found.push(...split(block.join(" "), start));
    block = [];
  };
  const plain = source.replace(/^ *(```|~~~)[\s\S]*?^ *\1|<!--(?! words: ok)[\s\S]*?-->/gm, (code) =>
    code.replace(/[^\n]/g, ""),
  );
  for (const [index, raw] of plain.split("\n").entries()) {
    const text = raw
      .replace(/`[^`]*`/g, "`x`")
      .replace(/\]\([^)]*\)|<[^>]*>/g, "")
      .replace(/[[\]*]/g, "");
    if (/^\s*($|[-#>|]|\d+\.)/.test(text)) close();
    if (text.trim() === "" || raw.includes("words: ok")) continue;
    if (block.length === 0) start = index + 1;
    if (/^\s*\|/.test(text)) for (const cell of text.split("|")) found.push(...split(cell, index + 1));
    else block.push(text.replace(/^\s*([-#>]+|\d+\.)\s/, "").trim());
  }
  close();
  return found;
}

function split(text: string, line: number): Sentence[] {
  return text
    .split(/(?<=[.!?][\])"'”’`]?)\s+/)
    .map((sentence) => ({ line, text: sentence.replace(/\s+/g, " ").trim() }))
    .filter(({ text }) => text !== "");
}
