/**
 * Estimates the cost of matching a pattern, in units of 100 ns. RE2 builds a transition table (DFA) while matching. A character
 * with a known transition takes about 20 ns; a new transition takes time proportional to the pattern's size. The tables of
 * most patterns are small, but those of a few, such as `[ab].{20}x`, explode. So the table is built here, up to a limit, and its cost is
 * counted.
 */
import { anchorOf, type MatchMode, newSet, patternSize } from "./pattern.ts";

/** Cost of a character with a known transition. */
const knownStep = 0.3;
/** Maximum text length for which no table is built. */
const shortText = 100;
const compileBase = 500;
const compileStep = 100;
/** Maximum work per unit of the pattern's size. Beyond it, every character counts as a new transition. */
const tableWorkLimit = 1_000;

/** Budget for the tables of one graph. When it is used up, tables count as infinite. */
export class TableBudget {
  private left = 3_000_000;

  /** Returns the work to build the whole table, or infinity if it exceeds the limit. */
  tableWork(source: string, mode: MatchMode): number {
    if (this.left <= 0) return Number.POSITIVE_INFINITY;
    const { spent, isWhole } = tableOf(source, mode);
    this.left -= spent;
    return isWhole ? spent : Number.POSITIVE_INFINITY;
  }
}

/** Returns the cost for texts of up to `length` characters, including the compilation. */
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

/** LRU cache by mode and source. */
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

/** A DFA state with its NFA instructions. */
interface State {
  nfaStates: number[];
}

/** Builds all transitions of all reachable states, up to the limits of work and bytes. */
function makeTable(source: string, mode: MatchMode): Table {
  const limit = tableWorkLimit * (patternSize(source) ?? 0);
  const set = newSet(source, mode);
  set.match("");
  const { dfa } = set;
  const states = new Set<State>(dfa.startStates.values());
  // the last class is end of text
  const runes = [0, ...dfa.classBounds, -1];
  let spent = 0;
  // iteration includes states that are added in the loop
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
