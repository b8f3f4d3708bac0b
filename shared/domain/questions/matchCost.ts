/**
 * What it costs to match a pattern against a text, in units of 100 ns. RE2 makes a table while it reads: a character whose
 * transition is in it takes some 20 ns however large the pattern is, one whose transition is new takes time with the
 * pattern's size. Of most patterns the whole table is small, and every transition is new once only; of a few, such as
 * `[ab].{20}x`, it has no end. So the table is made here, up to a bound, and its making is what is counted.
 */
import { anchorOf, type MatchMode, newSet, patternSize } from "./pattern.ts";

/** of a character whose transition is known */
const knownStep = 0.3;
/** Characters up to which the table is not worth making. */
const shortText = 100;
const compileBase = 500;
const compileStep = 100;
/** Work on one table for each unit of the pattern's size: over it, every character counts as a new transition. */
const tableWorkLimit = 1_000;

/** What may be spent on making tables for one graph; when it is spent, tables count as endless. */
export class TableBudget {
  private left = 3_000_000;

  /** The work of making the whole table; infinite where it is over its bound. */
  tableWork(source: string, mode: MatchMode): number {
    if (this.left <= 0) return Number.POSITIVE_INFINITY;
    const { spent, isWhole } = tableOf(source, mode);
    this.left -= spent;
    return isWhole ? spent : Number.POSITIVE_INFINITY;
  }
}

/** `length`: characters of the longest text. Compiling the pattern is counted too: a step may be the first that needs it. */
export function matchCost(source: string, mode: MatchMode, length: number, budget: TableBudget): number {
  const size = patternSize(source);
  if (size === null) return 0;
  const compiling = compileBase + compileStep * size;
  const allNew = length * size;
  const fresh = length <= shortText ? allNew : Math.min(allNew, budget.tableWork(source, mode));
  return compiling + fresh + length * knownStep;
}

interface Table {
  spent: number;
  isWhole: boolean;
}

/** By mode and source; what was asked for last. */
const tables = new Map<string, Table>();
const tablesKept = 2_000;

function tableOf(source: string, mode: MatchMode): Table {
  const key = `${mode} ${source}`;
  const table = tables.get(key) ?? makeTable(source, mode);
  tables.delete(key);
  tables.set(key, table);
  for (const oldest of tables.keys()) {
    if (tables.size <= tablesKept) break;
    tables.delete(oldest);
  }
  return table;
}

/** Instructions that a state of the table stands for. */
interface State {
  nfaStates: number[];
}

/** Makes every transition from every state that can be reached, up to the bounds of work and of bytes. */
function makeTable(source: string, mode: MatchMode): Table {
  const limit = tableWorkLimit * (patternSize(source) ?? 0);
  const set = newSet(source, mode);
  set.match("");
  const { dfa } = set;
  const states = new Set<State>(dfa.startStates.values());
  // the last class is the end of the text
  const runes = [0, ...dfa.classBounds, -1];
  let spent = 0;
  // a set gives what is added to it meanwhile, too
  for (const state of states) {
    for (const [index, rune] of runes.entries()) {
      const next: State | null = dfa.step(state, index, rune, anchorOf(mode));
      if (next) states.add(next);
      spent += 3 + (state.nfaStates.length + (next?.nfaStates.length ?? 0)) / 3;
      if (!next || spent > limit) return { spent, isWhole: false };
    }
  }
  return { spent, isWhole: true };
}
