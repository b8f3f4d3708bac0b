/**
 * The regular expressions of owners (decisions §4.1), in RE2 syntax. RE2 matches in time linear in the text, but also linear
 * in the size of the compiled program, and `.{1,1000}` a hundred times is one of 200,000 instructions: minutes for one
 * answer. So a pattern has a size, and what a graph may ask of patterns is counted in it: all patterns together
 * (`patternsLimit`), and what one respondent's step may cost (`stepLimit`).
 */
import { RE2JS, RE2Set } from "re2js";

const sourceLimit = 1_000;
/** Atoms with all repeats written out. Looked at before compiling, which takes half a second for the worst pattern. */
const atomLimit = 2_000;
const sizeLimit = 5_000;
/** A pattern has a fixed cost too, and a class of letters beyond ASCII takes up to 2 ms to compile. */
const leastSize = 32;
const wideSize = 200;

/** The sum of the sizes of a graph's different patterns: they are compiled in about 0.1 s and weigh about 10 MiB. */
export const patternsLimit = 10_000;
/** Over all that one step may look at, in units of 100 ns (`matchCost.ts`): 50 ms. */
export const stepLimit = 500_000;

/** Sizes that were asked for last: a graph is read more often than its patterns change. */
const sizes = new Map<string, number | null>();
const sizesKept = 2_000;

/** Instructions of the compiled pattern, about, and `leastSize` at least; null: no RE2 syntax, or over the bounds of one pattern. */
export function patternSize(source: string): number | null {
  const known = sizes.get(source);
  if (known !== undefined) return known;
  const size = sizeOf(source);
  sizes.set(source, size);
  for (const oldest of sizes.keys()) {
    if (sizes.size <= sizesKept) break;
    sizes.delete(oldest);
  }
  return size;
}

/** What it counts among the patterns of a graph: its size, or for one that is refused what it costs to find that out. */
export const patternCost = (source: string): number =>
  patternSize(source) ?? leastSize + Math.min(wideOf(source), sizeLimit);

const wideOf = (source: string): number => (source.match(wideClass)?.length ?? 0) * wideSize;

/** Is it RE2 syntax, and within the bounds? */
export function isPattern(source: string): boolean {
  return patternSize(source) !== null;
}

function sizeOf(source: string): number | null {
  if (source === "" || source.length > sourceLimit || atoms(source) > atomLimit) return null;
  const wide = wideOf(source);
  if (wide > sizeLimit) return null;
  try {
    const size = Math.max(RE2JS.compile(source).programSize(), leastSize) + wide;
    return size <= sizeLimit ? size : null;
  } catch {
    return null;
  }
}

/** How a source is matched: the whole text, or anywhere in it, with or without regard to case. */
export type MatchMode = "whole" | "search" | "search-ci";

/** For a source that `isPattern` accepts: does the whole text match? */
export function wholeMatcher(source: string): (text: string) => boolean {
  return (text) => isMatch(source, "whole", text);
}

/** Does it match anywhere in the text? `ci`: without regard to case. */
export function searchMatcher(source: string, ci: boolean): (text: string) => boolean {
  const mode = ci ? "search-ci" : "search";
  return (text) => isMatch(source, mode, text);
}

interface Compiled {
  set: RE2Set;
  /** of its tables, at most */
  bytes: number;
  /** what was found in this step: the conditions of a node often ask the same of a text */
  results: Map<string, boolean>;
}

function isMatch(source: string, mode: MatchMode, text: string): boolean {
  const { set, results } = compiledOf(source, mode);
  const known = results.get(text);
  if (known !== undefined) return known;
  const result = set.match(text).length > 0;
  // no answer stays in memory longer than the step that looks at it
  if (results.size === 0) queueMicrotask(() => results.clear());
  results.set(text, result);
  return result;
}

/**
 * The patterns that were used last, of all graphs: each is compiled when it is first needed. Bounded by the tables that
 * they make while they match; a compiled pattern itself weighs 100 times its source.
 */
const compiled = new Map<string, Compiled>();
const compiledLimit = 16 * 1024 * 1024;
let compiledBytes = 0;

function compiledOf(source: string, mode: MatchMode): Compiled {
  const key = `${mode} ${source}`;
  const known = compiled.get(key);
  compiled.delete(key);
  const entry = known ?? { set: newSet(source, mode), bytes: tableBytes(source), results: new Map() };
  compiled.set(key, entry);
  if (!known) compiledBytes += entry.bytes;
  for (const [oldest, { bytes }] of compiled) {
    if (compiledBytes <= compiledLimit || oldest === key) break;
    compiled.delete(oldest);
    compiledBytes -= bytes;
  }
  return entry;
}

/** Bytes of tables; where they do not suffice, matching is slower (`matchCost` reckons with it). */
const tableBytes = (source: string): number => 16 * 1024 + (patternSize(source) ?? sizeLimit) * 1024;

export const anchorOf = (mode: MatchMode): number => (mode === "whole" ? RE2Set.ANCHOR_BOTH : RE2Set.UNANCHORED);

/** A pattern compiled anew, without tables yet. */
export function newSet(source: string, mode: MatchMode): RE2Set {
  const flags = mode === "search-ci" ? RE2JS.CASE_INSENSITIVE : 0;
  const set = new RE2Set(anchorOf(mode), flags, tableBytes(source));
  set.add(source);
  set.compile();
  return set;
}

const wideClass = /\\[pP]|-\\x\{|-[^\0-\x7f]/g;
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
