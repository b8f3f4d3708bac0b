/**
 * Owners' regular expressions in RE2 syntax (decisions §4.1). RE2's time is linear in the text and in the compiled program, and
 * `.{1,1000}` repeated a hundred times compiles to 200,000 instructions, or minutes per answer. So patterns have a size, with
 * limits for all patterns of a graph (`patternsLimit`) and for one respondent's step (`stepLimit`).
 */
import { RE2JS, RE2Set } from "re2js";

const sourceLimit = 1_000;
/** Maximum atoms with repeats expanded. Checked before compiling, which takes 0.5 s for the worst pattern. */
const atomLimit = 2_000;
const sizeLimit = 5_000;
/** Fixed cost of a pattern, and of a non-ASCII character class, which takes up to 2 ms to compile. */
const minSize = 32;
const wideSize = 200;

/** Maximum total size of a graph's distinct patterns: about 0.1 s to compile and 10 MiB. */
export const patternsLimit = 10_000;
/** Maximum cost of one step in units of 100 ns (matchCost.ts): 50 ms. */
export const stepLimit = 500_000;

/** LRU cache of sizes. */
const sizes = new Map<string, number | null>();
const sizesKept = 2_000;

/** Returns the approximate number of instructions, or null for invalid syntax or if the pattern exceeds its limits. */
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

/** Returns a pattern's share of `patternsLimit`: its size, or the cost of rejecting it. */
export const patternCost = (source: string): number =>
  patternSize(source) ?? minSize + Math.min(wideOf(source), sizeLimit);

const wideOf = (source: string): number => (source.match(wideClass)?.length ?? 0) * wideSize;

/** Returns whether the source is RE2 syntax within the limits. */
export function isPattern(source: string): boolean {
  return patternSize(source) !== null;
}

function sizeOf(source: string): number | null {
  if (source === "" || source.length > sourceLimit || atoms(source) > atomLimit) return null;
  const wide = wideOf(source);
  if (wide > sizeLimit) return null;
  try {
    const size = Math.max(RE2JS.compile(source).programSize(), minSize) + wide;
    return size <= sizeLimit ? size : null;
  } catch {
    return null;
  }
}

/** Match the whole text, or search in it, optionally without case. */
export type MatchMode = "whole" | "search" | "search-ci";

/** Returns a test of whole texts, for a source that `isPattern` accepts. */
export function wholeMatcher(source: string): (text: string) => boolean {
  return (text) => isMatch(source, "whole", text);
}

/** Returns a test that searches in texts. `ci` ignores case. */
export function searchMatcher(source: string, ci: boolean): (text: string) => boolean {
  const mode = ci ? "search-ci" : "search";
  return (text) => isMatch(source, mode, text);
}

interface Compiled {
  set: RE2Set;
  /** maximum size of its tables */
  bytes: number;
  /** results of this step, because conditions of a node often repeat a match */
  results: Map<string, boolean>;
}

function isMatch(source: string, mode: MatchMode, text: string): boolean {
  const { set, results } = compiledOf(source, mode);
  const known = results.get(text);
  if (known !== undefined) return known;
  const result = set.match(text).length > 0;
  // answers stay in memory only during the step
  if (results.size === 0) queueMicrotask(() => results.clear());
  results.set(text, result);
  return result;
}

/** LRU cache of compiled patterns of all graphs, limited by the size of their tables. */
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

/** Returns the maximum bytes of tables. Matching is slower beyond them (`matchCost` includes that). */
const tableBytes = (source: string): number => 16 * 1024 + (patternSize(source) ?? sizeLimit) * 1024;

export const anchorOf = (mode: MatchMode): number => (mode === "whole" ? RE2Set.ANCHOR_BOTH : RE2Set.UNANCHORED);

/** Compiles a pattern without tables. */
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

/** Counts the atoms of a source. Arbitrary for invalid patterns. */
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
