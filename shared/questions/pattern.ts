/**
 * The regular expressions of owners (decisions §4.1), in RE2 syntax. RE2 matches in time linear in the text, but also linear
 * in the size of the compiled program, and `.{1,1000}` a hundred times is one of 200,000 instructions: minutes for one
 * answer. So the size is bounded: the slowest pattern takes a third of a second on the longest answer.
 */
import { RE2JS } from "re2js";

const MAX_SOURCE = 1_000;
/** Atoms with all repeats written out. Looked at before compiling, which takes half a second for the worst pattern. */
const MAX_ATOMS = 2_000;
const MAX_PROGRAM = 5_000;

/** Is it RE2 syntax, and within the bounds? */
export function isPattern(source: string): boolean {
  if (source === "" || source.length > MAX_SOURCE || atoms(source) > MAX_ATOMS) return false;
  try {
    return RE2JS.compile(source).programSize() <= MAX_PROGRAM;
  } catch {
    return false;
  }
}

/** For a source that `isPattern` accepts: does the whole text match? */
export function wholeMatcher(source: string): (text: string) => boolean {
  const compiled = RE2JS.compile(source);
  return (text) => compiled.matches(text);
}

const escaped = String.raw`\\Q[^]*?(?:\\E|$)|\\[pPx]\{[^}]*\}|\\[^]`;
const characterClass = String.raw`\[\^?\]?(?:\\[^]|\[:\^?\w+:\]|[^\]\\])*\]`;
const repeat = String.raw`\{(?<least>\d+)(?:,(?<most>\d*))?\}`;
const token = new RegExp(`${escaped}|${characterClass}|${repeat}|[^]`, "g");

/** Counts the atoms of a source; of one that is no pattern, any number. */
function atoms(source: string): number {
  let total = 0;
  let last = 0;
  const outer: number[] = [];
  for (const { 0: text, groups } of source.matchAll(token)) {
    if (text === "(") {
      outer.push(total);
      total = 0;
    } else if (text === ")") {
      last = total;
      total += outer.pop() ?? 0;
    } else if (groups?.least !== undefined) {
      const times = Math.max(Number(groups.least), Number(groups.most ?? 0), 1);
      total += last * (times - 1);
      last *= times;
    } else {
      last = text.startsWith("\\Q") ? text.length : 1;
      total += last;
    }
  }
  return total;
}
