/** Lists of options in one cell (wants §25, Values). */
import type { ImportSource } from "../../../../shared/api/shapes/responseImports.ts";
import { allTexts, type ChoiceTexts, type Finder, finderOf } from "../form/choices.ts";
import { spaced } from "../form/texts.ts";

/** Signs that cut a list. `pathform`: at `; ` alone. `blanks`: also at white space. */
export type Separators = "pathform" | "signs" | "blanks";

/** Tools that put a blank between the options of a list. */
const blankSources: ReadonlySet<ImportSource> = new Set(["kobo", "odk"]);

/** Returns the separators of lists in a file of this source. */
export function separatorsOf(source: ImportSource): Separators {
  if (source === "pathform") return "pathform";
  return blankSources.has(source) ? "blanks" : "signs";
}

/** The options of a cell, in order, and the text beside them as it is written; or why it can't be read. */
export type List = { items: Item[] } | "several" | "unknown";

export type Item = { value: string } | { own: string };

/** Cuts cells into options, made once for a column. */
export interface ListReader {
  /** `only`: options that can be in it; null for all */
  read(text: string, language: string | null, only?: ReadonlySet<string> | null): List;
  /** an option has a text that a list would be cut in */
  hasSeparator: boolean;
}

/** Characters of a separator and more blanks than a list has. */
const spareLength = 20;
/** Characters of a text beside the options, more than a question takes. */
const ownLength = 40_000;

/** Returns a reader of lists. `isOpen`: takes a text beside the options. */
export function listReader(texts: ChoiceTexts, separators: Separators, isOpen: boolean): ListReader {
  const written = (text: string) => joined(piecesOf(text, separators));
  const finder = finderOf(texts, written);
  /** the most pieces of an option by its first piece */
  const spans = new Map<string, number>();
  const longest = new Map<string, number>();
  for (const [value, text] of allTexts(texts)) {
    longest.set(value, Math.max(longest.get(value) ?? 0, text.length + spareLength));
    const pieces = piecesOf(text, separators);
    const key = pieces[0]?.text.toLowerCase();
    if (key !== undefined) spans.set(key, Math.max(spans.get(key) ?? 0, pieces.length));
  }
  const limit = [...longest.values()].reduce((sum, length) => sum + length, isOpen ? ownLength : spareLength);
  return {
    hasSeparator: [...spans.values()].some((span) => span > 1),
    read(text, language, only = null) {
      if (text.length > limit) return "unknown";
      const pieces = piecesOf(text, separators);
      const edges = edgesOf(pieces, { finder, spans, language, only });
      if (edges === null) return "unknown";
      return cutWhole(edges) ?? (isOpen ? withOwn(text, pieces, edges) : "unknown");
    },
  };
}

interface Piece {
  text: string;
  /** the separator before it */
  before: string;
  from: number;
  to: number;
}

const joined = (pieces: readonly Piece[]): string =>
  pieces.map(({ text, before }, at) => (at === 0 ? text : before + text)).join("");

/** Cuts a text at all separators. Empty pieces are left out. */
function piecesOf(text: string, separators: Separators): Piece[] {
  const pieces: Piece[] = [];
  let before = "";
  let from = 0;
  const add = (to: number) => {
    const piece = spaced(text.slice(from, to));
    if (piece !== "") pieces.push({ text: piece, before, from, to });
  };
  for (const { at, end, sign } of separators === "pathform" ? pathformCuts(text) : cutsIn(text, separators)) {
    add(at);
    [before, from] = [sign, end];
  }
  add(text.length);
  return pieces;
}

interface Cut {
  at: number;
  end: number;
  sign: string;
}

function* pathformCuts(text: string): Generator<Cut> {
  for (let at = text.indexOf("; "); at >= 0; at = text.indexOf("; ", at + 2)) yield { at, end: at + 2, sign: ";" };
}

const signs: ReadonlySet<string> = new Set([";", ",", "\n", "\r"]);
/** signs only between blanks */
const looseSigns: ReadonlySet<string> = new Set(["/", "|"]);

/** Finds runs of separators, and the blanks around them, in one pass. */
function* cutsIn(text: string, separators: Separators): Generator<Cut> {
  const isBlank = (at: number) => /\s/.test(text[at] ?? "");
  const signAt = (at: number) => {
    const sign = text[at] as string;
    if (signs.has(sign)) return sign === "\r" ? "\n" : sign;
    return looseSigns.has(sign) && isBlank(at - 1) && isBlank(at + 1) ? sign : "";
  };
  for (let at = 0; at < text.length; ) {
    let end = at;
    let sign = "";
    for (; end < text.length; end += 1) {
      const found = signAt(end);
      if (found === "" && !isBlank(end)) break;
      sign ||= found;
    }
    if (sign === "" && separators === "blanks" && end > at) sign = " ";
    if (sign !== "") yield { at, end, sign };
    at = Math.max(end, at + 1);
  }
}

