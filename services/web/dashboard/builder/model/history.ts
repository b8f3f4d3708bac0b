import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import { merge, takeTheirs } from "./merge.ts";

/** What was done, as a person calls it, and the graph before it. */
interface Step {
  readonly label: string;
  readonly graph: Graph;
  /** further changes with the same key belong to this step: the letters of a title */
  readonly key: string | null;
  /** how many of the history's merges `graph` has in it */
  readonly merges: number;
}

/** What others have made of a graph. */
export interface Foreign {
  readonly base: Graph;
  readonly theirs: Graph;
}

/** A graph with the way back and forth: earlier graphs are kept whole, and share what did not change. */
export interface History {
  readonly graph: Graph;
  /** the last one is undone first */
  readonly past: readonly Step[];
  readonly future: readonly Step[];
  /** what others changed meanwhile, oldest first: undoing takes back one's own work only */
  readonly merges: readonly Foreign[];
}

/** How many steps can be undone, and how many merges they may lie behind. */
export const historyLimit = 200;
export const mergeLimit = 20;

export const historyOf = (graph: Graph): History => ({ graph, past: [], future: [], merges: [] });

/** What is the same graph is no step. */
export function record(history: History, graph: Graph, label: string, key: string | null = null): History {
  if (graph === history.graph) return history;
  const last = history.past.at(-1);
  if (key !== null && last?.key === key && history.future.length === 0) return { ...history, graph };
  const merges = history.merges.length;
  const past = [...history.past, { label, graph: history.graph, key, merges }].slice(-historyLimit);
  return { ...history, graph, past, future: [] };
}

/** What comes next is a step of its own: a field was left, something was saved. */
export function settle(history: History): History {
  const last = history.past.at(-1);
  if (!last || last.key === null) return history;
  return { ...history, past: history.past.with(-1, { ...last, key: null }) };
}

export function undo(history: History): History {
  const last = history.past.at(-1);
  if (!last) return history;
  const undone = { ...last, key: null, graph: history.graph, merges: history.merges.length };
  const past = history.past.slice(0, -1);
  return { ...history, graph: current(history, last), past, future: [...history.future, undone] };
}

export function redo(history: History): History {
  const next = history.future.at(-1);
  if (!next) return history;
  const done = { ...next, graph: history.graph, merges: history.merges.length };
  const future = history.future.slice(0, -1);
  return { ...history, graph: current(history, next), past: [...history.past, done], future };
}

/** `graph` has in it what others have made meanwhile. It is no step: what is undone next is what was done here last. */
export function mergedWith(history: History, graph: Graph, foreign: Foreign): History {
  const merges = [...history.merges, foreign];
  if (merges.length <= mergeLimit) return { ...history, graph, merges };
  // what lies further back would cost too much to bring up to now
  const later = (steps: readonly Step[]) =>
    steps.flatMap((step) => (step.merges === 0 ? [] : [{ ...step, merges: step.merges - 1 }]));
  return { graph, past: later(history.past), future: later(history.future), merges: merges.slice(1) };
}

/** The graph of a step, with what others have made since: where both changed the same, theirs stands. */
function current({ merges }: History, step: Step): Graph {
  return merges.slice(step.merges).reduce((graph, { base, theirs }) => {
    const merged = merge(base, graph, theirs);
    return merged.conflicts.reduce(takeTheirs, merged.graph);
  }, step.graph);
}
