import type { Graph } from "../../../../../shared/domain/graph/types.ts";

/** An undo step: its name, and the graph before it. */
interface Step {
  readonly label: string;
  readonly graph: Graph;
  /** consecutive changes with the same key are one step, such as typing a title */
  readonly key: string | null;
  /** number of the history's merges that `graph` contains */
  readonly merges: number;
}

/** Changes made elsewhere. */
export interface Foreign {
  readonly base: Graph;
  readonly theirs: Graph;
  /** Adds them to a graph. They win conflicts. */
  into(graph: Graph): Graph;
  /** Removes them from a graph, which keeps its own changes. */
  outOf(graph: Graph): Graph;
}

/** A graph with its undo and redo steps, which share unchanged parts. */
export interface History {
  readonly graph: Graph;
  /** newest last */
  readonly past: readonly Step[];
  readonly future: readonly Step[];
  /** changes made elsewhere, oldest first, which undo doesn't revert */
  readonly merges: readonly Foreign[];
}

/** Maximum number of steps that can be undone, and of merges after them. */
export const historyLimit = 200;
export const mergeLimit = 20;

export const historyOf = (graph: Graph): History => ({ graph, past: [], future: [], merges: [] });

/** Records a step, unless the graph is the same. */
export function record(history: History, graph: Graph, label: string, key: string | null = null): History {
  if (graph === history.graph) return history;
  const last = history.past.at(-1);
  if (key !== null && last?.key === key && history.future.length === 0) return { ...history, graph };
  const merges = history.merges.length;
  const past = [...history.past, { label, graph: history.graph, key, merges }].slice(-historyLimit);
  return { ...history, graph, past, future: [] };
}

/** Starts a new step with the next change. */
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

/** Adds changes made elsewhere to the graph. Not a step: undo reverts the last change made here. */
export function mergedWith(history: History, graph: Graph, foreign: Foreign): History {
  const merges = [...history.merges, foreign];
  if (merges.length <= mergeLimit) return { ...history, graph, merges };
  // merging into older steps would take too long
  const later = (steps: readonly Step[]) =>
    steps.flatMap((step) => (step.merges === 0 ? [] : [{ ...step, merges: step.merges - 1 }]));
  return { graph, past: later(history.past), future: later(history.future), merges: merges.slice(1) };
}

/** Returns a step's graph with later changes made elsewhere. */
const current = ({ merges }: History, step: Step): Graph =>
  merges.slice(step.merges).reduce((graph, foreign) => foreign.into(graph), step.graph);