/** An option that is these pieces. */
interface Edge {
  to: number;
  /** null if two options have this text */
  value: string | null;
}

/** Steps of a cell beyond those that each piece has. */
const spareSteps = 10_000;
const stepsPerPiece = 8;

/** Returns the options that begin at each piece. Null if that takes too long, which a list of a form's options never does. */
function edgesOf(
  pieces: readonly Piece[],
  options: {
    finder: Finder;
    spans: ReadonlyMap<string, number>;
    language: string | null;
    only: ReadonlySet<string> | null;
  },
): Edge[][] | null {
  let steps = 0;
  const edges: Edge[][] = [];
  for (const [at, piece] of pieces.entries()) {
    const span = Math.min(options.spans.get(piece.text.toLowerCase()) ?? 0, pieces.length - at);
    const found: Edge[] = [];
    let text = "";
    for (let count = 1; count <= span; count += 1) {
      steps += 1;
      if (steps > spareSteps + stepsPerPiece * pieces.length) return null;
      const next = pieces[at + count - 1] as Piece;
      text += count === 1 ? next.text : next.before + next.text;
      const option = options.finder.findWritten(text, options.language);
      if (option === null) continue;
      if (option === "several") found.push({ to: at + count, value: null });
      else if (!options.only || options.only.has(option.value)) found.push({ to: at + count, value: option.value });
    }
    edges.push(found);
  }
  return edges;
}

/** Ways to cut pieces into options: how many, up to 2, and the last option of one. */
interface Ways {
  count: number;
  edge: Edge | null;
  other: number;
}

const noWay: Ways = { count: 0, edge: null, other: 0 };

/** Returns the list if its pieces are options alone; null if they aren't. */
function cutWhole(edges: readonly Edge[][]): List | null {
  const ways = forwards(edges);
  const all = ways[edges.length] ?? noWay;
  if (all.count === 0) return null;
  return all.count > 1 ? "several" : { items: itemsBefore(ways, edges.length) };
}

/** Returns the ways to cut all pieces before each. */
function forwards(edges: readonly Edge[][]): Ways[] {
  const ways: Ways[] = [{ count: 1, edge: null, other: 0 }];
  for (const [from, found] of edges.entries()) {
    const { count = 0 } = ways[from] ?? noWay;
    if (count === 0) continue;
    for (const edge of found) {
      const known = ways[edge.to]?.count ?? 0;
      ways[edge.to] = { count: Math.min(2, known + weight(edge, count)), edge, other: from };
    }
  }
  return ways;
}

/** Returns the ways to cut all pieces from each on. */
function backwards(edges: readonly Edge[][]): Ways[] {
  const ways: Ways[] = [];
  ways[edges.length] = { count: 1, edge: null, other: 0 };
  for (let from = edges.length - 1; from >= 0; from -= 1) {
    for (const edge of edges[from] ?? []) {
      const { count = 0 } = ways[edge.to] ?? noWay;
      if (count === 0) continue;
      const known = ways[from]?.count ?? 0;
      ways[from] = { count: Math.min(2, known + weight(edge, count)), edge, other: edge.to };
    }
  }
  return ways;
}

/** Two options with the same text are two ways. */
const weight = ({ value }: Edge, count: number): number => (value === null ? 2 : count);

function itemsBefore(ways: readonly Ways[], end: number): Item[] {
  const items: Item[] = [];
  for (let at = end; at > 0; at = ways[at]?.other ?? 0) items.push({ value: ways[at]?.edge?.value ?? "" });
  return items.reverse();
}

function itemsFrom(ways: readonly Ways[], start: number, end: number): Item[] {
  const items: Item[] = [];
  for (let at = start; at < end; at = ways[at]?.other ?? end) items.push({ value: ways[at]?.edge?.value ?? "" });
  return items;
}

/** Returns the list with one text of its own, between as many options as there are. */
function withOwn(text: string, pieces: readonly Piece[], edges: readonly Edge[][]): List {
  const [before, after] = [forwards(edges), backwards(edges)];
  const count = pieces.length;
  let start = count;
  while (start > 0 && !before[start]?.count) start -= 1;
  let end = 0;
  while (end < count && !after[end]?.count) end += 1;
  const [first, last] = [pieces[start], pieces[end - 1]];
  if (end <= start || !first || !last || before[start]?.count !== 1 || after[end]?.count !== 1) return "several";
  const isAlone = start === 0 && end === count;
  const own = isAlone ? text : text.slice(first.from, last.to);
  return { items: [...itemsBefore(before, start), { own }, ...itemsFrom(after, end, count)] };
}
